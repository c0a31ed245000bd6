import { randomUUID } from 'node:crypto'

import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { startAgentServer, startNeighbour, type AgentServer, type Neighbour } from '#support/agent-server.ts'
import { AgentVisitor } from '#support/agent-visitor.ts'
import type { SignedUp } from '#support/backend.ts'
import { addNotesDemo } from '#support/notes-demo.ts'
import { outboxOf } from '#support/outbox.ts'

/* A member of the team takes over a visitor's talk. Members act through the database, the visitor is on any server. */

let server: AgentServer
let neighbour: Neighbour

const limits = { ringMs: 400, goneMs: 700, presentMs: 60_000 }

beforeAll(async () => {
  server = await startAgentServer(limits, { env: { AUTH_RATE_LIMITS: 'off' } })
  neighbour = await startNeighbour(server, limits)
})

afterAll(async () => {
  await neighbour.close()
  await server.close()
})

interface Team {
  readonly demoId: string
  readonly workspaceId: string
  readonly owner: SignedUp
  readonly colleague: SignedUp
  readonly viewer: SignedUp
}

async function makeTeam(): Promise<Team> {
  const { backend } = server
  const owner = await backend.signUp()
  const demoId = await addNotesDemo(owner.client)
  const { data } = await owner.client.from('workspaces').select('id').single<{ id: string }>().throwOnError()
  const workspaceId = data.id
  const join = async (role: string): Promise<SignedUp> => {
    const member = await backend.signUp()
    const row = { workspace_id: workspaceId, user_id: member.user.id, role }
    await backend.serviceClient().from('workspace_members').insert(row).throwOnError()
    return member
  }
  return { demoId, workspaceId, owner, colleague: await join('editor'), viewer: await join('viewer') }
}

async function greeted(demoId: string, url = server.url): Promise<AgentVisitor> {
  const visitor = await AgentVisitor.start(url, demoId)
  const { turn, segs } = await visitor.nextTurn(0)
  visitor.play(turn, segs.length)
  await server.stored()
  return visitor
}

const report = ({ client }: SignedUp, workspaceId: string, isAvailable?: boolean) =>
  client.rpc('report_presence', { p_workspace_id: workspaceId, p_is_available: isAvailable ?? null }).throwOnError()
const takeOver = ({ client }: { client: SupabaseClient }, id: string) =>
  client.rpc('take_over_talk', { p_conversation_id: id })
const say = ({ client }: SignedUp, id: string, text: string, messageId: string = randomUUID()) =>
  client.rpc('say_in_talk', { p_conversation_id: id, p_id: messageId, p_text: text })
const show = ({ client }: SignedUp, id: string, step: number) =>
  client.rpc('show_step_in_talk', { p_conversation_id: id, p_step: step })
const leave = ({ client }: SignedUp, id: string) => client.rpc('leave_talk', { p_conversation_id: id })

async function handoversOf({ owner }: Team, sid: string) {
  const { data } = await owner.client
    .from('handovers')
    .select('state,outcome,member_id,reason')
    .eq('conversation_id', sid)
    .order('created_at')
    .throwOnError()
  return data
}

/** Keeps a member's dashboard open. */
function stayOpen(member: SignedUp, workspaceId: string): () => void {
  const timer = setInterval(() => void report(member, workspaceId), 200)
  return () => clearInterval(timer)
}

test('a member joins at the same step, talks, moves the demo and hands back', async () => {
  const team = await makeTeam()
  const visitor = await greeted(team.demoId)
  const asked = visitor.events.length
  visitor.say('How long are exports kept?')
  await visitor.nextTurn(asked)
  await server.stored()
  const live = await team.colleague.client.from('live_talks').select('*').eq('conversation_id', visitor.sid).single()
  expect(live.data).toMatchObject({ step_order: 4, member_id: null })

  const close = stayOpen(team.colleague, team.workspaceId)
  expect((await takeOver(team.colleague, visitor.sid)).error).toBeNull()
  expect(await visitor.until('person')).toMatchObject({ state: 'joined', name: 'A colleague' })
  await visitor.until('state', (state) => state.name === 'person')

  const id = randomUUID()
  expect((await say(team.colleague, visitor.sid, 'Hi, ask me anything.', id)).error).toBeNull()
  // A lost answer: the browser sends it again.
  expect((await say(team.colleague, visitor.sid, 'Hi, ask me anything.', id)).error).toBeNull()
  const spoken = await visitor.until('turn.start', (event) => event.person !== undefined)
  expect(spoken.person).toBe('A colleague')
  await visitor.until('seg', (seg) => seg.turn === spoken.turn && seg.text === 'Hi, ask me anything.')

  const from = visitor.events.length
  visitor.say('How long are exports kept?')
  await visitor.until('user.final', () => true, from)
  expect((await show(team.colleague, visitor.sid, 2)).error).toBeNull()
  await visitor.until('step.show', (event) => event.n === 2, from)
  expect((await show(team.colleague, visitor.sid, 99)).error).toBeNull()
  expect((await leave(team.colleague, visitor.sid)).error).toBeNull()
  expect(await visitor.until('person', (event) => event.state === 'left')).toMatchObject({ name: 'A colleague' })
  close()
  const between = visitor.events.slice(from)
  // The agent was silent, and the step that doesn't exist was not shown.
  expect(
    between.slice(
      0,
      between.findIndex((event) => event.t === 'person'),
    ),
  ).not.toContainEqual(expect.objectContaining({ t: 'turn.start' }))
  expect(between).not.toContainEqual(expect.objectContaining({ t: 'step.show', n: 99 }))

  const later = visitor.events.length
  visitor.say('How long are exports kept?')
  await visitor.until('turn.end', (event) => event.outcome === 'answered', later)
  await server.stored()
  const { data: turns } = await team.owner.client
    .from('conversation_turns')
    .select('speaker,text,member_name')
    .eq('conversation_id', visitor.sid)
    .eq('speaker', 'person')
    .throwOnError()
  expect(turns).toEqual([{ speaker: 'person', text: 'Hi, ask me anything.', member_name: 'A colleague' }])
  expect(await handoversOf(team, visitor.sid)).toEqual([
    { state: 'left', outcome: 'handed-back', member_id: team.colleague.user.id, reason: '' },
  ])
  visitor.close()
})

test('of two members only the first one gets the visitor', async () => {
  const team = await makeTeam()
  const visitor = await greeted(team.demoId)
  const answers = await Promise.all([takeOver(team.owner, visitor.sid), takeOver(team.colleague, visitor.sid)])
  expect(answers.filter(({ error }) => error === null)).toHaveLength(1)
  const refused = answers.find(({ error }) => error !== null)
  expect(refused).toMatchObject({ status: 409, error: { message: 'A colleague has already taken over.' } })
  const loser = answers[0].error === null ? team.colleague : team.owner
  expect(await say(loser, visitor.sid, 'Hello')).toMatchObject({ status: 409 })
  expect(await leave(loser, visitor.sid)).toMatchObject({ status: 409 })
  expect(await handoversOf(team, visitor.sid)).toHaveLength(1)
  visitor.close()
})

test('viewers, other workspaces and visitors can’t take over or see who does', async () => {
  const team = await makeTeam()
  const visitor = await greeted(team.demoId)
  const stranger = await server.backend.signUp()
  expect(await takeOver(team.viewer, visitor.sid)).toMatchObject({ status: 403 })
  expect(await takeOver(stranger, visitor.sid)).toMatchObject({
    status: 404,
    error: { message: 'This conversation is over.' },
  })
  const anonymous = server.backend.anonClient({ 'x-demo-id': team.demoId })
  expect(await takeOver({ client: anonymous }, visitor.sid)).toMatchObject({ error: { code: '42501' } })
  for (const member of [stranger, team.viewer]) {
    expect((await say(member, visitor.sid, 'Hello')).error).not.toBeNull()
    expect((await show(member, visitor.sid, 1)).error).not.toBeNull()
    expect((await leave(member, visitor.sid)).error).not.toBeNull()
  }
  const presence = await stranger.client.rpc('report_presence', { p_workspace_id: team.workspaceId })
  expect(presence.status).toBe(403)
  expect(visitor.events.filter((event) => event.t === 'person')).toEqual([])
  visitor.close()
})

test('refuses a message without text or id, and a step without a number', async () => {
  const team = await makeTeam()
  const visitor = await greeted(team.demoId)
  const close = stayOpen(team.colleague, team.workspaceId)
  expect((await takeOver(team.colleague, visitor.sid)).error).toBeNull()
  const { client } = team.colleague
  const id = { p_conversation_id: visitor.sid }
  expect((await client.rpc('say_in_talk', { ...id, p_id: randomUUID(), p_text: null })).error?.code).toBe('22023')
  expect((await client.rpc('say_in_talk', { ...id, p_id: null, p_text: 'Hi' })).error?.code).toBe('22023')
  expect((await client.rpc('show_step_in_talk', { ...id, p_step: null })).error?.code).toBe('22023')
  close()
  visitor.close()
})

test('rings members who are available, until one takes over', async () => {
  const team = await makeTeam()
  await report(team.colleague, team.workspaceId, true)
  const close = stayOpen(team.colleague, team.workspaceId)
  // The visitor is on the other server.
  const visitor = await greeted(team.demoId, neighbour.url)
  visitor.say('Can I talk to a real person please?')
  expect(await visitor.until('person')).toMatchObject({ state: 'ringing', name: null })
  const [ring] = await handoversOf(team, visitor.sid)
  expect(ring).toMatchObject({ state: 'ringing', reason: 'Can I talk to a real person please?' })
  expect((await takeOver(team.colleague, visitor.sid)).error).toBeNull()
  await visitor.until('person', (event) => event.state === 'joined')
  expect((await say(team.colleague, visitor.sid, 'Here I am.')).error).toBeNull()
  await visitor.until('seg', (seg) => seg.text === 'Here I am.')
  // The takeover continues when the visitor returns to the first server.
  visitor.drop()
  await visitor.resume(server.url)
  await visitor.until('ready', (event) => event.resumed)
  expect((await say(team.colleague, visitor.sid, 'Still here.')).error).toBeNull()
  await visitor.until('seg', (seg) => seg.text === 'Still here.')
  expect((await leave(team.colleague, visitor.sid)).error).toBeNull()
  await visitor.until('person', (event) => event.state === 'left')
  close()
  visitor.close()
})

test('says that nobody is available, and emails the team once', async () => {
  const team = await makeTeam()
  const visitor = await greeted(team.demoId)
  visitor.say('Can I talk to a real person please?')
  await visitor.until('person', (event) => event.state === 'nobody')
  expect(await handoversOf(team, visitor.sid)).toMatchObject([{ state: 'nobody', outcome: 'no-one-available' }])

  await report(team.colleague, team.workspaceId, true)
  const from = visitor.events.length
  visitor.say('never mind')
  await visitor.nextTurn(from)
  const later = visitor.events.length
  visitor.say('I want to talk to a human')
  await visitor.until('person', (event) => event.state === 'ringing', later)
  await visitor.until('person', (event) => event.state === 'nobody', later)
  expect((await handoversOf(team, visitor.sid)).at(-1)).toMatchObject({ state: 'nobody', outcome: 'no-answer' })
  expect((await takeOver(team.colleague, visitor.sid)).error).toBeNull()
  visitor.close()

  const mailsTo = async (member: SignedUp) =>
    (await outboxOf(server.backend, member.user.email ?? '')).filter(({ kind }) => kind === 'missed_handover')
  await expect.poll(async () => (await mailsTo(team.owner)).length).toBe(1)
  const [mail] = await mailsTo(team.owner)
  expect(mail?.subject).toBe('A visitor of Ledgerline reports asked for a person')
  expect(mail?.link).toBe(`http://understudy.test/dashboard/conversations/${visitor.sid}`)
  expect(await mailsTo(team.colleague)).toHaveLength(1)
  expect(await mailsTo(team.viewer)).toEqual([])
})

test('emails nobody whose address is unproven, where addresses can be proven', async () => {
  const team = await makeTeam()
  const visitor = await greeted(team.demoId)
  visitor.say('Can I talk to a real person please?')
  await visitor.until('person', (event) => event.state === 'nobody')
  visitor.close()
  const system = (text: string) => server.backend.services.database.transaction('system', [{ text }])
  const service = server.backend.serviceClient()
  const { data } = await service
    .from('handovers')
    .select('id')
    .eq('conversation_id', visitor.sid)
    .single()
    .throwOnError()
  await system('update public.address_rules set are_proven = true')
  try {
    await service.from('handovers').update({ told_at: null }).eq('id', data.id).throwOnError()
    const missed = await service.rpc('claim_missed_handover', { p_handover_id: data.id }).throwOnError()
    expect(missed.data).toMatchObject({ emails: [] })
    const budget = await service.rpc('workspace_owner_emails', { p_workspace_id: team.workspaceId }).throwOnError()
    expect(budget.data).toMatchObject({ emails: [] })
  } finally {
    await system('update public.address_rules set are_proven = false')
  }
})

test('stops ringing when the visitor wants no call any longer', async () => {
  const team = await makeTeam()
  await report(team.colleague, team.workspaceId, true)
  const close = stayOpen(team.colleague, team.workspaceId)
  const visitor = await greeted(team.demoId)
  visitor.say('Can I talk to a real person please?')
  await visitor.until('person', (event) => event.state === 'ringing')
  visitor.say('no call please, just send me an e-mail')
  await visitor.until('person', (event) => event.state === 'left')
  await expect.poll(() => handoversOf(team, visitor.sid)).toMatchObject([{ state: 'nobody', outcome: 'no-answer' }])
  close()
  visitor.close()
})

test('gives the talk back to the agent when the member’s browser is gone', async () => {
  const team = await makeTeam()
  const visitor = await greeted(team.demoId)
  expect((await takeOver(team.colleague, visitor.sid)).error).toBeNull()
  await visitor.until('person', (event) => event.state === 'joined')
  await visitor.until('person', (event) => event.state === 'left')
  expect(await visitor.until('notice')).toMatchObject({ code: 'person-gone' })
  await visitor.until('turn.end', (event) => event.outcome === 'chat')
  expect(await handoversOf(team, visitor.sid)).toMatchObject([{ state: 'left', outcome: 'gone' }])
  visitor.close()
})

test('limits how often a visitor can ring a team', async () => {
  const team = await makeTeam()
  await report(team.colleague, team.workspaceId, true)
  for (let talk = 0; talk < 8; talk += 1) {
    const visitor = await greeted(team.demoId)
    visitor.send({ t: 'ui.click', action: 'human' })
    await visitor.until('person')
    visitor.send({ t: 'ui.click', action: 'end' })
    await visitor.until('bye')
  }
  await server.stored()
  const { data } = await team.owner.client.from('handovers').select('id,state').throwOnError()
  expect(data).toHaveLength(6)
  // Visitors who have left no longer ring.
  expect(data.filter(({ state }) => state === 'ringing')).toEqual([])
})
