import { agentTextMax } from '#protocol/agent-events.ts'

export interface SpokenTurn {
  readonly text: string
  readonly confidence: number | undefined
  /** The visitor continued after their last turn; `text` is the whole turn. */
  readonly continues: boolean
  readonly endOfTurnMs: number
  readonly recognitionMs: number
}

interface TurnTakingOptions {
  /** Milliseconds of silence that end a turn with this text. */
  readonly waitAfter: (text: string) => number
  /** The words of an unfinished turn. */
  readonly onPartial: (text: string) => void
  readonly onTurn: (turn: SpokenTurn) => void
  /** Speech that wasn't recognised. */
  readonly onNotUnderstood: () => void
}

/** Decides when the visitor has finished, by silence and by their words. */
export class TurnTaking {
  readonly #options: TurnTakingOptions
  #text = ''
  #confidence: number | undefined
  #isSounding = false
  /** Push-to-talk: nothing ends the turn until the key is released. */
  #isHeld = false
  #soundAt: number | null = null
  #wordAt = 0
  #lastTurn: { readonly text: string; readonly at: number } | null = null
  #continues = false
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(options: TurnTakingOptions) {
    this.#options = options
  }

  get isSounding(): boolean {
    return this.#isSounding
  }

  get text(): string {
    return this.#text
  }

  soundStarted(): void {
    const now = performance.now()
    this.#isSounding = true
    this.#soundAt = now
    if (this.#text === '') this.#continues = this.#lastTurn !== null && now - this.#lastTurn.at <= goOnMs
    this.#schedule()
  }

  /** `agoMs`: how long ago the last sound was. */
  soundEnded(agoMs: number): void {
    this.#isSounding = false
    this.#soundAt = performance.now() - agoMs
    this.#schedule()
  }

  words(text: string, confidence: number | undefined): void {
    const now = performance.now()
    if (this.#text === '' && this.#lastTurn !== null && now - this.#lastTurn.at <= goOnMs) this.#continues = true
    this.#text = text
    this.#confidence = confidence
    this.#wordAt = now
    // Without our own microphone, the words are the only sign of sound.
    if (!this.#isSounding && now - (this.#soundAt ?? 0) > staleMs) this.#soundAt = now
    this.#options.onPartial(text)
    this.#schedule()
  }

  hold(isHeld: boolean): void {
    this.#isHeld = isHeld
    if (isHeld) this.#soundAt = performance.now()
    this.#schedule()
  }

  /** Drops the words so far. */
  clear(): void {
    clearTimeout(this.#timer)
    this.#text = ''
    this.#continues = false
    this.#isHeld = false
  }

  /** The visitor did something else, so nothing can continue their last turn. */
  settle(): void {
    this.#lastTurn = null
    this.clear()
  }

  /** The microphone is closed. */
  stop(): void {
    this.settle()
    this.#isSounding = false
    this.#soundAt = null
  }

  #schedule(): void {
    clearTimeout(this.#timer)
    const now = performance.now()
    if (this.#isHeld) return
    if (this.#text === '') {
      if (this.#isSounding || this.#soundAt === null) return
      this.#timer = setTimeout(() => {
        this.#soundAt = null
        this.#options.onNotUnderstood()
      }, notUnderstoodMs)
      return
    }
    const soundAt = this.#soundAt ?? now
    const due = this.#isSounding
      ? soundAt + longestTurnMs
      : Math.max(soundAt + this.#options.waitAfter(this.#text), this.#wordAt + settleMs)
    this.#timer = setTimeout(() => this.#commit(), Math.max(0, due - now))
  }

  #commit(): void {
    const now = performance.now()
    const soundAt = this.#soundAt ?? now
    const before = this.#continues ? (this.#lastTurn?.text ?? '') : ''
    const joined = before === '' ? this.#text : `${before} ${this.#text}`
    const continues = before !== '' && joined.length <= agentTextMax
    const turn: SpokenTurn = {
      text: continues ? joined : this.#text.slice(0, agentTextMax),
      confidence: this.#confidence,
      continues,
      endOfTurnMs: Math.max(0, Math.round(now - soundAt)),
      recognitionMs: Math.max(0, Math.round(this.#wordAt - soundAt)),
    }
    this.#lastTurn = { text: turn.text, at: now }
    this.clear()
    this.#soundAt = null
    this.#options.onTurn(turn)
  }
}

/** Speech this soon after a turn continues it. */
const goOnMs = 1_200
/** A recogniser may still correct its last words. */
const settleMs = 120
const staleMs = 1_500
const longestTurnMs = 30_000
const notUnderstoodMs = 4_000
