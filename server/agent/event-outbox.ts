import {
  agentEventsKept,
  agentProtocolVersion,
  type ServerEvent,
  type ServerEventBody,
} from '#protocol/agent-events.ts'

import { lostSentence, takenSentence } from './session-sentences.ts'

/** A way to a visitor's browser; closed and replaced when a newer one comes. */
export interface EventSink {
  readonly send: (event: ServerEvent) => void
  readonly close: () => void
}

/** Numbers the events of a conversation and keeps the last ones, so a browser that comes back gets what it missed. */
export class EventOutbox {
  readonly #sid: string
  readonly #now: () => number
  #sink: EventSink | null = null
  #kept: ServerEvent[] = []
  #seq = 0
  /** What waits to be sent, and between it what it waits for. */
  #held: (ServerEventBody | { readonly stored: Promise<unknown> })[] = []

  constructor(sid: string, now: () => number) {
    this.#sid = sid
    this.#now = now
  }

  get isConnected(): boolean {
    return this.#sink !== null
  }

  emit(body: ServerEventBody): void {
    if (this.#held.length > 0) this.#held.push(body)
    else this.#release(body)
  }

  /** Keeps back everything emitted from now on until `stored` settles, in order. */
  holdUntil(stored: Promise<unknown>): void {
    this.#held.push({ stored })
    if (this.#held.length === 1) void this.#releaseHeld()
  }

  /** Forgets what is kept back; nobody has seen it. */
  dropHeld(): void {
    this.#held = []
  }

  async #releaseHeld(): Promise<void> {
    const held = this.#held
    for (let first = held[0]; first !== undefined; first = held[0]) {
      if ('stored' in first) await first.stored
      // Dropped meanwhile: the list is a new one.
      if (held !== this.#held) return
      held.shift()
      if ('t' in first) this.#release(first)
    }
  }

  #release(body: ServerEventBody): void {
    this.#seq += 1
    const event = this.#toEvent(body)
    this.#kept.push(event)
    if (this.#kept.length > agentEventsKept) this.#kept.shift()
    this.#sink?.send(event)
  }

  /** For what is about the connection rather than the conversation: never repeated, so never counted. */
  tell(body: ServerEventBody): void {
    this.#sink?.send(this.#toEvent(body))
  }

  /** Takes a new connection in the place of the one before: a first word to it, then all after `lastSeq`. */
  connect(sink: EventSink, first: ServerEventBody, lastSeq: number): void {
    this.tell({ t: 'notice', level: 'info', code: 'session-taken', text: takenSentence })
    this.#sink?.close()
    this.#sink = sink
    this.tell(first)
    const oldest = this.#kept[0]?.seq ?? 1
    if (lastSeq + 1 < oldest) this.tell({ t: 'notice', level: 'warning', code: 'events-lost', text: lostSentence })
    for (const event of this.#kept) if (event.seq > lastSeq) sink.send(event)
  }

  /** True when it was the connection in use. */
  disconnect(sink: EventSink): boolean {
    if (this.#sink !== sink) return false
    this.#sink = null
    return true
  }

  #toEvent(body: ServerEventBody): ServerEvent {
    return { v: agentProtocolVersion, sid: this.#sid, seq: this.#seq, ts: this.#now(), ...body }
  }
}
