import type { Conversation, ConversationEvent } from '#agent/conversation.ts'
import { estimateSpeechMs } from '#agent/turn.ts'

import { PausableTimer } from './pausable-timer.ts'

interface TalkTimersOptions {
  readonly now: () => number
  readonly isConnected: () => boolean
  readonly dispatch: (event: ConversationEvent) => void
}

/** The timers of a conversation; they run only while a browser is connected. */
export class TalkTimers {
  readonly #options: TalkTimersOptions
  #clock: PausableTimer | null = null
  #clockMs: number
  #watchdog: PausableTimer | null = null

  constructor(options: TalkTimersOptions, clockMs = 0) {
    this.#options = options
    this.#clockMs = clockMs
  }

  /** The total duration of the running silence timer. */
  get clockMs(): number {
    return this.#clockMs
  }

  /** Replaces the silence timer. */
  setClock(id: number, ms: number): void {
    this.#clock?.clear()
    this.#clockMs = ms
    this.#clock = this.#startTimer((at) => ({ type: 'clock', at, id }), ms)
  }

  /** The talk must continue even if a browser never reports the end of a turn. */
  watch(turn: number, lines: readonly { readonly text: string }[]): void {
    const longestMs = lines.reduce((sum, line) => sum + estimateSpeechMs(line.text), 0) * 2 + silenceMs
    this.#watchdog?.clear()
    this.#watchdog = this.#startTimer((at) => ({ type: 'play-overdue', at, turn }), longestMs)
  }

  /** Clears timers that the conversation no longer waits for. */
  follow(before: Conversation, after: Conversation): void {
    if (after.speaking?.turn !== before.speaking?.turn) this.#watchdog?.clear()
    if (after.clock === null) this.#clock?.clear()
  }

  pause(): void {
    this.#clock?.pause()
    this.#watchdog?.pause()
  }

  resume(): void {
    this.#clock?.resume()
    this.#watchdog?.resume()
  }

  stop(): void {
    this.#clock?.clear()
    this.#watchdog?.clear()
  }

  #startTimer(toEvent: (at: number) => ConversationEvent, ms: number): PausableTimer {
    const { now, isConnected, dispatch } = this.#options
    return new PausableTimer(() => dispatch(toEvent(now())), ms, isConnected())
  }
}

/** A client that hasn't reported the end of a sentence by then has lost its voice. */
const silenceMs = 10_000
