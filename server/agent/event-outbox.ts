import {
  agentEventsKept,
  agentProtocolVersion,
  type NoticeCode,
  type ServerEvent,
  type ServerEventBody,
} from '#protocol/agent-events.ts'

import { replayLostSentence, replacedSentence } from './session-sentences.ts'

/** A connection to a visitor's browser; closed when a newer one replaces it. */
export interface EventSink {
  readonly send: (event: ServerEvent) => void
  readonly close: () => void
  /** Absent on transports without binary frames. */
  readonly audio?: AudioSink
}

export interface AudioSink {
  readonly send: (frame: Uint8Array) => void
  /** Bytes that haven't been sent to the network yet. */
  readonly waitingBytes: () => number
}

/** Events that another server has sent. */
export interface SentEvents {
  readonly seq: number
  readonly events: readonly ServerEvent[]
}

/**
 * Numbers a conversation's events and buffers the latest, so that a browser that reconnects gets what it missed. An
 * event is sent only after it is stored: otherwise another server could reuse its number.
 */
export class EventOutbox {
  readonly #sid: string
  readonly #now: () => number
  readonly #onEmit: () => void
  #sink: EventSink | null = null
  #kept: ServerEvent[]
  #seq: number
  /** The last event that may be sent. */
  #released: number
  #waiting: { readonly seq: number; readonly resolve: () => void }[] = []

  constructor(sid: string, options: { readonly now: () => number; readonly onEmit: () => void }, sent?: SentEvents) {
    this.#sid = sid
    this.#now = options.now
    this.#onEmit = options.onEmit
    this.#kept = [...(sent?.events ?? [])].slice(-agentEventsKept)
    this.#seq = sent?.seq ?? 0
    this.#released = this.#seq
  }

  get isConnected(): boolean {
    return this.#sink !== null
  }

  /** The number of the last event. */
  get seq(): number {
    return this.#seq
  }

  /** The number of the last event that was sent. */
  get released(): number {
    return this.#released
  }

  /** Where audio goes; null without a connection that accepts it. */
  get audio(): AudioSink | null {
    return this.#sink?.audio ?? null
  }

  /** Resolves when the events up to `seq` were sent. */
  whenReleased(seq: number): Promise<void> {
    if (seq <= this.#released) return Promise.resolve()
    return new Promise((resolve) => this.#waiting.push({ seq, resolve }))
  }

  emit(body: ServerEventBody): void {
    this.#seq += 1
    this.#kept.push(this.#toEvent(body, this.#seq))
    this.#onEmit()
  }

  warn(code: NoticeCode, text: string): void {
    this.emit({ t: 'notice', level: 'warning', code, text })
  }

  /** The events after `seq`. */
  since(seq: number): readonly ServerEvent[] {
    return this.#kept.filter((event) => event.seq > seq)
  }

  /** Sends everything up to `seq`, which is stored now. */
  release(seq: number): void {
    const from = this.#released
    this.#released = Math.max(from, seq)
    for (const event of this.#kept) if (event.seq > from && event.seq <= this.#released) this.#sink?.send(event)
    const first = this.#kept.findIndex((event) => event.seq > this.#released - agentEventsKept)
    if (first > 0) this.#kept.splice(0, first)
    const due = this.#waiting.filter((each) => each.seq <= this.#released)
    this.#waiting = this.#waiting.filter((each) => each.seq > this.#released)
    for (const { resolve } of due) resolve()
  }

  /** Drops events that aren't stored; nobody has seen them. */
  dropUnreleased(): void {
    this.#kept = this.#kept.filter((event) => event.seq <= this.#released)
    this.#seq = this.#released
  }

  /** For events about the connection rather than the conversation: never replayed, so not numbered. */
  tell(body: ServerEventBody): void {
    // A numbered notice would count as the last event received, and hide later ones.
    const seq = body.t === 'ready' || body.t === 'pong' ? this.#released : 0
    this.#sink?.send(this.#toEvent(body, seq))
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
    for (const event of this.#kept) if (event.seq > lastSeq && event.seq <= this.#released) sink.send(event)
  }

  /** True if it was the current connection. */
  disconnect(sink: EventSink): boolean {
    if (this.#sink !== sink) return false
    this.#sink = null
    return true
  }

  /** Closes the connection without an event; the browser reconnects. */
  hangUp(): void {
    this.#sink?.close()
    this.#sink = null
  }

  #toEvent(body: ServerEventBody, seq: number): ServerEvent {
    return { v: agentProtocolVersion, sid: this.#sid, seq, ts: this.#now(), ...body }
  }
}
