import {
  agentEventsKept,
  agentProtocolVersion,
  type ServerEvent,
  type ServerEventBody,
} from '#protocol/agent-events.ts'

import { replayLostSentence, replacedSentence } from './session-sentences.ts'

/** A connection to a visitor's browser; closed when a newer one replaces it. */
export interface EventSink {
  readonly send: (event: ServerEvent) => void
  readonly close: () => void
}

/** Numbers a conversation's events and keeps the latest, so a browser that reconnects gets what it missed. */
export class EventOutbox {
  readonly #sid: string
  readonly #now: () => number
  #sink: EventSink | null = null
  #kept: ServerEvent[] = []
  #seq = 0
  /** The send queue: events, and promises they wait for. */
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

  /** Holds back everything emitted from now on until `stored` settles, in order. */
  holdUntil(stored: Promise<unknown>): void {
    this.#held.push({ stored })
    if (this.#held.length === 1) void this.#releaseHeld()
  }

  /** Drops what is held back; nobody has seen it. */
  dropHeld(): void {
    this.#held = []
  }

  async #releaseHeld(): Promise<void> {
    const held = this.#held
    for (let first = held[0]; first !== undefined; first = held[0]) {
      if ('stored' in first) await first.stored
      // Dropped meanwhile: the queue was replaced.
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

  /** For events about the connection, not the conversation: never replayed, so not numbered. */
  tell(body: ServerEventBody): void {
    this.#sink?.send(this.#toEvent(body))
  }

  /** Replaces the connection: sends `first`, then everything after `lastSeq`. */
  connect(sink: EventSink, first: ServerEventBody, lastSeq: number): void {
    this.tell({ t: 'notice', level: 'info', code: 'session-taken', text: replacedSentence })
    this.#sink?.close()
    this.#sink = sink
    this.tell(first)
    const oldest = this.#kept[0]?.seq ?? 1
    if (lastSeq + 1 < oldest)
      this.tell({ t: 'notice', level: 'warning', code: 'events-lost', text: replayLostSentence })
    for (const event of this.#kept) if (event.seq > lastSeq) sink.send(event)
  }

  /** True if it was the current connection. */
  disconnect(sink: EventSink): boolean {
    if (this.#sink !== sink) return false
    this.#sink = null
    return true
  }

  #toEvent(body: ServerEventBody): ServerEvent {
    return { v: agentProtocolVersion, sid: this.#sid, seq: this.#seq, ts: this.#now(), ...body }
  }
}
