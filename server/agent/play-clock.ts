/** How much of a turn's audio was sent, and how much of it the visitor has heard according to their browser. */
export class PlayClock {
  readonly #now: () => number
  /** Milliseconds sent of each segment. */
  readonly #sent: number[] = []
  #playing: { readonly seg: number; readonly since: number } | null = null
  /** Earlier segments were played to their end. */
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

  /** Audio that was sent but not yet heard. */
  aheadMs(): number {
    const sum = this.#sent.reduce((total, ms, seg) => total + (seg < this.#unheard ? 0 : ms), 0)
    if (this.#playing === null) return sum
    const { seg, since } = this.#playing
    return sum - Math.min(this.sentMs(seg), Math.max(0, this.#now() - since))
  }
}
