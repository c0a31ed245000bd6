import { afterAll, beforeAll, expect, test } from 'vitest'

import { AgentVisitor } from '#support/agent-visitor.ts'
import { startAgentServer, type AgentServer } from '#support/agent-server.ts'
import type { SignedUp } from '#support/backend.ts'
import { startFakeSpeech, type FakeSpeech } from '#support/fake-speech.ts'
import { addNotesDemo } from '#support/notes-demo.ts'

/* The delays and costs of spoken turns, as the author sees them. */

let fake: FakeSpeech
let server: AgentServer
let author: SignedUp
let agentId: string
let demoId: string

beforeAll(async () => {
  fake = await startFakeSpeech('openai-compatible')
  const env = { TTS_PROVIDER: 'openai-compatible', TTS_URL: fake.url, TTS_PRICE: '15' }
  server = await startAgentServer({}, { env })
  author = await server.backend.signUp()
  demoId = await addNotesDemo(author.client)
  const { data } = await author.client.from('agents').select('id').single().throwOnError()
  agentId = String(data['id'])
})
afterAll(async () => {
  await server.close()
  await fake.close()
})

async function figures(by: SignedUp = author) {
  const { data } = await by.client.rpc('get_voice_figures', { p_agent_id: agentId }).throwOnError()
  return data as {
    readonly parts: readonly { readonly part: string; readonly n: number; readonly p50: number; readonly p95: number }[]
    readonly failures: readonly { readonly failure: string; readonly n: number }[]
    readonly turns: number
    readonly microCents: number
  }
}

/** A talk with a greeting and one answer, for which the browser reports these figures. */
async function talk(metrics: Readonly<Record<string, number | string>>): Promise<void> {
  const visitor = await AgentVisitor.start(server.url, demoId, 'voice', { tts: true, audioOut: true })
  const greeting = await visitor.nextTurn(0)
  await visitor.until('seg.end', ({ seg }) => seg === greeting.segs.length - 1)
  visitor.play(greeting.turn, greeting.segs.length)
  const from = visitor.events.length
  visitor.say('How long are exports kept?')
  const { turn } = await visitor.nextTurn(from)
  await visitor.until('seg.end', (event) => event.turn === turn)
  visitor.send({ t: 'voice.metrics', turn, metrics })
  visitor.send({ t: 'voice.metrics', turn: 999, metrics: { firstSoundMs: 1 } })
  visitor.send({ t: 'ui.click', action: 'end' })
  await visitor.until('bye')
  visitor.close()
  await server.stored()
}

test('there are no figures before the first talk', async () => {
  expect(await figures()).toEqual({ parts: [], failures: [], turns: 0, microCents: 0 })
})

test('each part has its percentiles, with failures and cost', async () => {
  await talk({ endOfTurnMs: 400, recognitionMs: 120, firstSoundMs: 800, playOutMs: 40 })
  await talk({ endOfTurnMs: 600, firstSoundMs: 1_000, failure: 'microphone' })
  const { parts, failures, turns, microCents } = await figures()
  const part = (name: string) => parts.find((each) => each.part === name)
  expect(part('endOfTurnMs')).toEqual({ part: 'endOfTurnMs', n: 2, p50: 500, p95: 590 })
  expect(part('recognitionMs')).toMatchObject({ n: 1, p50: 120 })
  expect(part('firstSoundMs')).toMatchObject({ n: 2, p50: 900 })
  expect(part('thinkMs')?.n).toBe(2)
  // Stored sentences are measured, too.
  expect(part('speechMs')?.n).toBe(4)
  expect(failures).toEqual([{ failure: 'microphone', n: 1 }])
  expect(turns).toBe(4)
  expect(microCents).toBeGreaterThan(0)
})

test('nonsense from a browser is bounded, and others see nothing', async () => {
  await talk({ firstSoundMs: 9e12, failure: "'; drop <b>x</b>" })
  const { parts, failures } = await figures()
  expect(parts.find(({ part }) => part === 'firstSoundMs')?.p95).toBeLessThanOrEqual(60_000)
  expect(failures.map(({ failure }) => failure)).toContain('dropbxb')
  expect(await figures(await server.backend.signUp())).toMatchObject({ turns: 0 })
})
