import type { ServerEvent } from '#protocol/agent-events.ts'

import { readingMs } from './reading-time.ts'

export type Segment = Extract<ServerEvent, { t: 'seg' }>

export interface CutSegment {
  readonly turn: number
  readonly seg: number
  readonly playedMs: number
  readonly segMs: number
}

interface SegmentPlayerOptions {
  readonly onStart: (segment: Segment, segMs: number) => void
  readonly onEnd: (segment: Segment) => void
  /** Nothing is left to say. */
  readonly onIdle: () => void
  /** The browser's voice failed; what is left is for the caller to drain. */
  readonly onVoiceLost: () => void
}

/**
 * Plays segments in order: with the browser's voice, or as captions at reading speed. A voice that doesn't start or end
 * is reported as lost, so the talk never hangs.
 */
export class SegmentPlayer {
  readonly #options: SegmentPlayerOptions
  #queue: Segment[] = []
  #current: { readonly segment: Segment; readonly startedAt: number; readonly segMs: number } | null = null
  #timer: ReturnType<typeof setTimeout> | undefined
  #voice: SpeechSynthesisVoice | null = null
  #pitch = 1
  #rate = 1
  /** Distinguishes events of a cancelled utterance from the current one's. */
  #utterance: SpeechSynthesisUtterance | null = null

  constructor(options: SegmentPlayerOptions) {
    this.#options = options
  }

  get isSpeaking(): boolean {
    return this.#current !== null
  }

  /** Null means captions only. Counts from the next sentence on. */
  useVoice(voice: SpeechSynthesisVoice | null, pitch: number, rate: number): void {
    this.#voice = voice
    this.#pitch = pitch
    this.#rate = rate
  }

  enqueue(segment: Segment): void {
    this.#queue.push(segment)
    if (this.#current === null && this.#utterance === null) this.#next()
  }

  /** Stops at once, clears the queue, and returns the position; null if already silent. */
  stop(): CutSegment | null {
    const waiting = this.#queue[0]
    const current = this.#current
    this.#queue = []
    this.#current = null
    this.#silence()
    if (current !== null) {
      const { segment, startedAt, segMs } = current
      return { turn: segment.turn, seg: segment.seg, playedMs: Math.round(performance.now() - startedAt), segMs }
    }
    return waiting === undefined ? null : { turn: waiting.turn, seg: waiting.seg, playedMs: 0, segMs: 0 }
  }

  /** Stops at once, and hands over what it had not finished: the sentence it was saying, and those that wait. */
  drain(): { readonly current: Segment | null; readonly waiting: readonly Segment[] } {
    const left = { current: this.#current?.segment ?? null, waiting: this.#queue }
    this.stop()
    return left
  }

  #next(): void {
    const segment = this.#queue[0]
    if (segment === undefined) return this.#options.onIdle()
    if (this.#voice === null || segment.speak !== 'client') this.#caption(segment)
    else this.#speak(segment, this.#voice)
  }

  #caption(segment: Segment): void {
    const segMs = readingMs(segment.text)
    this.#begin(segment, segMs)
    this.#timer = setTimeout(() => this.#finish(segment), segMs)
  }

  #speak(segment: Segment, voice: SpeechSynthesisVoice): void {
    const utterance = new SpeechSynthesisUtterance(segment.say ?? segment.text)
    utterance.voice = voice
    utterance.lang = voice.lang
    utterance.pitch = this.#pitch
    utterance.rate = this.#rate
    this.#utterance = utterance
    const isCurrent = (): boolean => this.#utterance === utterance
    utterance.addEventListener('start', () => {
      if (!isCurrent()) return
      clearTimeout(this.#timer)
      this.#begin(segment, readingMs(segment.text) / this.#rate)
      // Some voices never fire `end`.
      this.#timer = setTimeout(() => this.#loseVoice(), readingMs(segment.text) * 2.5 + endGraceMs)
    })
    utterance.addEventListener('end', () => {
      if (isCurrent()) this.#finish(segment)
    })
    utterance.addEventListener('error', () => {
      if (isCurrent()) this.#loseVoice()
    })
    this.#timer = setTimeout(() => {
      if (isCurrent()) this.#loseVoice()
    }, startGraceMs)
    speechSynthesis.speak(utterance)
  }

  #loseVoice(): void {
    this.#silence()
    this.#voice = null
    this.#options.onVoiceLost()
  }

  #begin(segment: Segment, segMs: number): void {
    this.#queue = this.#queue.filter((each) => each !== segment)
    this.#current = { segment, startedAt: performance.now(), segMs: Math.round(segMs) }
    this.#options.onStart(segment, Math.round(segMs))
  }

  #finish(segment: Segment): void {
    clearTimeout(this.#timer)
    this.#utterance = null
    this.#current = null
    this.#options.onEnd(segment)
    this.#next()
  }

  #silence(): void {
    clearTimeout(this.#timer)
    const wasSpeaking = this.#utterance !== null
    this.#utterance = null
    if (wasSpeaking) speechSynthesis.cancel()
  }
}

const startGraceMs = 3_000
const endGraceMs = 4_000
