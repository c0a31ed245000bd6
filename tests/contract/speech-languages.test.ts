import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import type { DemoNarration } from '#protocol/narration.ts'
import { AgentVisitor } from '#support/agent-visitor.ts'
import { startAgentServer, type AgentServer } from '#support/agent-server.ts'
import { startFakeSpeech, type FakeSpeech } from '#support/fake-speech.ts'
import { addNotesDemo, type StepNotes } from '#support/notes-demo.ts'

/* The voice speaks each sentence in the language it is written in. */

let fake: FakeSpeech
let server: AgentServer

const notes: Readonly<Record<'en' | 'de', readonly StepNotes[]>> = {
  en: [{ title: 'Prices', description: 'The Solo plan costs $19 per month. You can test it for 30 days.' }],
  de: [{ title: 'Preise', description: 'Der Tarif Solo kostet 19 € im Monat. Sie können ihn 30 Tage testen.' }],
}

beforeAll(async () => {
  fake = await startFakeSpeech('cartesia')
  const env = { TTS_PROVIDER: 'cartesia', TTS_URL: fake.url, TTS_API_KEY: 'key', TTS_KEEP: 'off' }
  server = await startAgentServer({}, { env })
})
afterAll(async () => {
  await server.close()
  await fake.close()
})
beforeEach(() => {
  fake.sound = { ms: 200 }
})

async function addDemo(written: 'en' | 'de', languages: readonly string[]): Promise<string> {
  const author = await server.backend.signUp()
  const demoId = await addNotesDemo(author.client, notes[written])
  const agentId = randomUUID()
  await author.client.from('agents').insert({ id: agentId, slug: agentId, name: 'Ines', languages }).throwOnError()
  await author.client.from('agent_demos').upsert({ demo_id: demoId, agent_id: agentId }).throwOnError()
  return demoId
}

test('a German talk quotes English notes with an English voice', async () => {
  const demoId = await addDemo('en', ['en', 'de'])
  const visitor = await AgentVisitor.start(server.url, demoId, 'voice', { lang: 'de', tts: true, audioOut: true })
  const greeting = await visitor.nextTurn(0)
  visitor.play(greeting.turn, greeting.segs.length)
  const from = visitor.events.length
  visitor.send({ t: 'ui.click', action: 'continue' })
  const { turn, segs } = await visitor.nextTurn(from)
  expect(segs[0]).toMatchObject({
    text: '„The Solo plan costs $19 per month.',
    say: 'The Solo plan costs 19 dollars per month.',
  })
  await visitor.until('seg.end', (event) => event.turn === turn)
  const languageOf = (part: string) => fake.requests.find(({ text }) => text.includes(part))?.body['language']
  expect(languageOf('KI-Assistenz') ?? languageOf('K I-Assistenz')).toBe('de')
  expect(languageOf('19 dollars')).toBe('en')
  visitor.close()
})

test('a German demo is narrated in German, although its agent speaks English', async () => {
  const demoId = await addDemo('de', ['en'])
  const answer = await server.backend.app.request(`/narration/v1/demos/${demoId}`)
  const { voice, steps } = (await answer.json()) as DemoNarration
  expect(voice.lang).toBe('de')
  expect(steps[0]?.said[0]).toBe('Der Tarif Solo kostet 19 Euro im Monat.')
})
