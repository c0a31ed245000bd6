/** The words recognised since the visitor's last turn. */
export interface Heard {
  readonly text: string
  readonly isFinal: boolean
  /** 0 to 1; the lowest of all parts. */
  readonly confidence: number | null
}

/**
 * Joins a recogniser's results. A turn often ends while its last result is still partial; words already used are
 * removed when the final one arrives.
 */
export class HeardWords {
  #final: readonly string[] = []
  #open = ''
  #confidence: number | null = null
  /** Words of the partial result that the last turn already used. */
  #taken = 0

  get heard(): Heard {
    const text = [...this.#final, this.#open].filter((part) => part !== '').join(' ')
    return { text: text.slice(0, textMax), isFinal: this.#open === '', confidence: this.#confidence }
  }

  partial(text: string): void {
    this.#open = withoutWords(text, this.#taken)
  }

  final(text: string, confidence: number | null): void {
    const rest = withoutWords(text, this.#taken)
    this.#taken = 0
    this.#open = ''
    if (rest === '') return
    this.#final = [...this.#final, rest].slice(-partsMax)
    if (confidence !== null) this.#confidence = Math.min(this.#confidence ?? 1, confidence)
  }

  /** The partial result gets no more words. */
  settle(): void {
    if (this.#open !== '') this.#final = [...this.#final, this.#open]
    this.#open = ''
    this.#taken = 0
  }

  /** The visitor's turn ended; later words belong to the next. */
  take(): void {
    this.#taken += countWords(this.#open)
    this.#final = []
    this.#open = ''
    this.#confidence = null
  }
}

function countWords(text: string): number {
  return text === '' ? 0 : text.split(/\s+/).length
}

function withoutWords(text: string, count: number): string {
  return count === 0 ? text : text.split(/\s+/).slice(count).join(' ')
}

const partsMax = 40
const textMax = 2_000
