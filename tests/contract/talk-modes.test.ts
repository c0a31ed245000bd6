import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'

import type { ClientCapabilities, ClientEventBody, ServerEvent } from '#protocol/agent-events.ts'
import { AgentVisitor } from '#support/agent-visitor.ts'
import { startAgentServer, type AgentServer } from '#support/agent-server.ts'
import { startFakeProvider, type FakeProvider, type FakeRequest } from '#support/fake-models/fake-provider.ts'
import { startFakeSpeech, type FakeSpeech } from '#support/fake-speech.ts'
import { startFakeRealtime, type FakeAsk, type FakeRealtime, type FakeReply } from '#support/fake-realtime.ts'
import { addNotesDemo } from '#support/notes-demo.ts'

/*
 * One talk, whoever speaks and answers: captions, the browser's voice, a provider's voice, a language model, and a
 * speech-to-speech provider give the same states, steps, tools and heard words.
 */

const modes = ['captions', 'browser speech', 'provider speech', 'language model', 'speech to speech'] as const
type Mode = (typeof modes)[number]

const capabilities: Readonly<Record<Mode, Partial<ClientCapabilities>>> = {
  captions: { tts: false },
  'browser speech': { tts: true },
  'provider speech': { tts: true, audioOut: true },
  'language model': { tts: false },
  'speech to speech': { tts: true, audioIn: true, audioOut: true },
}
const speakers: Readonly<Record<Mode, readonly string[]>> = {
  captions: ['none'],
  'browser speech': ['client'],
  'provider speech': ['stream'],
  'language model': ['none'],
  // The provider answers questions; the browser says the rest.
  'speech to speech': ['client', 'stream'],
}

let speech: FakeSpeech
let model: FakeProvider
let realtime: FakeRealtime
let quoting: { readonly server: AgentServer; readonly demoId: string }
let wording: { readonly server: AgentServer; readonly demoId: string }
let speaking: { readonly server: AgentServer; readonly demoId: string }

beforeAll(async () => {
  speech = await startFakeSpeech('openai-compatible')
  model = await startFakeProvider('openai-compatible')
  model.answer = quoteNotes
  quoting = await start({ TTS_PROVIDER: 'openai-compatible', TTS_URL: speech.url })
  realtime = await startFakeRealtime()
  realtime.reply = sayNotes
  speaking = await start({ REALTIME_URL: realtime.url })
  wording = await start({ LLM_PROVIDER: 'openai-compatible', LLM_URL: model.url, LLM_API_KEY: 'a-key', LLM_MODEL: 'm' })
})
afterAll(async () => {
  await quoting.server.close()
  await wording.server.close()
  await speaking.server.close()
  await realtime.close()
  await speech.close()
  await model.close()
})

async function start(env: Readonly<Record<string, string>>) {
  const server = await startAgentServer({}, { env })
  const { client, user } = await server.backend.signUp()
  const demoId = await addNotesDemo(client)
  const { data: agent } = await client.from('agents').select('id,workspace_id').single().throwOnError()
  // All day, every day, so that the talk doesn't depend on when it runs.
  await client
    .from('availability')
    .insert({
      agent_id: agent.id,
      workspace_id: agent.workspace_id,
      is_on: true,
      time_zone: 'UTC',
      weekly_hours: [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, from: '00:00', to: '23:59' })),
      organiser_email: user.email,
      place: 'https://meet.example/rosa',
    })
    .throwOnError()
  return { server, demoId }
}

/** A model that words the answer as its notes do. */
function quoteNotes({ body }: FakeRequest) {
  const asked = JSON.stringify(body).replaceAll('\\', '')
  const { visitor = '' } = /"visitor":"(?<visitor>[^"]*)"/.exec(asked)?.groups ?? {}
  const notes = [...asked.matchAll(/"name":"(k\d+)","about":"[^"]*","text":"([^"]*)"/g)]
  const lines = notes.filter(([, , text]) => answers[visitor]?.includes(text ?? '') === true)
  return { text: lines.length === 0 ? ['[?]'] : lines.map(([, name, text]) => `[${name}] ${text}\n`) }
}

/** A provider that says what its notes say, or that they don't. */
function sayNotes({ items }: FakeAsk): FakeReply {
  const asked = JSON.stringify(items.slice(-3))
  const [, said] = Object.entries(answers).find(([question]) => asked.includes(question)) ?? []
  return said === undefined ? { calls: [{ name: 'log_unanswered', arguments: '{}' }] } : { transcript: said.join(' ') }
}

const answers: Readonly<Record<string, readonly string[]>> = {
  'How long are exports kept?': ['Exports run every night at 02:00 UTC.'],
  'Where do statements come from?': ['Statements come from ING and Revolut.'],
}

/** Plays a turn as a browser does: reports each sentence as begun and ended, and stops in the middle of `cutAt`. */
function play(visitor: AgentVisitor, turn: number, count: number, cutAt = Infinity): void {
  for (let seg = 0; seg < Math.min(count, cutAt); seg += 1) {
    visitor.send({ t: 'play.start', turn, seg })
    visitor.send({ t: 'play.end', turn, seg })
  }
  if (cutAt >= count) return
  visitor.send({ t: 'play.start', turn, seg: cutAt })
  visitor.send({ t: 'interrupt', turn, seg: cutAt, playedMs: 500, segMs: 1_000, cause: 'typed' })
}

/** The same talk in every mode. */
async function talk(mode: Mode) {
  const { server, demoId } = mode === 'language model' ? wording : mode === 'speech to speech' ? speaking : quoting
  const visitor = await AgentVisitor.start(
    server.url,
    demoId,
    mode.endsWith('speech') ? 'voice' : 'text',
    capabilities[mode],
  )
  if (mode === 'speech to speech') {
    visitor.send({ t: 'listen', isOn: true })
    await vi.waitUntil(() => realtime.sessions.length === 1)
  }
  const greeting = await visitor.nextTurn(0)
  play(visitor, greeting.turn, greeting.segs.length)
  const act = async (body: ClientEventBody, cutAt?: number) => {
    const from = visitor.events.length
    visitor.send(body)
    const { turn, segs } = await visitor.nextTurn(from)
    play(visitor, turn, segs.length, cutAt)
    if (cutAt !== undefined) await visitor.until('turn.truncated', (event) => event.turn === turn)
  }
  const ask = (text: string, cutAt?: number) => act({ t: 'user.text', turn: 1, text, source: 'typed' }, cutAt)
  await ask('How long are exports kept?', 0)
  await ask('Where do statements come from?')
  await ask('Show me step 2')
  await ask('Do you work with Salesforce?')
  await act({ t: 'ui.click', action: 'book' })
  const { slots } = await visitor.until('slots', (event) => event.slots.length > 0)
  // Each mode takes another time, since a time is booked once.
  await act({ t: 'form.submit', field: 'slot', value: slots[modes.indexOf(mode)]?.id ?? '' })
  await act({ t: 'form.submit', field: 'email', value: `visitor-${modes.indexOf(mode)}@example.com` })
  await act({ t: 'form.submit', field: 'confirm', value: 'yes' })
  visitor.send({ t: 'ui.click', action: 'end' })
  await visitor.until('bye')
  visitor.close()
  return visitor.events
}

/** What a talk comes to, in order and without its wording. */
function logOf(events: readonly ServerEvent[]) {
  return events.flatMap((event): string[] => {
    switch (event.t) {
      case 'state':
        return [`state ${event.name} ${event.step}`]
      case 'step.show':
        return [`show ${event.n}`]
      case 'turn.truncated':
        return [`heard “${event.heard}”`]
      case 'tool':
        return [`tool ${event.name} ${event.phase}`]
      case 'turn.end':
        return [`end ${event.outcome}`]
      case 'slots':
        return [event.slots.length > 0 ? 'slots' : 'no slots']
      case 'form':
        return [`form ${event.field}`]
      default:
        return []
    }
  })
}

describe('one talk', () => {
  test.each(modes)('goes the same way by %s', async (mode) => {
    const events = await talk(mode)
    const spoken = new Set(events.flatMap((event) => (event.t === 'seg' ? [event.speak] : [])))
    expect(spoken).toEqual(new Set(speakers[mode]))
    expect(logOf(events)).toEqual(goldenLog)
    expect(speech.requests.length > 0).toBe(modes.indexOf(mode) >= modes.indexOf('provider speech'))
    expect(model.requests.length > 0).toBe(modes.indexOf(mode) >= modes.indexOf('language model'))
    expect(realtime.asks.length > 0).toBe(mode === 'speech to speech')
  })
})

const goldenLog: readonly string[] = [
  'state greet 1',
  'end greeted',
  'state answer 1',
  'show 4',
  'end answered',
  'heard “Exports run every —”',
  'state answer 4',
  'show 3',
  'end answered',
  'state present 3',
  'show 2',
  'end presented',
  'state answer 2',
  'end unknown',
  'state book 2',
  'tool propose_slots start',
  'tool propose_slots end',
  'state book 2',
  'slots',
  'end booking',
  'state book 2',
  'form email',
  'end booking',
  'state book 2',
  'form confirm',
  'end booking',
  'state book 2',
  'tool book_meeting start',
  'tool book_meeting end',
  'state answer 2',
  'no slots',
  'end booked',
]
