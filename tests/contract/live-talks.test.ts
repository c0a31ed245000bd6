import { afterAll, beforeAll, expect, test } from 'vitest'

import type { ServerEvent } from '#protocol/agent-events.ts'
import { startAgentServer, startNeighbour, type AgentServer, type Neighbour } from '#support/agent-server.ts'
import { AgentVisitor, postAgent, requestTicket } from '#support/agent-visitor.ts'
import type { SignedUp } from '#support/backend.ts'
import { addNotesDemo } from '#support/notes-demo.ts'

/* Conversations on two servers with one database: a browser may reach either at any time. */

let server: AgentServer
let neighbour: Neighbour
let author: SignedUp
let demoId: string

beforeAll(async () => {
  server = await startAgentServer()
  neighbour = await startNeighbour(server)
  author = await server.backend.signUp()
  demoId = await addNotesDemo(author.client)
})

afterAll(async () => {
  await neighbour.close()
  await server.close()
})

async function greeted(url = server.url): Promise<AgentVisitor> {
  const visitor = await AgentVisitor.start(url, demoId)
  const { turn, segs } = await visitor.nextTurn(0)
  visitor.play(turn, segs.length)
  return visitor
}

function numbersOf({ events }: AgentVisitor): readonly number[] {
  return events.filter((event) => event.seq > 0 && !unnumbered.has(event.t)).map((event) => event.seq)
}

const unnumbered: ReadonlySet<ServerEvent['t']> = new Set(['ready', 'pong'])

function upTo(count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => index + 1)
}

async function storedTurns(sid: string): Promise<readonly string[]> {
  const { data } = await author.client
    .from('conversation_turns')
    .select('number,speaker,text')
    .eq('conversation_id', sid)
    .order('number')
    .throwOnError()
  expect(data.map(({ number }) => Number(number))).toEqual(upTo(data.length))
  return data.map(({ speaker, text }) => `${String(speaker)}: ${String(text)}`)
}

test('continues on another server without loss or duplicates', async () => {
  const visitor = await greeted()
  for (const url of [neighbour.url, server.url, neighbour.url]) {
    const from = visitor.events.length
    visitor.say('How long are exports kept?')
    await visitor.nextTurn(from)
    visitor.drop()
    await visitor.resume(url)
    const ready = await visitor.until('ready', () => true, from)
    expect(ready).toMatchObject({ resumed: true, session: visitor.sid })
  }
  const from = visitor.events.length
  visitor.say('bye')
  await visitor.until('turn.end', (event) => event.outcome === 'ended', from)
  expect(numbersOf(visitor)).toEqual(upTo(numbersOf(visitor).length))
  const said = (await storedTurns(visitor.sid)).filter((turn) => turn.startsWith('visitor'))
  expect(said).toEqual([
    'visitor: How long are exports kept?',
    'visitor: How long are exports kept?',
    'visitor: How long are exports kept?',
    'visitor: bye',
  ])
})

test('sends what a dead connection missed, also through another server', async () => {
  const visitor = await greeted()
  const from = visitor.events.length
  visitor.say('Which banks do statements come from?')
  await visitor.nextTurn(from)
  const seen = visitor.events.find((event) => event.t === 'user.final')?.seq ?? 0
  const missed = visitor.events.filter((event) => event.seq > seen)
  visitor.drop()
  visitor.events.length = 0
  await visitor.connect()
  visitor.url = neighbour.url
  await visitor.connect()
  visitor.send({ t: 'resume', token: visitor.token, lastSeq: seen }, 0)
  await visitor.until('turn.end')
  expect(visitor.events.filter((event) => event.t !== 'ready')).toEqual(missed)
  visitor.close()
})

test('answers a question once that the first server took and did not answer', async () => {
  const visitor = await greeted()
  const question = 'How long are exports kept?'
  // The answer is under way when the connection dies.
  visitor.say(question)
  const last = visitor.lastSent
  visitor.drop()
  await visitor.resume(neighbour.url)
  const { lastClientSeq } = await visitor.until('ready', (event) => event.resumed)
  // As a browser does with what was not confirmed.
  if (lastClientSeq < last) visitor.send({ t: 'user.text', turn: 1, text: question, source: 'typed' }, last)
  await visitor.until('turn.end', (event) => event.outcome === 'answered')
  expect(visitor.events.filter((event) => event.t === 'user.final')).toHaveLength(1)
  expect(numbersOf(visitor)).toEqual(upTo(numbersOf(visitor).length))
  expect((await storedTurns(visitor.sid)).filter((turn) => turn === `visitor: ${question}`)).toHaveLength(1)
  visitor.close()
})

test('disconnects the first server’s browser once another server has the talk', async () => {
  const visitor = await greeted()
  const second = new AgentVisitor(neighbour.url)
  second.sid = visitor.sid
  second.token = visitor.token
  await second.resume()
  await second.until('ready')
  await visitor.closed()
  second.send({ t: 'user.text', turn: 1, text: 'How long are exports kept?', source: 'typed' }, 50)
  await second.until('turn.end', (event) => event.outcome === 'answered')
  expect(visitor.events.filter((event) => event.t === 'bye')).toEqual([])
  second.close()
})

test('refuses a conversation to another token', async () => {
  const visitor = await greeted()
  const thief = new AgentVisitor(neighbour.url)
  thief.sid = visitor.sid
  thief.token = (await requestTicket(neighbour.url, demoId)).token
  await thief.resume()
  expect(await thief.until('bye')).toMatchObject({ reason: 'dropped' })
  const events = [{ v: 1, sid: visitor.sid, seq: 99, ts: 1, t: 'ui.click', action: 'end' }]
  const posted = await postAgent(neighbour.url, '/events', events, { 'x-agent-token': thief.token })
  expect(posted.status).toBe(404)
  const from = visitor.events.length
  visitor.say('How long are exports kept?')
  await visitor.until('turn.end', (event) => event.outcome === 'answered', from)
  visitor.close()
})

test('passes events posted to one server on to the other', async () => {
  const visitor = await greeted()
  const from = visitor.events.length
  const question = { v: 1, sid: visitor.sid, seq: 60, ts: 1, t: 'user.text', turn: 1, source: 'typed' }
  const posted = await postAgent(neighbour.url, '/events', [{ ...question, text: 'How long are exports kept?' }], {
    'x-agent-token': visitor.token,
  })
  expect(posted.status).toBe(200)
  await visitor.until('turn.end', (event) => event.outcome === 'answered', from)
  visitor.close()
})

test('hands its conversations over to another server when it shuts down', async () => {
  const leaving = await startNeighbour(server)
  const visitor = await greeted(leaving.url)
  const closed = visitor.closed()
  await leaving.close()
  await closed
  expect(visitor.events.filter((event) => event.t === 'bye')).toEqual([])
  await visitor.resume(server.url)
  const from = visitor.events.length
  visitor.say('How long are exports kept?')
  await visitor.until('turn.end', (event) => event.outcome === 'answered', from)
  expect(numbersOf(visitor)).toEqual(upTo(numbersOf(visitor).length))
  visitor.close()
})

test('forgets a talk once it is over', async () => {
  const visitor = await greeted()
  const live = () => author.client.from('live_talks').select('phase').eq('conversation_id', visitor.sid).throwOnError()
  await server.stored()
  expect((await live()).data).toEqual([{ phase: 'greet' }])
  visitor.send({ t: 'ui.click', action: 'end' })
  await visitor.until('bye')
  await server.stored()
  expect((await live()).data).toEqual([])
  await visitor.resume(neighbour.url)
  expect(await visitor.until('bye', (event) => event.reason === 'dropped')).toBeDefined()
})
