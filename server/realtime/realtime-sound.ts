/** The audio of a sentence in a provider's answer. */
export interface SpokenPart {
  readonly text: string
  /** Read at most once. */
  readonly sound: AsyncIterable<Uint8Array>
  /** Its offset in the answer. */
  readonly fromMs: number
  /** Its length so far. */
  readonly ms: () => number
}

/** The checked audio of the last answer, by sentence, and how much of it was heard. */
export class RealtimeSound {
  readonly #truncate: (item: string, ms: number) => void
  #item = ''
  /** Parts of the answer that haven't been spoken yet. */
  #parts: readonly SpokenPart[] = []
  /** Parts of the last turn with audio, by segment. */
  #turn = -1
  #played = new Map<number, SpokenPart>()

  constructor(truncate: (item: string, ms: number) => void) {
    this.#truncate = truncate
  }

  /** Replaces the last answer. */
  keep(item: string, parts: readonly SpokenPart[]): void {
    this.forget()
    this.#item = item
    this.#parts = parts
  }

  /** More of the same answer. */
  add(item: string, part: SpokenPart): void {
    if (this.holds(item)) this.#parts = [...this.#parts, part]
  }

  /** Whether this answer is played, at least in part. */
  holds(item: string): boolean {
    return item !== '' && item === this.#item
  }

  /** The audio of a turn's sentences; null for those not spoken by the provider. */
  take(turn: number, sentences: readonly string[]): readonly (AsyncIterable<Uint8Array> | null)[] {
    const left = [...this.#parts]
    const played = new Map<number, SpokenPart>()
    const taken = sentences.map((text, seg) => {
      if (left[0]?.text !== text) return null
      const part = left.shift()
      if (part !== undefined) played.set(seg, part)
      return part?.sound ?? null
    })
    if (played.size > 0) {
      this.#turn = turn
      this.#played = played
      this.#parts = left
    }
    return taken
  }

  /** After an interruption, the provider forgets what the visitor hasn't heard. */
  cut(turn: number, seg: number, playedMs: number): void {
    if (turn !== this.#turn || this.#item === '') return
    const [[first, { fromMs }] = [0, { fromMs: 0 }]] = this.#played
    const part = this.#played.get(seg)
    if (part !== undefined) {
      this.#truncate(this.#item, Math.floor(part.fromMs + Math.max(0, Math.min(playedMs, part.ms()))))
    } else if (seg < first) this.#truncate(this.#item, Math.floor(fromMs))
    this.forget()
  }

  forget(): void {
    this.#item = ''
    this.#parts = []
    this.#played = new Map()
    this.#turn = -1
  }
}
