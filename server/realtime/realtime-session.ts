import type { describeTools, ToolCall } from '#agent/model-tools.ts'
import type { HearingLine } from '#server/hearing/hearing-line.ts'
import { ModelError } from '#server/models/language-model.ts'
import { PcmReader } from '#server/speech/pcm-reader.ts'
import { speechBytesPerMs } from '#server/speech/speech-port.ts'

import { readRealtimeEvent, type RealtimeEvent } from './realtime-events.ts'
import { RealtimeSound } from './realtime-sound.ts'

/** A request to the provider. */
export interface RealtimeAsk {
  readonly instructions: string
  readonly tools: ReturnType<typeof describeTools>
  /** Messages added to the provider's conversation before the request. */
  readonly items: readonly Readonly<Record<string, unknown>>[]
  /** False if only tool calls are wanted. */
  readonly isSpoken: boolean
  /** Receives the answer as it arrives. */
  readonly follower?: AnswerFollower | undefined
}

export interface AnswerFollower {
  readonly hear: (item: string, pcm: Buffer) => void
  /** The transcript so far, or all of it. */
  readonly say: (transcript: string, isWhole: boolean) => void
}

/** A complete answer. */
export interface RealtimeReply {
  /** The provider's id for it; '' if it only called tools. */
  readonly item: string
  readonly transcript: string
  readonly sound: Buffer
  readonly calls: readonly ToolCall[]
}

interface Pending {
  readonly id: string
  readonly isSpoken: boolean
  /** Null until the provider has started. */
  response: string | null
  item: string
  /** Transcripts of finished parts, and of the current one. */
  transcript: string
  saying: string
  readonly follower: AnswerFollower | null
  readonly reader: PcmReader
  readonly sound: Buffer[]
  bytes: number
  readonly calls: ToolCall[]
  readonly settle: PromiseWithResolvers<RealtimeReply>
}

/**
 * A speech-to-speech provider's answers in one conversation, over the connection that hears the visitor. They are
 * collected here and played by `RealtimeSound` as far as they have been checked.
 */
export class RealtimeSession {
  #line: HearingLine | null = null
  #pending: Pending | null = null
  #count = 0
  /** The playable part of the last answer. */
  readonly sound = new RealtimeSound((item, ms) => this.truncate(item, ms))
  /** Whether the visitor has spoken since the last answer. */
  hasHeard = false

  /** A connection that can carry answers. */
  get isOpen(): boolean {
    return this.#line?.isOpen() === true
  }

  attach(line: HearingLine): void {
    this.#line = line
    this.hasHeard = false
  }

  /** The connection is gone; `isLost` if we didn't close it. */
  detach(isLost: boolean): void {
    this.#line = null
    this.sound.forget()
    const problem = isLost ? 'unreachable' : 'off'
    this.#fail(new ModelError(problem, 'The connection to the provider is closed.', { isCharged: true }))
  }

  receive(message: Readonly<Record<string, unknown>>): void {
    if (message['type'] === 'input_audio_buffer.committed') this.hasHeard = true
    const event = readRealtimeEvent(message)
    const pending = this.#pending
    if (event === null || pending === null) return
    try {
      this.#collect(event, pending)
    } catch (error) {
      this.#cancel(pending)
      this.#fail(error)
    }
  }

  /** Requests one answer; rejects with a ModelError. Aborting cancels it at the provider. */
  async ask(
    { instructions, tools, items, isSpoken, follower }: RealtimeAsk,
    signal: AbortSignal,
  ): Promise<RealtimeReply> {
    if (this.#pending !== null) this.#cancel(this.#pending)
    this.#fail(new ModelError('off', 'A newer question replaces this one.', { isCharged: true }))
    this.#count += 1
    const id = `ask-${this.#count}`
    const pending: Pending = {
      id,
      isSpoken,
      response: null,
      item: '',
      transcript: '',
      saying: '',
      follower: follower ?? null,
      reader: new PcmReader(),
      sound: [],
      bytes: 0,
      calls: [],
      settle: Promise.withResolvers(),
    }
    this.#pending = pending
    for (const item of items) this.#write({ type: 'conversation.item.create', event_id: id, item })
    const response = {
      output_modalities: [isSpoken ? 'audio' : 'text'],
      instructions,
      tools: tools.map((tool) => ({ type: 'function', ...tool })),
      tool_choice: 'auto',
      max_output_tokens: tokensMax,
      metadata: { ask: id },
    }
    this.#write({ type: 'response.create', event_id: id, response })
    const stop = (): void => {
      if (this.#pending !== pending) return
      this.#cancel(pending)
      this.#fail(new ModelError('slow', 'The provider did not answer in time.', { isCharged: true }))
    }
    signal.addEventListener('abort', stop)
    if (signal.aborted) stop()
    try {
      return await pending.settle.promise
    } finally {
      signal.removeEventListener('abort', stop)
    }
  }

  /** Sends tool results without requesting an answer. */
  tell(items: readonly Readonly<Record<string, unknown>>[]): void {
    for (const item of items) this.#writeAside({ type: 'conversation.item.create', item })
  }

  /** The visitor won't hear it, so the provider must forget it. */
  drop(item: string): void {
    if (item !== '') this.#writeAside({ type: 'conversation.item.delete', item_id: item })
  }

  /** The visitor hears only this much of it. */
  truncate(item: string, ms: number): void {
    this.#writeAside({ type: 'conversation.item.truncate', item_id: item, content_index: 0, audio_end_ms: ms })
  }

  #collect(event: RealtimeEvent, pending: Pending): void {
    if (event.type === 'refused') {
      if (event.id === pending.id) this.#fail(new ModelError('refused', event.sentence, { isCharged: false }))
      return
    }
    if (event.type === 'begun') {
      if (event.ask === null || event.ask === pending.id) pending.response ??= event.response
      return
    }
    // A cancelled answer still gets its final event.
    if (event.response !== pending.response) return
    switch (event.type) {
      case 'sound': {
        const pcm = pending.reader.read(event.pcm)
        pending.item = event.item
        pending.bytes += pcm.length
        if (pending.bytes > longestMs * speechBytesPerMs) throw broken('The provider sent far too much audio.')
        if (pcm.length === 0) return
        const part = Buffer.from(pcm)
        pending.sound.push(part)
        return pending.follower?.hear(pending.item, part)
      }
      case 'saying':
        pending.saying = `${pending.saying}${event.text}`.slice(0, transcriptMax)
        return pending.follower?.say(`${pending.transcript} ${pending.saying}`.trim(), false)
      case 'said':
        pending.saying = ''
        pending.transcript = `${pending.transcript} ${event.transcript}`.trim().slice(0, transcriptMax)
        return pending.follower?.say(pending.transcript, true)
      case 'call':
        if (pending.calls.length < callsMax) pending.calls.push(event.call)
        return
      case 'done': {
        if (event.problem !== null) throw refused(event.problem)
        const { item, transcript, calls } = pending
        if (pending.isSpoken && (calls.length === 0 || pending.bytes > 0)) pending.reader.end()
        if (pending.bytes > 0 && transcript === '') throw broken('The provider sent sound without its words.')
        this.#pending = null
        return pending.settle.resolve({ item, transcript, calls, sound: Buffer.concat(pending.sound) })
      }
    }
  }

  #cancel(pending: Pending): void {
    const response_id = pending.response
    this.#writeAside({ type: 'response.cancel', ...(response_id !== null && { response_id }) })
    // Part of it may have been heard.
    if (!this.sound.holds(pending.item)) this.drop(pending.item)
  }

  #fail(error: unknown): void {
    const pending = this.#pending
    this.#pending = null
    pending?.settle.reject(error)
  }

  /** Sends a change to an answer that has ended; errors in reply are ignored. */
  #writeAside(message: Readonly<Record<string, unknown>>): void {
    this.#count += 1
    this.#write({ event_id: `aside-${this.#count}`, ...message })
  }

  #write(message: Readonly<Record<string, unknown>>): void {
    this.#line?.write(JSON.stringify(message))
  }
}

function broken(sentence: string): ModelError {
  return new ModelError('broken', sentence, { isCharged: true })
}

function refused(problem: string): ModelError {
  const isBusy = /rate_limit|quota|overloaded|server_error/.test(problem)
  return new ModelError(isBusy ? 'busy' : 'broken', `The provider did not answer (${problem}).`, { isCharged: true })
}

/** Two short sentences. */
const longestMs = 40_000
const transcriptMax = 2_000
const callsMax = 8
/** Limit for audio, text and calls together. */
const tokensMax = 1_200
