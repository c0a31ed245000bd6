import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { AgentVisitor } from '#support/agent-visitor.ts'
import { startAgentServer, startNeighbour, type AgentServer } from '#support/agent-server.ts'
import type { SignedUp } from '#support/backend.ts'
import { startFakeRecogniser, type FakeRecogniser } from '#support/fake-hearing/fake-recogniser.ts'
import { silenceFrame, voiceFrame } from '#support/fake-hearing/sounds.ts'
import { startFakeSpeech, type FakeSpeech } from '#support/fake-speech.ts'
import { addNotesDemo } from '#support/notes-demo.ts'

/* Visitors who turn voice on in a talk that began by typing, and off again. */

let recogniser: FakeRecogniser
let speech: FakeSpeech
let server: AgentServer
let author: SignedUp
let demoId: string

beforeAll(async () => {
  recogniser = await startFakeRecogniser('deepgram')
  speech = await startFakeSpeech('openai-compatible')
  server = await startAgentServer(
    {},
    {
      env: {
        STT_PROVIDER: 'deepgram',
        STT_URL: recogniser.url,
        STT_API_KEY: 'a-key',
        TTS_PROVIDER: 'openai-compatible',
        TTS_URL: speech.url,
      },
    },
  )
  author = await server.backend.signUp()
  demoId = await addNotesDemo(author.client)
})
afterAll(async () => {
  await server.close()
  await recogniser.close()
  await speech.close()
})
beforeEach(() => {
  recogniser.words = ['how', 'long', 'are', 'exports', 'kept']
})

const voice = { t: 'mode', mode: 'voice', audioIn: true, audioOut: true } as const
const text = { t: 'mode', mode: 'text', audioIn: false, audioOut: false } as const

async function type(): Promise<AgentVisitor> {
  const visitor = await AgentVisitor.start(server.url, demoId, 'text', { tts: true })
  const greeting = await visitor.nextTurn(0)
  visitor.play(greeting.turn, greeting.segs.length)
  return visitor
}

async function ask(visitor: AgentVisitor, question: string) {
  const from = visitor.events.length
  visitor.say(question)
  const answer = await visitor.nextTurn(from)
  visitor.play(answer.turn, answer.segs.length)
  return { ...answer, speak: answer.segs[0]?.speak }
}

/** Sends speech until words are recognised. */
async function speak(visitor: AgentVisitor): Promise<string> {
  const from = visitor.events.length
  visitor.send({ t: 'listen', isOn: true })
  server.backend.passTime(2_000)
  for (let at = 0; at < 1_000; at += 20) visitor.sendSound(voiceFrame())
  for (let at = 0; at < 400; at += 20) visitor.sendSound(silenceFrame())
  return (await visitor.until('heard', ({ isFinal }) => isFinal, from)).text
}

/** Ends the talk, and with it the provider's connection. */
async function leave(visitor: AgentVisitor): Promise<void> {
  visitor.send({ t: 'ui.click', action: 'end' })
  await visitor.until('bye')
  await expect.poll(() => recogniser.open()).toBe(0)
  visitor.close()
}

async function storedMode({ sid }: AgentVisitor): Promise<string> {
  await server.stored()
  const { data } = await author.client.from('conversations').select('mode').eq('id', sid).single().throwOnError()
  return String(data['mode'])
}

test('a typed talk is heard and spoken once the visitor turns voice on, and counts as one by voice', async () => {
  const visitor = await type()
  expect((await ask(visitor, 'Where do statements come from?')).speak).toBe('client')
  expect(await storedMode(visitor)).toBe('text')
  visitor.send(voice)
  expect(await speak(visitor)).toBe('how long')
  const { speak: by, turn, segs } = await ask(visitor, 'How long are exports kept?')
  expect(by).toBe('stream')
  await visitor.until('seg.end', (event) => event.turn === turn && event.seg === segs.length - 1)
  expect(visitor.soundMs(turn)).toBe(600 * segs.length)
  expect(await storedMode(visitor)).toBe('voice')
  await leave(visitor)
})

test('voice that is turned off is neither recognised nor billed until it is on again', async () => {
  const visitor = await type()
  visitor.send(voice)
  await speak(visitor)
  expect(recogniser.open()).toBe(1)
  visitor.send(text)
  await expect.poll(() => recogniser.open()).toBe(0)
  const { connections } = recogniser
  const before = { connections: connections.length, sentences: speech.requests.length }
  visitor.send({ t: 'listen', isOn: true })
  for (let at = 0; at < 500; at += 20) visitor.sendSound(voiceFrame())
  expect((await ask(visitor, 'How long are exports kept?')).speak).toBe('client')
  expect({ connections: connections.length, sentences: speech.requests.length }).toEqual(before)
  visitor.send(voice)
  expect(await speak(visitor)).toBe('how long')
  expect(await storedMode(visitor)).toBe('voice')
  await leave(visitor)
})

test('a sentence being spoken ends at once when voice is turned off', async () => {
  speech.sound = { ms: 60_000, pace: 1 }
  const visitor = await type()
  visitor.send(voice)
  await speak(visitor)
  const { turn } = await ask(visitor, 'How are colleagues invited?')
  await expect.poll(() => visitor.soundMs(turn)).toBeGreaterThan(0)
  const broken = speech.broken()
  visitor.send(text)
  await expect.poll(() => speech.broken()).toBeGreaterThan(broken)
  speech.sound = {}
  await leave(visitor)
})

test('another server continues by voice', async () => {
  const neighbour = await startNeighbour(server)
  const visitor = await type()
  visitor.send(voice)
  await ask(visitor, 'Where do statements come from?')
  await server.stored()
  visitor.drop()
  await visitor.closed()
  await visitor.resume(neighbour.url)
  expect(await visitor.until('ready', ({ resumed }) => resumed)).toMatchObject({ mode: 'voice', takesMode: true })
  expect((await ask(visitor, 'How long are exports kept?')).speak).toBe('stream')
  expect(await speak(visitor)).toBe('how long')
  await leave(visitor)
  await neighbour.close()
})
