import { randomUUID } from 'node:crypto'

import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'

import type { ClientCapabilities, ClientEventBody, ServerEvent } from '#protocol/agent-events.ts'
import { AgentVisitor } from '#support/agent-visitor.ts'
import { startAgentServer, type AgentServer } from '#support/agent-server.ts'
import { startFakeProvider, type FakeProvider, type FakeRequest } from '#support/fake-models/fake-provider.ts'
import { startFakeSpeech, type FakeSpeech } from '#support/fake-speech.ts'
import { startFakeRealtime, type FakeAsk, type FakeRealtime, type FakeReply } from '#support/fake-realtime.ts'
import { addNotesDemo, type StepNotes } from '#support/notes-demo.ts'

/*
 * The same talk gives the same states, steps, tools and heard words with captions, the browser's voice, a provider's
 * voice, a language model and a speech-to-speech provider, in English and in German.
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

const languages = ['en', 'de'] as const
type Language = (typeof languages)[number]

/** What the visitor asks: the first answer is cut short, and the last question has none. */
const questions: Readonly<Record<Language, readonly [string, string, string, string]>> = {
  en: [
    'How long are exports kept?',
    'Where do statements come from?',
    'Show me step 2',
    'Do you work with Salesforce?',
  ],
  de: [
    'Wie lange werden Exporte aufbewahrt?',
    'Woher kommen die Kontoauszüge?',
    'Zeigen Sie mir Schritt 2',
    'Arbeiten Sie mit Salesforce?',
  ],
}

const germanNotes: readonly StepNotes[] = [
  { title: 'Die Übersicht', description: 'Die Übersicht zeigt den Umsatz der letzten 30 Tage.' },
  { title: 'Kollegen einladen', description: 'Kollegen werden per E-Mail eingeladen.' },
  { title: 'Bank verbinden', description: 'Kontoauszüge kommen von der ING und von Revolut.' },
  { title: 'Export planen', description: 'Exporte werden 90 Tage aufbewahrt. Sie laufen jede Nacht um 02:00 Uhr.' },
]

let speech: FakeSpeech
let model: FakeProvider
let realtime: FakeRealtime
let quoting: TalkServer
let wording: TalkServer
let speaking: TalkServer

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

interface TalkServer {
  readonly server: AgentServer
  readonly demos: Readonly<Record<Language, string>>
}

async function start(env: Readonly<Record<string, string>>): Promise<TalkServer> {
  const server = await startAgentServer({}, { env })
  const { client, user } = await server.backend.signUp()
  const en = await addNotesDemo(client)
  const { data: agent } = await client.from('agents').select('id,workspace_id').single().throwOnError()
  const own = { workspaceId: String(agent.workspace_id), email: user.email ?? '' }
  await openCalendar(client, { ...own, agentId: String(agent.id) })
  const agentId = randomUUID()
  await client.from('agents').insert({ id: agentId, slug: agentId, name: 'Ines', languages }).throwOnError()
  await openCalendar(client, { ...own, agentId })
  const de = await addNotesDemo(client, germanNotes)
  await client.from('agent_demos').upsert({ demo_id: de, agent_id: agentId }).throwOnError()
  return { server, demos: { en, de } }
}

interface CalendarOwner {
  readonly agentId: string
  readonly workspaceId: string
  readonly email: string
}

/** All day, every day, so that the talk doesn't depend on when it runs. */
async function openCalendar(client: SupabaseClient, { agentId, workspaceId, email }: CalendarOwner): Promise<void> {
  await client
    .from('availability')
    .insert({
      agent_id: agentId,
      workspace_id: workspaceId,
      is_on: true,
      time_zone: 'UTC',
      weekly_hours: [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, from: '00:00', to: '23:59' })),
      organiser_email: email,
      place: 'https://meet.example/rosa',
    })
    .throwOnError()
}

/** A model that repeats its notes as the answer. */
function quoteNotes({ body }: FakeRequest) {
  const asked = JSON.stringify(body).replaceAll('\\', '')
  const { visitor = '' } = /"visitor":"(?<visitor>[^"]*)"/.exec(asked)?.groups ?? {}
  const notes = [...asked.matchAll(/"name":"(k\d+)","about":"[^"]*","text":"([^"]*)"/g)]
  const lines = notes.filter(([, , text]) => answers[visitor]?.includes(text ?? '') === true)
  return { text: lines.length === 0 ? ['[?]'] : lines.map(([, name, text]) => `[${name}] ${text}\n`) }
}

/** A provider that repeats its notes, or says that they have no answer. */
function sayNotes({ items }: FakeAsk): FakeReply {
  const asked = JSON.stringify(items.slice(-3))
  const [, said] = Object.entries(answers).find(([question]) => asked.includes(question)) ?? []
  return said === undefined ? { calls: [{ name: 'log_unanswered', arguments: '{}' }] } : { transcript: said.join(' ') }
}

const answers: Readonly<Record<string, readonly string[]>> = {
  'How long are exports kept?': ['Exports run every night at 02:00 UTC.'],
  'Where do statements come from?': ['Statements come from ING and Revolut.'],
  'Wie lange werden Exporte aufbewahrt?': ['Exporte werden 90 Tage aufbewahrt.'],
  'Woher kommen die Kontoauszüge?': ['Kontoauszüge kommen von der ING und von Revolut.'],
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
async function talk(mode: Mode, language: Language) {
  const { server, demos } = mode === 'language model' ? wording : mode === 'speech to speech' ? speaking : quoting
  const visitor = await AgentVisitor.start(server.url, demos[language], mode.endsWith('speech') ? 'voice' : 'text', {
    ...capabilities[mode],
    lang: language,
  })
  if (mode === 'speech to speech') {
    const before = realtime.sessions.length
    visitor.send({ t: 'listen', isOn: true })
    await vi.waitUntil(() => realtime.sessions.length > before)
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
  const [first, ...others] = questions[language]
  await ask(first, 0)
  for (const question of others) await ask(question)
  await act({ t: 'ui.click', action: 'book' })
  const { slots } = await visitor.until('slots', (event) => event.slots.length > 0)
  // Each mode books a different time, because a time can be booked only once.
  await act({ t: 'form.submit', field: 'slot', value: slots[modes.indexOf(mode)]?.id ?? '' })
  await act({ t: 'form.submit', field: 'email', value: `visitor-${modes.indexOf(mode)}@example.com` })
  await act({ t: 'form.submit', field: 'confirm', value: 'yes' })
  visitor.send({ t: 'ui.click', action: 'end' })
  await visitor.until('bye')
  visitor.close()
  return visitor.events
}

/** The events of a talk in order, without their wording. */
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

describe.each(languages)('one talk in %s', (language) => {
  test.each(modes)('gives the same result by %s', async (mode) => {
    const asked = { speech: speech.requests.length, model: model.requests.length, realtime: realtime.asks.length }
    const events = await talk(mode, language)
    const spoken = new Set(events.flatMap((event) => (event.t === 'seg' ? [event.speak] : [])))
    expect(spoken).toEqual(new Set(speakers[mode]))
    expect(logOf(events)).toEqual(goldenLog(heard[language]))
    expect(speech.requests.length > asked.speech).toBe(mode === 'provider speech')
    expect(model.requests.length > asked.model).toBe(mode === 'language model')
    expect(realtime.asks.length > asked.realtime).toBe(mode === 'speech to speech')
  })
})

/** The part of the first answer that was heard. */
const heard: Readonly<Record<Language, string>> = { en: 'Exports run every —', de: 'Exporte werden —' }

const goldenLog = (firstHeard: string): readonly string[] => [
  'state greet 1',
  'end greeted',
  'state answer 1',
  'show 4',
  'end answered',
  `heard “${firstHeard}”`,
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
