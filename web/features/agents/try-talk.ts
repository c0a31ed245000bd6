import { createStore } from '#player/create-store.ts'
import { AgentConnection } from '#player/agent/agent-connection.ts'
import { QuestionQueue } from '#player/agent/question-queue.ts'
import { sentenceReadingMs } from '#player/agent/reading-time.ts'
import {
  agentTextMax,
  type AgentSessionTicket,
  type Citation,
  type OfferedStep,
  type ServerEvent,
} from '#protocol/agent-events.ts'

import type { Outcome } from '../../lib/submit.ts'

export interface TryEntry {
  readonly key: string
  readonly speaker: 'visitor' | 'agent'
  readonly text: string
  readonly cites: readonly Citation[]
  /** Steps offered if the agent wasn't sure. */
  readonly offers: readonly OfferedStep[]
}

/** The parts of the draft, compared by identity; undefined while one loads. */
export type AgentDraft = readonly unknown[]

export interface TryView {
  readonly stage: 'idle' | 'starting' | 'talking' | 'over'
  /** What the agent knew when the conversation began. */
  readonly draft: AgentDraft
  readonly step: number
  readonly entries: readonly TryEntry[]
  readonly suggestions: readonly string[]
  readonly slots: readonly { readonly id: string; readonly label: string }[]
  readonly isAsking: boolean
  readonly isReconnecting: boolean
  /** A refusal, or the end of the conversation, as a sentence. */
  readonly notice: string
}

const idle: TryView = {
  stage: 'idle',
  draft: [],
  step: 1,
  entries: [],
  suggestions: [],
  slots: [],
  isAsking: false,
  isReconnecting: false,
  notice: '',
}

interface TryStart {
  readonly draft: AgentDraft
  /** Sent once the agent is connected. */
  readonly first?: string
}

interface WaitingSegment {
  readonly turn: number
  readonly seg: number
  readonly ms: number
}

/** The author's trial of the draft: text only, answers appear at once and are never cut. */
export class TryTalk {
  readonly #store = createStore<TryView>(idle)
  #connection: AgentConnection | null = null
  #attempt = 0
  #turn = 0
  /** A question from before the agent was connected. */
  #early: string[] = []
  readonly #questions = new QuestionQueue((question) => {
    this.#readAll()
    this.#connection?.send(question)
  })
  /** What the server thinks is still being read. */
  #reading: WaitingSegment[] = []
  #timer: ReturnType<typeof setTimeout> | undefined

  readonly view = this.#store.get
  readonly subscribe = this.#store.subscribe

  /** Starts over. */
  async start(requestTicket: () => Promise<Outcome<AgentSessionTicket>>, { draft, first }: TryStart): Promise<void> {
    this.stop()
    const attempt = this.#attempt
    this.#early = first === undefined ? [] : [first]
    this.#store.set({ ...idle, draft, stage: 'starting', isAsking: first !== undefined })
    const outcome = await requestTicket()
    if (attempt !== this.#attempt) return
    if (!outcome.ok) return this.#end(outcome.hint === undefined ? outcome.text : `${outcome.text} ${outcome.hint}`)
    const { token, suggestions, voice } = outcome.value
    this.#show({ suggestions })
    this.#connection = new AgentConnection({
      token,
      from: {
        t: 'hello',
        token,
        caps: { stt: false, tts: false, audioIn: false, lang: voice.lang, tz: ownZone() },
        consent: { mode: 'text', stored: true },
        step: 1,
      },
      onEvent: (event) => this.#receive(event),
      onState: (state) => {
        if (state === 'lost') this.#end('The connection was lost.')
        else this.#show({ isReconnecting: state === 'reconnecting' })
      },
    })
  }

  ask(text: string): void {
    const question = text.trim().slice(0, agentTextMax)
    if (question === '') return
    if (this.view().stage !== 'talking') {
      this.#early.push(question)
      return
    }
    this.#turn += 1
    this.#questions.add({ t: 'user.text', turn: this.#turn, text: question, source: 'typed' })
    this.#show({ isAsking: true, notice: '' })
  }

  chooseSlot(id: string): void {
    this.#readAll()
    this.#connection?.send({ t: 'form.submit', field: 'slot', value: id })
  }

  showStep(order: number): void {
    this.#show({ step: order })
    this.#connection?.send({ t: 'step.changed', n: order, by: 'visitor' })
  }

  /** Ends the conversation and clears it. */
  readonly stop = (): void => {
    this.#attempt += 1
    clearTimeout(this.#timer)
    this.#connection?.send({ t: 'ui.click', action: 'end' })
    this.#connection?.close()
    this.#connection = null
    this.#turn = 0
    this.#early = []
    this.#questions.clear()
    this.#reading = []
    this.#store.set(idle)
  }

  #receive(event: ServerEvent): void {
    switch (event.t) {
      case 'ready':
        // Slightly above the limit: latency varies.
        this.#questions.setInterval(event.limits.turnIntervalMs + 100)
        this.#show({ stage: 'talking' })
        for (const question of this.#early.splice(0)) this.ask(question)
        return
      case 'user.final':
        this.#questions.settle()
        return this.#write({ key: `you-${event.seq}`, speaker: 'visitor', text: event.text, cites: [], offers: [] })
      case 'seg':
        this.#addSegment(event.turn, event.text, event.cite)
        this.#reading.push({ turn: event.turn, seg: event.seg, ms: sentenceReadingMs(event.text) })
        if (this.#reading.length === 1) this.#readNext()
        return
      case 'offers':
        return this.#change(`agent-${event.turn}`, (entry) => ({ ...entry, offers: event.steps }))
      case 'turn.end':
        return this.#show({ isAsking: !this.#questions.isEmpty })
      case 'suggest':
        return this.#show({ suggestions: event.questions })
      case 'step.show':
        return this.#show({ step: event.n })
      case 'slots':
        return this.#show({ slots: event.slots.slice(0, slotsMax) })
      case 'notice':
        if (event.code === 'too-fast') return this.#questions.retry()
        if (event.code === 'too-long') this.#questions.settle()
        return this.#show({ notice: event.text, isAsking: false })
      case 'bye':
        return this.#end(event.text)
      default:
        return
    }
  }

  /** Paces the agent at reading speed, so that it continues with the next step by itself. */
  #readNext(): void {
    const [segment] = this.#reading
    if (segment === undefined) return
    const { turn, seg, ms } = segment
    this.#connection?.send({ t: 'play.start', turn, seg })
    this.#timer = setTimeout(() => {
      this.#connection?.send({ t: 'play.end', turn, seg })
      this.#reading.shift()
      this.#readNext()
    }, ms)
  }

  /** The author is typing, so everything shown counts as read. */
  #readAll(): void {
    clearTimeout(this.#timer)
    for (const [index, { turn, seg }] of this.#reading.entries()) {
      if (index > 0) this.#connection?.send({ t: 'play.start', turn, seg })
      this.#connection?.send({ t: 'play.end', turn, seg })
    }
    this.#reading = []
  }

  #addSegment(turn: number, text: string, cites: readonly Citation[]): void {
    const key = `agent-${turn}`
    const before = this.view().entries.find((entry) => entry.key === key)
    if (before === undefined) return this.#write({ key, speaker: 'agent', text, cites: different(cites), offers: [] })
    this.#change(key, (entry) => ({
      ...entry,
      text: `${entry.text} ${text}`,
      cites: different([...entry.cites, ...cites]),
    }))
  }

  #write(entry: TryEntry): void {
    this.#show({ entries: [...this.view().entries, entry] })
  }

  #change(key: string, change: (entry: TryEntry) => TryEntry): void {
    this.#show({ entries: this.view().entries.map((entry) => (entry.key === key ? change(entry) : entry)) })
  }

  #end(notice: string): void {
    clearTimeout(this.#timer)
    this.#connection?.close()
    this.#connection = null
    this.#reading = []
    this.#early = []
    this.#questions.clear()
    this.#show({ stage: 'over', isAsking: false, isReconnecting: false, slots: [], notice })
  }

  #show(change: Partial<TryView>): void {
    this.#store.set({ ...this.view(), ...change })
  }
}

const slotsMax = 6

/** The name of a citation's source, and whether it is a step. */
export function citationLabel({ stepOrder, source }: Citation): string {
  if (source === undefined) return stepOrder === null ? 'Demo script' : `Step ${stepOrder}`
  return source.place === '' ? source.title : `${source.title}, ${source.place}`
}

function different(cites: readonly Citation[]): readonly Citation[] {
  return cites.filter(
    (cite, index) => cites.findIndex((other) => citationLabel(other) === citationLabel(cite)) === index,
  )
}

function ownZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}
