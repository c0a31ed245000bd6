import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { ConversationStore } from '#server/agent/conversation-store.ts'
import { LeadReporter } from '#server/agent/lead-reporter.ts'
import { sendLeadNotices } from '#server/agent/lead-notices.ts'
import { startAgentServer } from '#support/agent-server.ts'
import { AgentVisitor } from '#support/agent-visitor.ts'
import { startBackend, type Backend } from '#support/backend.ts'
import { addNotesDemo } from '#support/notes-demo.ts'
import { makeTrackedDemo, type TrackedDemo } from '#support/tracked-demo.ts'

/* Leads from what visitors tell the agent, and the mails about them. */

let backend: Backend
let on: TrackedDemo

beforeAll(async () => {
  backend = await startBackend()
})

afterAll(() => backend.close())

interface Talk {
  readonly id: string
  readonly reporter: LeadReporter
  readonly stored: () => Promise<void>
}

/** A conversation about the demo, kept by one server; `id` continues it on another. */
async function startTalk(demo: TrackedDemo, id: string = randomUUID()): Promise<Talk> {
  const { services } = backend
  const store = new ConversationStore(services, randomUUID())
  const row = { id, workspace_id: demo.workspaceId, demo_id: demo.demoId, mode: 'text' }
  await backend
    .serviceClient()
    .from('conversations')
    .upsert({ ...row, consent_at: new Date(services.now()).toISOString() })
    .throwOnError()
  const reporter = new LeadReporter({
    store,
    conversationId: id,
    network: '203.0.113.9',
    now: services.now,
    onStored: () => undefined,
  })
  return { id, reporter, stored: () => store.flush() }
}

async function leadsOf({ owner, workspaceId }: TrackedDemo) {
  const { data } = await owner.client.from('leads').select().eq('workspace_id', workspaceId).throwOnError()
  return data as readonly Readonly<Record<string, unknown>>[]
}

async function talkOf({ owner }: TrackedDemo, id: string) {
  return (await owner.client.from('conversations').select().eq('id', id).single().throwOnError()).data
}

async function mailsTo(address: string) {
  const { delivery } = backend.services
  await sendLeadNotices(backend.services)
  await delivery.mail.settled()
  return (await delivery.outbox.list()).filter(({ to, kind }) => to === address && kind === 'lead_notice')
}

const system = (text: string, ...values: unknown[]) =>
  backend.services.database.transaction('system', [{ text, values }])

test('an email address creates a lead, and later details are added to the same lead', async () => {
  on = await makeTrackedDemo(backend)
  const { id, reporter, stored } = await startTalk(on)
  reporter.setFacts([{ field: 'size', value: 'about sixty of us' }])
  await stored()
  expect(await leadsOf(on)).toEqual([])
  reporter.setFacts([
    { field: 'size', value: 'about sixty of us' },
    { field: 'email', value: 'ada@globex.example' },
  ])
  reporter.setScore(30, [{ field: 'size', points: 30, quote: 'about sixty of us', turn: 1 }])
  await stored()
  const [first] = await leadsOf(on)
  expect(first).toMatchObject({
    source: 'talk',
    conversation_id: id,
    demo_name: 'Tour',
    email: 'ada@globex.example',
    name: 'ada',
    score: 30,
    evidence: [{ field: 'size', points: 30, quote: 'about sixty of us', turn: 1 }],
    fields: [{ label: 'Team size', value: 'about sixty of us' }],
  })
  reporter.setFacts([
    { field: 'email', value: 'ada@globex.example' },
    { field: 'name', value: 'Ada Byron' },
    { field: 'company', value: 'Globex' },
    { field: 'size', value: 'sixty' },
  ])
  reporter.setVisit('s-1')
  await stored()
  expect(await leadsOf(on)).toMatchObject([
    {
      id: first?.['id'],
      name: 'Ada Byron',
      session_id: 's-1',
      fields: [
        { label: 'Company', value: 'Globex' },
        { label: 'Team size', value: 'sixty' },
      ],
    },
  ])
  expect(await talkOf(on, id)).toMatchObject({
    score: 30,
    facts: expect.arrayContaining([{ field: 'name', value: 'Ada Byron' }]),
  })
})

test('the team gets one mail at once and one with what followed', async () => {
  const demo = await makeTrackedDemo(backend)
  const address = demo.owner.user.email ?? ''
  const { reporter, stored } = await startTalk(demo)
  const email = { field: 'email', value: 'bo@initech.example' } as const
  reporter.setFacts([email, { field: 'need', value: 'see https://evil.example/x now' }])
  await stored()
  const [first] = await mailsTo(address)
  expect(first?.subject).toBe('New lead from Tour: bo')
  expect(first?.text).toContain('bo@initech.example')
  expect(first?.text).not.toContain('evil.example')
  expect(first?.link).toMatch(/\/dashboard\/leads\//)
  for (const value of ['ten', 'eleven', 'twelve']) {
    reporter.setFacts([email, { field: 'size', value }])
    await stored()
    expect(await mailsTo(address)).toHaveLength(1)
  }
  const makeDue = `update public.lead_notices set due_at = now() where workspace_id = $1 and due_at is not null`
  await system(makeDue, demo.workspaceId)
  expect(await mailsTo(address)).toHaveLength(2)
  reporter.setFacts([email, { field: 'size', value: 'thirteen' }])
  await stored()
  await system(makeDue, demo.workspaceId)
  expect(await mailsTo(address)).toHaveLength(2)
  // A request to be called back sends another mail.
  reporter.setCallBack({ when: 'tomorrow at three', reachAt: '+49 30 123456', isOff: false })
  await stored()
  const mails = await mailsTo(address)
  expect(mails).toHaveLength(3)
  const last = mails.find(({ subject }) => subject === 'bo wants to be called back')
  expect(last?.text).toContain('Call back: tomorrow at three')
  expect(last?.text).toContain('Phone: +49 30 123456')
})

test('a mail tells the team that a call is no longer wanted', async () => {
  const demo = await makeTrackedDemo(backend)
  const address = demo.owner.user.email ?? ''
  const { reporter, stored } = await startTalk(demo)
  const reachAt = 'bo@initech.example'
  reporter.setFacts([{ field: 'email', value: reachAt }])
  reporter.setCallBack({ when: 'tomorrow at three', reachAt, isOff: false })
  await stored()
  expect((await mailsTo(address)).map(({ subject }) => subject)).toContain('bo wants to be called back')
  reporter.setCallBack({ when: '', reachAt, isOff: true })
  await stored()
  const mails = await mailsTo(address)
  expect(mails.map(({ subject }) => subject)).toContain('bo no longer wants to be called back')
})

test('a repeated or older report changes nothing, and the next server knows the rest', async () => {
  const demo = await makeTrackedDemo(backend)
  const talk = await startTalk(demo)
  talk.reporter.setFacts([{ field: 'email', value: 'eve@example.com' }])
  talk.reporter.setScore(55, [])
  await talk.stored()
  const kept = await leadsOf(demo)
  const report = (asOf: string) =>
    system('select public.keep_talk_leads($1)', JSON.stringify([{ id: talk.id, as_of: asOf, facts: [] }]))
  await report('2020-01-01T00:00:00Z')
  expect(await leadsOf(demo)).toEqual(kept)
  backend.passTime(1_000)
  const next = await startTalk(demo, talk.id)
  next.reporter.setFacts([
    { field: 'email', value: 'eve@example.com' },
    { field: 'budget', value: '10k' },
  ])
  await next.stored()
  expect(await leadsOf(demo)).toMatchObject([
    { id: kept[0]?.['id'], score: 55, fields: [{ label: 'Budget', value: '10k' }] },
  ])
})

test('removing the contact deletes the lead', async () => {
  const demo = await makeTrackedDemo(backend)
  const { reporter, stored } = await startTalk(demo)
  reporter.setFacts([{ field: 'phone', value: '030 1234' }])
  await stored()
  expect(await leadsOf(demo)).toMatchObject([{ email: null, phone: '030 1234', name: '030 1234' }])
  reporter.setFacts([])
  await stored()
  expect(await leadsOf(demo)).toEqual([])
})

test.each([
  ['an address that is none', { field: 'email', value: 'ada@' }],
  ['an endless address', { field: 'email', value: `${'a'.repeat(9_000)}@example.com` }],
] as const)('%s makes no lead', async (_, fact) => {
  const demo = await makeTrackedDemo(backend)
  const { reporter, stored, id } = await startTalk(demo)
  reporter.setFacts([fact, ...Array.from({ length: 500 }, () => ({ field: 'need', value: 'x'.repeat(900) }) as const)])
  await stored()
  expect(await leadsOf(demo)).toEqual([])
  expect((await talkOf(demo, id))['facts']).toHaveLength(10)
})

test('secrets are removed before anything is stored', async () => {
  const demo = await makeTrackedDemo(backend)
  const { reporter, stored, id } = await startTalk(demo)
  reporter.setFacts([
    { field: 'email', value: 'ada@example.com' },
    { field: 'need', value: 'a card such as 4111 1111 1111 1111\0' },
  ])
  reporter.setScore(10, [{ field: 'need', points: 10, quote: 'my password is hunter2', turn: 1 }])
  await stored()
  const kept = JSON.stringify([await leadsOf(demo), await talkOf(demo, id)])
  expect(kept).toContain('[card number removed]')
  expect(kept).not.toMatch(/4111|hunter2/)
})

test('a lead with only a number is erased with its conversation', async () => {
  const demo = await makeTrackedDemo(backend)
  const talks = [await startTalk(demo), await startTalk(demo)]
  for (const { reporter, stored } of talks) {
    reporter.setFacts([{ field: 'phone', value: '+1 555 0100' }])
    await stored()
  }
  const other = await startTalk(demo)
  other.reporter.setFacts([{ field: 'phone', value: '+1 555 0199' }])
  await other.stored()
  const lead = (await leadsOf(demo)).find((each) => each['conversation_id'] === talks[0]?.id)
  const { client } = demo.owner
  const traces = await client.rpc('get_lead_traces', { p_lead_id: lead?.['id'] }).throwOnError()
  expect(traces.data).toMatchObject([{ leads: 2, conversations: 2 }])
  expect((await client.rpc('erase_lead', { p_lead_id: lead?.['id'] }).throwOnError()).data).toBe(2)
  expect(await leadsOf(demo)).toMatchObject([{ phone: '+1 555 0199' }])
  const { data } = await client.from('conversations').select('id').eq('workspace_id', demo.workspaceId)
  expect(data).toEqual([{ id: other.id }])
  // Further messages of the erased visitor create no lead.
  talks[0]?.reporter.setFacts([{ field: 'phone', value: '+1 555 0100' }])
  await talks[0]?.stored()
  expect(await leadsOf(demo)).toHaveLength(1)
})

test('five hundred reports at once are one lead for each conversation', async () => {
  const demo = await makeTrackedDemo(backend)
  const talks = await Promise.all(Array.from({ length: 50 }, () => startTalk(demo)))
  await Promise.all(
    talks.map(async ({ reporter, stored }, at) => {
      for (let times = 0; times < 10; times += 1) {
        reporter.setFacts([
          { field: 'email', value: `many-${at}@example.com` },
          { field: 'size', value: String(times) },
        ])
      }
      await stored()
    }),
  )
  const leads = await leadsOf(demo)
  expect(leads).toHaveLength(50)
  expect(new Set(leads.map((lead) => JSON.stringify(lead['fields'])))).toEqual(
    new Set([JSON.stringify([{ label: 'Team size', value: '9' }])]),
  )
})

test('clients can neither report leads nor claim their mails', async () => {
  for (const name of ['keep_talk_leads', 'claim_lead_notices', 'finish_lead_notice', 'lead_recipients']) {
    expect((await on.owner.client.rpc(name)).error, name).not.toBeNull()
  }
})

test('facts from a conversation reach the team, and can be corrected', async () => {
  const server = await startAgentServer()
  try {
    const author = await server.backend.signUp('rosa@example.com')
    const demoId = await addNotesDemo(author.client)
    const visitor = await AgentVisitor.start(server.url, demoId)
    await visitor.nextTurn(0)
    visitor.say('We are about sixty people, you can reach me at ada@globex.example')
    const told = await visitor.until('facts', ({ facts }) => facts.some(({ field }) => field === 'email'))
    expect(told.facts).toContainEqual({ field: 'email', value: 'ada@globex.example' })
    const leads = async () => {
      await server.stored()
      return (await author.client.from('leads').select().throwOnError()).data
    }
    await expect
      .poll(leads, { timeout: 10_000 })
      .toMatchObject([{ source: 'talk', conversation_id: visitor.sid, email: 'ada@globex.example' }])
    visitor.send({ t: 'form.submit', field: 'fact.company', value: 'Globex\0 Ltd' })
    await expect
      .poll(async () => JSON.stringify((await leads()).map(({ fields }) => fields)), { timeout: 10_000 })
      .toContain('{"label":"Company","value":"Globex Ltd"}')
    const { delivery } = server.backend.services
    const mails = async () => {
      await delivery.mail.settled()
      return (await delivery.outbox.list()).filter(({ kind }) => kind === 'lead_notice').map(({ to }) => to)
    }
    await expect.poll(mails, { timeout: 10_000 }).toEqual(['rosa@example.com'])
    visitor.send({ t: 'form.submit', field: 'fact.email', value: '' })
    await expect.poll(leads, { timeout: 10_000 }).toEqual([])
    visitor.close()
  } finally {
    await server.close()
  }
})
