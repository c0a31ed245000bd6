/** How much of a turn's sound was sent, and how much the visitor has heard by their browser's reports. */
export class PlayClock {
  readonly #now: () => number
  /** Milliseconds of each segment that was sent, so far. */
  readonly #sent: number[] = []
  #playing: { readonly seg: number; readonly since: number } | null = null
  /** Segments before it were played to their end. */
  #unheard = 0

  constructor(now: () => number) {
    this.#now = now
  }

  /** The first segment that hasn't been played to its end. */
  get unheard(): number {
    return this.#unheard
  }

  send(seg: number, ms: number): void {
    this.#sent[seg] = (this.#sent[seg] ?? 0) + ms
  }

  sentMs(seg: number): number {
    return this.#sent[seg] ?? 0
  }

  start(seg: number): void {
    this.#playing = { seg, since: this.#now() }
    this.#unheard = Math.max(this.#unheard, seg)
  }

  end(seg: number): void {
    this.#unheard = Math.max(this.#unheard, seg + 1)
    if (this.#playing?.seg === seg) this.#playing = null
  }

  /** What was sent and can't have been heard yet. */
  aheadMs(): number {
    const sum = this.#sent.reduce((total, ms, seg) => total + (seg < this.#unheard ? 0 : ms), 0)
    if (this.#playing === null) return sum
    const { seg, since } = this.#playing
    return sum - Math.min(this.sentMs(seg), Math.max(0, this.#now() - since))
  }
}
