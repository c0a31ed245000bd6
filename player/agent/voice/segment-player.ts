import type { HeardPart, SaidSentence, Segment, SentenceVoice } from './sentence-voice.ts'

export interface CutSegment extends HeardPart {
  readonly turn: number
  readonly seg: number
}

export interface SegmentPlayerEvents {
  /** `isAgain`: it was interrupted by a false alarm and is repeated from its start. */
  readonly onStart: (segment: Segment, segMs: number, isAgain: boolean) => void
  readonly onEnd: (segment: Segment) => void
  /** Everything has been spoken. */
  readonly onIdle: () => void
}

interface SegmentPlayerOptions extends SegmentPlayerEvents {
  /** The best voice for a sentence, other than those that `failed`. */
  readonly voiceFor: (segment: Segment, failed: ReadonlySet<SentenceVoice>) => SentenceVoice
  /** Drops the rest of the turn. */
  readonly onCut: (turn: number) => void
}

/** Speaks segments in order, one at a time. After a turn is stopped, nothing more of it is spoken. */
export class SegmentPlayer {
  readonly #options: SegmentPlayerOptions
  #queue: Segment[] = []
  #said: SaidSentence | null = null
  /** The segment that is playing. */
  #current: Segment | null = null
  #failed = new Set<SentenceVoice>()
  /** The part of the first queued segment that was heard before it was held. */
  #held: HeardPart | null = null
  #isHeld = false
  #cutTurn = 0

  constructor(options: SegmentPlayerOptions) {
    this.#options = options
  }

  /** A sentence is playing. */
  get isSpeaking(): boolean {
    return this.#current !== null
  }

  /** A sentence is playing, being prepared, held or queued. */
  get isBusy(): boolean {
    return this.#queue.length > 0
  }

  get isHeld(): boolean {
    return this.#isHeld
  }

  enqueue(segment: Segment): void {
    if (segment.turn <= this.#cutTurn) return
    this.#queue.push(segment)
    if (this.#queue.length === 1) this.#next()
  }

  duck(isDucked: boolean): void {
    this.#said?.duck(isDucked)
  }

  /** Silences the voice until `release`, and keeps the sentence. */
  hold(): void {
    if (this.#isHeld) return
    this.#isHeld = true
    const heard = this.#silence()
    if (heard !== null) this.#held = heard
  }

  /** Repeats the held sentence from its start. */
  release(): void {
    if (!this.#isHeld) return
    this.#isHeld = false
    if (this.#queue.length > 0) this.#next()
  }

  /** Stops at once, drops the queue, and returns the position; null if nothing was pending. */
  stop(): CutSegment | null {
    const first = this.#queue[0]
    const heard = this.#silence() ?? this.#held
    this.#queue = []
    this.#held = null
    this.#isHeld = false
    if (first === undefined) return null
    this.#cutTurn = first.turn
    this.#failed = new Set()
    this.#options.onCut(first.turn)
    return { turn: first.turn, seg: first.seg, ...(heard ?? { playedMs: 0, segMs: 0 }) }
  }

  /** Stops at once, and returns the unfinished sentences: the current one and the queue. */
  drain(): { readonly current: Segment | null; readonly waiting: readonly Segment[] } {
    const wasHeard = this.#current !== null || this.#held !== null
    const [first = null] = this.#queue
    const left = wasHeard
      ? { current: first, waiting: this.#queue.slice(1) }
      : { current: null, waiting: [...this.#queue] }
    this.#silence()
    this.#queue = []
    this.#held = null
    this.#isHeld = false
    return left
  }

  /** The heard part of the current sentence; null if none is playing. */
  #silence(): HeardPart | null {
    const wasHeard = this.#current !== null
    const heard = this.#said?.stop() ?? null
    this.#said = null
    this.#current = null
    return wasHeard ? heard : null
  }

  #next(): void {
    const segment = this.#queue[0]
    if (this.#isHeld) return
    if (segment === undefined) return this.#options.onIdle()
    const voice = this.#options.voiceFor(segment, this.#failed)
    let isOver = false
    const isCurrent = (): boolean => !isOver && this.#queue[0] === segment && !this.#isHeld
    const said = voice.say(segment, {
      onStart: (segMs) => {
        if (!isCurrent()) return
        this.#current = segment
        const isAgain = this.#held !== null
        this.#held = null
        this.#options.onStart(segment, segMs, isAgain)
      },
      onEnd: () => {
        if (!isCurrent()) return
        isOver = true
        this.#finish(segment)
      },
      onFailed: () => {
        if (!isCurrent()) return
        isOver = true
        this.#failed.add(voice)
        if (this.#current !== null) this.#held = { playedMs: 0, segMs: 0 }
        this.#said = null
        this.#current = null
        this.#next()
      },
    })
    if (isCurrent()) this.#said = said
  }

  #finish(segment: Segment): void {
    this.#said = null
    this.#current = null
    this.#failed = new Set()
    this.#queue.shift()
    this.#options.onEnd(segment)
    if (this.#said === null) this.#next()
  }
}
