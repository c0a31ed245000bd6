import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { ServerEvent } from '#protocol/agent-events.ts'
import type { ConversationTurnRow } from '#protocol/rows.ts'
import { startAgentServer, type AgentServer } from '#support/agent-server.ts'
import { AgentVisitor, helloWith, postAgent, requestTicket } from '#support/agent-visitor.ts'
import type { SignedUp } from '#support/backend.ts'
import { addNotesDemo } from '#support/notes-demo.ts'

let server: AgentServer
let author: SignedUp
let demoId: string

beforeAll(async () => {
  server = await startAgentServer()
  author = await server.backend.signUp()
  demoId = await addNotesDemo(author.client)
})

afterAll(() => server.close())

async function readTurns(client: SignedUp['client'], sid: string): Promise<readonly ConversationTurnRow[]> {
  await server.stored()
  const { data, error } = await client.from('conversation_turns').select('*').eq('conversation_id', sid).order('number')
  if (error !== null) throw error
  return data as ConversationTurnRow[]
}

test('greets, presents every step as its words begin, and asks for questions', async () => {
  const visitor = await AgentVisitor.start(server.url, demoId)
  const greeting = await visitor.nextTurn(0)
  expect(greeting.segs.map((seg) => seg.text).join(' ')).toBe(
    "I'm Leo, an AI assistant. I can show you Ledgerline reports in 4 steps. Shall I start?",
  )
  const shown: number[] = []
  for (;;) {
    const from = visitor.events.length
    visitor.send({ t: 'ui.click', action: shown.length === 0 ? 'continue' : 'next' })
    const turn = await visitor.nextTurn(from)
    const show = visitor.events.slice(from).find((event) => event.t === 'step.show')
    if (show?.t !== 'step.show') break
    expect(show.afterSeg).toEqual({ turn: turn.turn, seg: 0 })
    shown.push(show.n)
    visitor.play(turn.turn, turn.segs.length)
  }
  expect(shown).toEqual([1, 2, 3, 4])
  await visitor.until('state', (state) => state.name === 'wrap')
  visitor.close()
})

test('answers from the notes citing the step, and the author reads the conversation', async () => {
  const visitor = await AgentVisitor.start(server.url, demoId)
  const greeting = await visitor.nextTurn(0)
  visitor.play(greeting.turn, greeting.segs.length)
  const from = visitor.events.length
  visitor.say('How long are exports kept?')
  const answer = await visitor.nextTurn(from)
  expect(answer.outcome).toBe('answered')
  expect(answer.segs[1]).toMatchObject({ text: 'They are kept for 90 days.', cite: [{ stepOrder: 4 }] })
  expect(visitor.events.slice(from).find((event) => event.t === 'step.show')).toMatchObject({ n: 4 })

  const later = visitor.events.length
  visitor.play(answer.turn, answer.segs.length)
  visitor.say('What is the weather in Lisbon?')
  const unknown = await visitor.nextTurn(later)
  expect(unknown.outcome).toBe('unknown')
  expect(unknown.segs[0]?.text).toBe("I don't have that in my notes.")
  expect(unknown.segs.flatMap((seg) => seg.cite)).toEqual([])
  visitor.send({ t: 'ui.click', action: 'end' })
  await visitor.until('bye')

  const turns = await readTurns(author.client, visitor.sid)
  expect(turns.map(({ number, speaker, outcome, cited_steps }) => ({ number, speaker, outcome, cited_steps }))).toEqual(
    [
      { number: 1, speaker: 'agent', outcome: 'greeted', cited_steps: [] },
      { number: 2, speaker: 'visitor', outcome: null, cited_steps: [] },
      { number: 3, speaker: 'agent', outcome: 'answered', cited_steps: [4] },
      { number: 4, speaker: 'visitor', outcome: null, cited_steps: [] },
      { number: 5, speaker: 'agent', outcome: 'unknown', cited_steps: [] },
    ],
  )
  const conversation = await author.client.from('conversations').select('*').eq('id', visitor.sid).single()
  expect(conversation.data).toMatchObject({ demo_id: demoId, mode: 'text', turn_count: 5, end_reason: 'visitor' })
})

test('says the fallbacks of variables, the text’s own before the demo’s', async () => {
  const notes = [
    { title: 'Your shop', description: 'Orders of {{company}} arrive here. {{name|Your team}} packs them.' },
  ]
  const id = await addNotesDemo(author.client, notes)
  const look = { variables: [{ name: 'company', fallback: 'your shop' }] }
  await author.client.from('demos').update({ look }).eq('id', id).throwOnError()
  const visitor = await AgentVisitor.start(server.url, id)
  const greeting = await visitor.nextTurn(0)
  visitor.play(greeting.turn, greeting.segs.length)
  const from = visitor.events.length
  visitor.send({ t: 'ui.click', action: 'continue' })
  const turn = await visitor.nextTurn(from)
  expect(turn.segs.map(({ text }) => text)).toEqual(['Orders of your shop arrive here.', 'Your team packs them.'])
  visitor.close()
})

test('suggests questions that the agent answers, and none that was asked', async () => {
  const visitor = await AgentVisitor.start(server.url, demoId)
  await visitor.nextTurn(0)
  visitor.say('How long are exports kept?')
  const first = await visitor.until('suggest')
  expect(first.questions.length).toBeGreaterThan(0)
  expect(first.questions).not.toContain('How long are exports kept?')
  const [question = ''] = first.questions
  const from = visitor.events.length
  visitor.say(question)
  const answer = await visitor.nextTurn(from)
  expect(answer.outcome).toBe('answered')
  const next = visitor.events.slice(from).findLast((event) => event.t === 'suggest')
  expect(next?.questions ?? []).not.toContain(question)
  visitor.close()
})

test('hides a conversation from everybody but the author’s workspace', async () => {
  const visitor = await AgentVisitor.start(server.url, demoId)
  await visitor.nextTurn(0)
  visitor.say('my password is hunter2 and my card is 4242 4242 4242 4242')
  await visitor.until('user.final')
  const turns = await readTurns(author.client, visitor.sid)
  expect(turns[1]?.text).toBe('my password is [password removed] and my card is [card number removed]')
  const stranger = await server.backend.signUp()
  expect(await readTurns(stranger.client, visitor.sid)).toEqual([])
  const anonymous = server.backend.anonClient({ 'x-demo-id': demoId })
  for (const table of ['conversations', 'conversation_turns', 'agents']) {
    const { data, error } = await anonymous.from(table).select('*')
    expect(error?.code ?? data).toBe('42501')
  }
  const forged = await author.client
    .from('conversation_turns')
    .insert({ conversation_id: visitor.sid, number: 99, speaker: 'agent', text: 'x', source: 'agent' })
  expect(forged.error?.code).toBe('42501')
  visitor.close()
})

test('stores what was heard when the visitor interrupts', async () => {
  const visitor = await AgentVisitor.start(server.url, demoId, 'voice', { tts: true })
  const greeting = await visitor.nextTurn(0)
  visitor.send({ t: 'play.start', turn: greeting.turn, seg: 0 })
  visitor.send({ t: 'play.end', turn: greeting.turn, seg: 0 })
  visitor.send({ t: 'play.start', turn: greeting.turn, seg: 1 })
  visitor.send({ t: 'interrupt', turn: greeting.turn, seg: 1, playedMs: 1_000, segMs: 2_000, cause: 'stop' })
  const cut = await visitor.until('turn.truncated')
  expect(cut.heard).toBe("I'm Leo, an AI assistant. I can show you —")
  await visitor.until('state', (state) => state.name === 'paused')
  const [turn] = await readTurns(author.client, visitor.sid)
  expect(turn).toMatchObject({ text: cut.heard, interrupted: true })
  visitor.close()
})

test('stores a written answer as a whole, also when something else cuts it short', async () => {
  const visitor = await AgentVisitor.start(server.url, demoId)
  const greeting = await visitor.nextTurn(0)
  visitor.say('Which plans are there?')
  await visitor.nextTurn(greeting.turn)
  const [turn] = await readTurns(author.client, visitor.sid)
  expect(turn).toMatchObject({ text: greeting.segs.map(({ text }) => text).join(' '), interrupted: false })
  visitor.close()
})

test('resumes after a dropped connection without loss or duplicates', async () => {
  const visitor = await AgentVisitor.start(server.url, demoId)
  const greeting = await visitor.nextTurn(0)
  visitor.play(greeting.turn, greeting.segs.length)
  visitor.say('How long are exports kept?')
  await visitor.until('seg', (seg) => seg.text.includes('90 days'))
  visitor.drop()
  const seen = visitor.lastSeq
  await visitor.resume()
  const ready = await visitor.until('ready', (event) => event.resumed)
  expect(ready.lastClientSeq).toBeGreaterThan(0)
  // Resends what the server already has: it must not count twice.
  visitor.send({ t: 'user.text', turn: 1, text: 'How long are exports kept?', source: 'typed' }, ready.lastClientSeq)
  visitor.say('bye')
  await visitor.until('user.final', (event) => event.text === 'bye')
  await visitor.until('turn.end', (event) => event.outcome === 'ended')
  const numbered = visitor.events.filter((event) => event.t !== 'ready' && event.t !== 'pong').map((event) => event.seq)
  expect(numbered).toEqual(Array.from({ length: numbered.length }, (_, index) => index + 1))
  expect(numbered.length).toBeGreaterThan(seen)
  expect(visitor.events.filter((event) => event.t === 'user.final')).toHaveLength(2)
  visitor.close()
})

test('requires the token to open a conversation', async () => {
  const visitor = await AgentVisitor.start(server.url, demoId)
  const thief = new AgentVisitor(server.url)
  thief.sid = visitor.sid
  thief.token = (await requestTicket(server.url, demoId)).token
  await thief.resume()
  expect(await thief.until('bye')).toMatchObject({ reason: 'dropped' })
  const again = new AgentVisitor(server.url)
  await again.connect()
  again.send(helloWith(visitor.token))
  expect(await again.until('bye')).toMatchObject({ reason: 'refused' })
  visitor.close()
})

test.each([
  ['draft', 'draft'],
  ['archived', 'archived'],
])('refuses a demo that is %s as if it did not exist', async (_, status) => {
  const hidden = await addNotesDemo(author.client)
  const ticket = await requestTicket(server.url, hidden)
  await author.client.from('demos').update({ status }).eq('id', hidden)
  await expect(requestTicket(server.url, hidden)).rejects.toThrow('Demo not found')
  // An older token isn't valid any more, either.
  const visitor = new AgentVisitor(server.url)
  await visitor.connect()
  visitor.send(helloWith(ticket.token))
  expect(await visitor.until('bye')).toMatchObject({ reason: 'refused', text: 'Demo not found' })
})

test.each(['turned off', 'opened by a link that is turned off'])(
  'ends the conversation about a demo that is %s, within a second',
  async (closing) => {
    const id = await addNotesDemo(author.client)
    const { data } = await author.client
      .from('share_links')
      .insert({ demo_id: id, name: 'For Bo' })
      .select('id,token')
      .single<{ id: string; token: string }>()
    const isDemo = closing === 'turned off'
    const visitor = await AgentVisitor.start(server.url, isDemo ? id : (data?.token ?? ''))
    const other = await AgentVisitor.start(server.url, demoId)
    await visitor.nextTurn(0)
    await (isDemo
      ? author.client.from('demos').update({ status: 'draft' }).eq('id', id).throwOnError()
      : author.client
          .from('share_links')
          .update({ revoked_at: new Date().toISOString() })
          .eq('id', data?.id)
          .throwOnError())
    const closedAt = performance.now()
    expect(await visitor.until('bye')).toMatchObject({ reason: 'not-shared' })
    expect(performance.now() - closedAt).toBeLessThan(1_000)
    expect(other.events.some(({ t }) => t === 'bye')).toBe(false)
    other.close()
  },
)

test('a new password of a link ends its conversations and voids its tickets', async () => {
  const id = await addNotesDemo(author.client)
  const { data } = await author.client
    .from('share_links')
    .insert({ demo_id: id, name: 'For Bo' })
    .select('id,token')
    .single<{ id: string; token: string }>()
  const link = data ?? { id: '', token: '' }
  const setPassword = async (password: string | null) => {
    const { status } = await fetch(`${server.url}/share/v1/links/${link.id}/password`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${author.session.access_token}` },
      body: JSON.stringify({ password }),
    })
    expect(status).toBe(204)
  }
  /** Enters the password, and gets a ticket. */
  const ticketFor = async (password: string): Promise<string> => {
    const form = { method: 'POST', body: new URLSearchParams({ password }), redirect: 'manual' } as const
    const unlocked = await fetch(`${server.url}/demo/${link.token}/play`, form)
    const cookie = unlocked.headers.get('set-cookie')?.split(';')[0] ?? ''
    const answer = await postAgent(server.url, '/sessions', { demoId: link.token }, { cookie })
    return ((await answer.json()) as { readonly token: string }).token
  }
  const open = async (ticket: string): Promise<AgentVisitor> => {
    const visitor = new AgentVisitor(server.url)
    await visitor.open(ticket, 'text', {})
    return visitor
  }
  await setPassword('open sesame')
  const visitor = await open(await ticketFor('open sesame'))
  const unused = await ticketFor('open sesame')
  await setPassword('another one')
  expect(await visitor.until('bye')).toMatchObject({ reason: 'not-shared' })
  const late = new AgentVisitor(server.url)
  await late.connect()
  late.send(helloWith(unused))
  expect(await late.until('bye')).toMatchObject({ reason: 'refused', text: 'Demo not found' })

  const welcome = await open(await ticketFor('another one'))
  await setPassword(null)
  const anyone = await AgentVisitor.start(server.url, link.token)
  await setPassword('open sesame')
  expect(await anyone.until('bye')).toMatchObject({ reason: 'not-shared' })
  expect(await welcome.until('bye')).toMatchObject({ reason: 'not-shared' })
})

test.each(['00000000-0000-4000-8000-000000000000', 'nonsense', ''])('refuses the unknown demo “%s”', async (id) => {
  await expect(requestTicket(server.url, id)).rejects.toThrow(/Demo not found/)
})

test('refuses a call without a demo, and a demo without steps', async () => {
  const nameless = await postAgent(server.url, '/sessions', {})
  expect([nameless.status, await nameless.json()]).toMatchObject([400, { message: 'No demo ID provided' }])
  const empty = await addNotesDemo(author.client)
  await author.client.from('demo_steps').delete().eq('demo_id', empty).throwOnError()
  await expect(requestTicket(server.url, empty)).rejects.toThrow('No steps found for this demo')
})

test('closes the connection on invalid events', async () => {
  for (const frame of ['hello', '{"v":2}', '[]', '{"v":1,"sid":"","seq":1,"ts":1,"t":"user.text"}']) {
    const visitor = new AgentVisitor(server.url)
    await visitor.connect()
    visitor.sendRaw(frame)
    expect(await visitor.until('bye')).toMatchObject({ reason: 'protocol' })
  }
})

test('refuses pages of other sites', async () => {
  const response = await postAgent(server.url, '/sessions', { demoId }, { origin: 'https://elsewhere.example' })
  expect(response.status).toBe(403)
})

test('carries the same conversation over server-sent events', async () => {
  const visitor = await AgentVisitor.start(server.url, demoId)
  const greeting = await visitor.nextTurn(0)
  visitor.play(greeting.turn, greeting.segs.length)
  visitor.say('How long are exports kept?')
  await visitor.until('turn.end', (event) => event.outcome === 'answered')
  visitor.send({ t: 'ui.click', action: 'end' })
  await visitor.until('bye')

  const { token } = await requestTicket(server.url, demoId)
  let seq = 0
  const envelope = (sid: string, body: object) => ({ v: 1, sid, seq: (seq += 1), ts: 0, ...body })
  const opened = await postAgent(server.url, '/events', [envelope('', helloWith(token))])
  const { sid } = (await opened.json()) as { sid: string }
  const headers = { 'x-agent-token': token, 'user-agent': 'Visitor/1' }
  const stream = await fetch(`${server.url}/agent/v1/events?sid=${sid}&lastSeq=0`, { headers })
  const plays = [0, 1, 2].flatMap((seg) => [
    envelope(sid, { t: 'play.start', turn: 1, seg }),
    envelope(sid, { t: 'play.end', turn: 1, seg }),
  ])
  const question = { t: 'user.text', turn: 1, text: 'How long are exports kept?', source: 'typed' }
  await postAgent(server.url, '/events', [...plays, envelope(sid, question)], headers)
  await postAgent(server.url, '/events', [envelope(sid, { t: 'ui.click', action: 'end' })], headers)
  const streamed = (await stream.text())
    .split('\n')
    .flatMap((line) => (line.startsWith('data: ') ? [JSON.parse(line.slice(6)) as ServerEvent] : []))
  const content = (events: readonly ServerEvent[]) =>
    events.map(({ sid: _sid, ts: _ts, ...event }) => ({
      ...event,
      ...('session' in event && { session: '' }),
      ...('metrics' in event && { metrics: null }),
    }))
  expect(content(streamed).filter((event) => event.t !== 'ready')).toEqual(
    content(visitor.events).filter((event) => event.t !== 'ready'),
  )
})

describe('limits', () => {
  let limited: AgentServer
  let id: string
  let emptyId: string

  beforeAll(async () => {
    limited = await startAgentServer({
      startsPerNetwork: 6,
      concurrentPerNetwork: 2,
      turns: 2,
      turnIntervalMs: 1_000,
      sessionMs: 600_000,
    })
    const { client } = await limited.backend.signUp()
    id = await addNotesDemo(client)
    emptyId = crypto.randomUUID()
    await client.from('demos').insert({ id: emptyId, name: 'Empty', status: 'active' }).throwOnError()
  })
  afterAll(() => limited.close())

  test('limits a visitor to one question a second, 500 characters and a number of questions', async () => {
    const visitor = await AgentVisitor.start(limited.url, id)
    visitor.say('x'.repeat(501))
    expect(await visitor.until('notice')).toMatchObject({ code: 'too-long' })
    visitor.say('one')
    visitor.say('two')
    expect(await visitor.until('notice', (event) => event.code === 'too-fast')).toMatchObject({ level: 'warning' })
    for (let question = 0; question < 2; question += 1) {
      limited.backend.passTime(1_001)
      const from = visitor.events.length
      visitor.say('next question')
      await visitor.until('user.final', () => true, from)
    }
    const last = await visitor.until('turn.end', (event) => event.outcome === 'ended')
    visitor.play(last.turn, 1)
    expect(await visitor.until('bye')).toMatchObject({ reason: 'turns' })
  })

  test('limits how many sentences a network’s questions are compared with', async () => {
    const narrow = await startAgentServer({ sentencesPerNetwork: 10 })
    try {
      const { client } = await narrow.backend.signUp()
      const notes = await addNotesDemo(client)
      const first = await AgentVisitor.start(narrow.url, notes)
      const second = await AgentVisitor.start(narrow.url, notes)
      first.say('How long are exports kept?')
      await first.until('user.final')
      second.say('How long are exports kept?')
      expect(await second.until('notice')).toMatchObject({ code: 'too-fast' })
      narrow.backend.passTime(60_000)
      second.say('How long are exports kept?')
      await second.until('user.final')
    } finally {
      await narrow.close()
    }
  })

  test('limits how many turns button presses can store', async () => {
    limited.backend.passTime(600_000)
    const visitor = await AgentVisitor.start(limited.url, id)
    await visitor.nextTurn(0)
    for (let press = 0; press < 20; press += 1) {
      visitor.send({ t: 'ui.click', action: 'next' })
      visitor.send({ t: 'form.submit', field: 'fact.company', value: `Company ${press} ${'x'.repeat(900)}` })
    }
    expect(await visitor.until('notice')).toMatchObject({ code: 'too-fast' })
    visitor.send({ t: 'ui.click', action: 'end' })
    await visitor.until('bye')
    await limited.stored()
    const { data } = await limited.backend
      .serviceClient()
      .from('conversations')
      .select('turn_count')
      .eq('id', visitor.sid)
      .single()
      .throwOnError()
    expect(data.turn_count).toBeLessThanOrEqual(1 + 15)
  })

  test('refuses a language or zone that can’t be stored', async () => {
    limited.backend.passTime(600_000)
    const { token } = await requestTicket(limited.url, id)
    const visitor = new AgentVisitor(limited.url)
    await visitor.connect()
    const hello = helloWith(token)
    if (hello.t === 'hello') visitor.send({ ...hello, caps: { ...hello.caps, tz: 'UTC\0' } })
    expect(await visitor.until('bye')).toMatchObject({ reason: 'protocol' })
  })

  test('limits events that a network posts without a socket', async () => {
    const events = Array.from({ length: 50 }, () => ({ v: 1, sid: crypto.randomUUID(), seq: 1, ts: 0, t: 'ping' }))
    const answers = await Promise.all(Array.from({ length: 20 }, () => postAgent(limited.url, '/events', events)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([404, 429]))
    limited.backend.passTime(5_000)
    expect((await postAgent(limited.url, '/events', events)).status).toBe(404)
  })

  test('limits an address to two conversations at once and six starts', async () => {
    const first = await AgentVisitor.start(limited.url, id)
    const second = await AgentVisitor.start(limited.url, id)
    const { token } = await requestTicket(limited.url, id)
    const third = new AgentVisitor(limited.url)
    await third.connect()
    third.send(helloWith(token))
    expect(await third.until('bye')).toMatchObject({ reason: 'refused' })
    await requestTicket(limited.url, id)
    await requestTicket(limited.url, id)
    await expect(requestTicket(limited.url, id)).rejects.toThrow(/few minutes/)
    // Refused before the demo is loaded, so the message isn't about its missing steps.
    await expect(requestTicket(limited.url, emptyId)).rejects.toThrow(/few minutes/)
    for (const visitor of [first, second]) {
      visitor.send({ t: 'ui.click', action: 'end' })
      await visitor.until('bye')
    }
  })

  test('says goodbye to everybody when the server drains, and stores it', async () => {
    limited.backend.passTime(600_000)
    const visitor = await AgentVisitor.start(limited.url, id)
    await visitor.nextTurn(0)
    await limited.drain()
    expect(await visitor.until('bye')).toMatchObject({ reason: 'server-closing' })
    const { data } = await limited.backend
      .serviceClient()
      .from('conversations')
      .select('end_reason,turn_count')
      .eq('id', visitor.sid)
      .single()
    expect(data).toEqual({ end_reason: 'server-closing', turn_count: 1 })
  })
})
