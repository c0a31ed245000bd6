import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import type { DemoNarration } from '#protocol/narration.ts'
import { preparedSpeech } from '#server/speech/prepare-speech.ts'
import { startAgentServer, type AgentServer } from '#support/agent-server.ts'
import type { SignedUp } from '#support/backend.ts'
import { startFakeSpeech, type FakeSpeech } from '#support/fake-speech.ts'
import { addNotesDemo } from '#support/notes-demo.ts'

/* The agent's script in a provider's voice, as narration. */

let fake: FakeSpeech
let server: AgentServer
let author: SignedUp
let demoId: string

beforeAll(async () => {
  fake = await startFakeSpeech('openai-compatible')
  server = await startAgentServer({}, { env: { TTS_PROVIDER: 'openai-compatible', TTS_URL: fake.url } })
})
afterAll(async () => {
  await server.close()
  await fake.close()
})
beforeEach(async () => {
  fake.sound = { ms: 200 }
  author = await server.backend.signUp()
  demoId = await addNotesDemo(author.client)
})

async function narrate(): Promise<DemoNarration> {
  const answer = await server.backend.app.request(`/narration/v1/demos/${demoId}`)
  return (await answer.json()) as DemoNarration
}

async function settle(): Promise<void> {
  await preparedSpeech()
  await server.backend.services.speech.settled()
}

test('the first visitor hears their browser’s voice, later ones the provider’s, each sentence with its caption', async () => {
  const before = fake.requests.length
  const first = await narrate()
  expect(first.steps.map(({ audio }) => audio)).toEqual(first.steps.map(() => null))
  await settle()
  const sentences = new Set(first.steps.flatMap((step) => step.sentences))
  expect(fake.requests.length - before).toBe(sentences.size)

  const { steps } = await narrate()
  for (const { audio, sentences: captions } of steps) {
    const ends = captions.map((_, index) => (index + 1) * 450)
    expect(audio).toMatchObject({ ms: captions.length * 450 - 250 })
    expect(audio?.endsMs?.slice(0, -1)).toEqual(ends.slice(0, -1))
    expect(audio?.endsMs?.at(-1)).toBe(audio?.ms)
  }
  const { url = '', ms = 0 } = steps[0]?.audio ?? {}
  const whole = await server.backend.app.request(url)
  expect([whole.status, whole.headers.get('content-type')]).toEqual([200, 'audio/wav'])
  const bytes = new Uint8Array(await whole.arrayBuffer())
  expect(bytes.length).toBe(44 + ms * 48)
  const part = await server.backend.app.request(url, { headers: { range: 'bytes=44-' } })
  expect([part.status, part.headers.get('content-range')]).toEqual([
    206,
    `bytes 44-${bytes.length - 1}/${bytes.length}`,
  ])
  expect(new Uint8Array(await part.arrayBuffer())).toEqual(bytes.slice(44))
  const last = await server.backend.app.request(url, { headers: { range: 'bytes=-2' } })
  expect((await last.arrayBuffer()).byteLength).toBe(2)
  const beyond = await server.backend.app.request(url, { headers: { range: `bytes=${bytes.length}-` } })
  expect(beyond.status).toBe(416)
  const etag = whole.headers.get('etag') ?? ''
  expect((await server.backend.app.request(url, { headers: { 'if-none-match': etag } })).status).toBe(304)
  expect(fake.requests.length - before).toBe(sentences.size)
})

test('a changed script is heard in the browser’s voice until its audio is there', async () => {
  await narrate()
  await settle()
  const { steps } = await narrate()
  const [step] = steps
  await author.client
    .from('demo_steps')
    .update({ description: 'It costs $5.' })
    .eq('id', step?.id ?? '')
    .throwOnError()
  const [changed] = (await narrate()).steps
  expect(changed).toMatchObject({ sentences: ['It costs $5.'], said: ['It costs 5 dollars.'], audio: null })
})

test('a closed demo’s audio is gone, and another demo’s link doesn’t open it', async () => {
  await narrate()
  await settle()
  const url = (await narrate()).steps[0]?.audio?.url ?? ''
  const statusOf = async (address: string) => (await server.backend.app.request(address)).status
  expect(await statusOf(url)).toBe(200)
  const other = await addNotesDemo((await server.backend.signUp()).client)
  expect(await statusOf(url.replace(demoId, other))).toBe(404)
  await author.client.from('demos').update({ status: 'archived' }).eq('id', demoId).throwOnError()
  expect(await statusOf(url)).toBe(404)
})

test('a failing provider is asked once, and visitors hear their browser’s voice', async () => {
  fake.sound = { status: 500 }
  const before = fake.requests.length
  await narrate()
  await settle()
  const asked = fake.requests.length - before
  const { steps } = await narrate()
  await settle()
  expect(steps.map(({ audio }) => audio)).toEqual(steps.map(() => null))
  expect(fake.requests.length - before).toBe(asked)
})
