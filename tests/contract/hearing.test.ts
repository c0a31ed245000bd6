import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { AgentVisitor, requestTicket } from '#support/agent-visitor.ts'
import { startAgentServer, type AgentServer } from '#support/agent-server.ts'
import type { SignedUp } from '#support/backend.ts'
import { startFakeRecogniser, type FakeRecogniser } from '#support/fake-hearing/fake-recogniser.ts'
import { silenceFrame, voiceFrame } from '#support/fake-hearing/sounds.ts'
import { addNotesDemo } from '#support/notes-demo.ts'

/* Conversations in which a provider recognises the visitors' speech for the server. */

let fake: FakeRecogniser
let server: AgentServer
let author: SignedUp
let demoId: string

beforeAll(async () => {
  fake = await startFakeRecogniser('deepgram')
  server = await startAgentServer(
    {},
    {
      env: {
        STT_PROVIDER: 'deepgram',
        STT_URL: fake.url,
        STT_API_KEY: 'a-key',
        // More expensive than any real provider, so that the cost shows in cents.
        STT_PRICE_PER_MINUTE: '0.6',
      },
    },
  )
  author = await server.backend.signUp()
  demoId = await addNotesDemo(author.client)
})
afterAll(async () => {
  await server.close()
  await fake.close()
})
beforeEach(() => {
  fake.manner = 'well'
  fake.words = ['how', 'long', 'are', 'exports', 'kept']
  server.backend.passTime(61_000)
})

async function visit() {
  const visitor = await AgentVisitor.start(server.url, demoId, 'voice')
  const greeting = await visitor.nextTurn(0)
  visitor.play(greeting.turn, greeting.segs.length)
  return visitor
}

function speak(visitor: AgentVisitor, ms: number): void {
  for (let at = 0; at < ms; at += 20) visitor.sendSound(voiceFrame())
}

/** A visitor whose recogniser broke off after two words. */
async function visitAndLoseHearing() {
  fake.manner = 'cut'
  const visitor = await visit()
  visitor.send({ t: 'listen', isOn: true })
  speak(visitor, 1_500)
  await visitor.until('hearing.lost')
  return visitor
}

function rest(visitor: AgentVisitor): void {
  for (let at = 0; at < 400; at += 20) visitor.sendSound(silenceFrame())
}

/** The workspace's money spent on hearing, in US cents. */
async function centsSpent(): Promise<number> {
  const { data } = await author.client.from('model_usage').select('micro_cents').eq('purpose', 'hearing').throwOnError()
  return (data as readonly { micro_cents: number }[]).reduce((sum, row) => sum + row.micro_cents, 0) / 1_000_000
}

describe('speech recognised by a provider', () => {
  test('is announced with the ticket, by the company’s name', async () => {
    const { speech } = await requestTicket(server.url, demoId)
    expect(speech).toMatchObject({ hearing: 'provider', processors: ['Deepgram'], languages: ['en'] })
  })

  test('arrives as words, and the words are answered', async () => {
    const visitor = await visit()
    visitor.send({ t: 'listen', isOn: true })
    speak(visitor, 1_200)
    await visitor.until('heard', ({ text }) => text === 'how long')
    server.backend.passTime(2_000)
    speak(visitor, 1_300)
    rest(visitor)
    const whole = await visitor.until('heard', ({ isFinal }) => isFinal)
    expect(whole).toMatchObject({ text: 'how long are exports kept', conf: 0.93, seq: 0 })
    const from = visitor.events.length
    visitor.send({ t: 'user.text', turn: 1, text: whole.text, source: 'voice' })
    const { segs } = await visitor.nextTurn(from)
    expect(segs.map(({ text }) => text).join(' ')).toContain('90 days')
    visitor.close()
  })

  test('is billed for the audio sent', async () => {
    const before = await centsSpent()
    const visitor = await visit()
    visitor.send({ t: 'listen', isOn: true })
    speak(visitor, 1_000)
    await visitor.until('heard')
    visitor.send({ t: 'ui.click', action: 'end' })
    await visitor.until('bye')
    await expect.poll(async () => (await centsSpent()) - before).toBeCloseTo(1, 5)
  })

  test('doesn’t start when the daily budget doesn’t cover a minute', async () => {
    const env = {
      STT_PROVIDER: 'deepgram',
      STT_URL: fake.url,
      STT_PRICE_PER_MINUTE: '0.6',
      LLM_DAILY_BUDGET_CENTS: '10',
    }
    const poor = await startAgentServer({}, { env })
    const connections = fake.connections.length
    const visitor = await AgentVisitor.start(
      poor.url,
      await addNotesDemo((await poor.backend.signUp()).client),
      'voice',
    )
    visitor.send({ t: 'listen', isOn: true })
    await visitor.until('hearing.lost')
    expect(fake.connections.length).toBe(connections)
    visitor.close()
    await poor.close()
  })

  test('never starts for a visitor who types, or without a conversation', async () => {
    const connections = fake.connections.length
    const typing = await AgentVisitor.start(server.url, demoId, 'text')
    typing.send({ t: 'listen', isOn: true })
    speak(typing, 500)
    const stranger = new AgentVisitor(server.url)
    await stranger.connect()
    speak(stranger, 500)
    stranger.send({ t: 'listen', isOn: true })
    await stranger.closed()
    typing.send({ t: 'ping' })
    await typing.until('pong')
    expect(fake.connections.length).toBe(connections)
    typing.close()
  })

  test('falls back in the same turn when the provider fails, and the conversation continues', async () => {
    const visitor = await visitAndLoseHearing()
    expect(visitor.events.findLast(({ t }) => t === 'heard')).toMatchObject({ text: 'how long', isFinal: true })
    const from = visitor.events.length
    visitor.send({ t: 'user.text', turn: 1, text: 'How long are exports kept?', source: 'typed' })
    expect((await visitor.nextTurn(from)).outcome).toBe('answered')
    visitor.close()
  })

  test('is tried again at once when the visitor opens the microphone again', async () => {
    const visitor = await visitAndLoseHearing()
    fake.manner = 'well'
    const from = visitor.events.length
    visitor.send({ t: 'listen', isOn: false })
    visitor.send({ t: 'listen', isOn: true })
    server.backend.passTime(2_000)
    speak(visitor, 1_000)
    rest(visitor)
    // Doesn't contain the earlier words, which the browser has dropped.
    expect((await visitor.until('heard', ({ isFinal }) => isFinal, from)).text).toBe('how long')
    visitor.close()
  })

  test('continues after the browser reconnects', async () => {
    const visitor = await visit()
    visitor.send({ t: 'listen', isOn: true })
    visitor.drop()
    await visitor.closed()
    await visitor.resume()
    await visitor.until('ready', ({ resumed }) => resumed)
    speak(visitor, 1_000)
    rest(visitor)
    expect(await visitor.until('heard', ({ isFinal }) => isFinal)).toMatchObject({ text: 'how long' })
    visitor.close()
  })

  test('a connection that floods audio is closed', async () => {
    const visitor = await visit()
    for (let index = 0; index < 400; index += 1) visitor.sendSound(Buffer.alloc(10))
    await visitor.closed()
    expect(visitor.events.at(-1)?.t).not.toBe('bye')
  })

  test('stores no audio and no words that were not said as a turn', async () => {
    const visitor = await visit()
    visitor.send({ t: 'listen', isOn: true })
    speak(visitor, 1_500)
    rest(visitor)
    await visitor.until('heard', ({ isFinal }) => isFinal)
    await server.stored()
    const { data } = await author.client
      .from('conversation_turns')
      .select('text')
      .eq('conversation_id', visitor.sid)
      .eq('speaker', 'visitor')
      .throwOnError()
    expect(data).toEqual([])
    visitor.close()
  })
})
