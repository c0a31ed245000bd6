import type { SoundBudget } from './sound-budget.ts'

/** Sound of one turn while it grows: PCM16, mono. */
export class SoundClip {
  readonly #budget: SoundBudget
  #chunks: Uint8Array[] = []
  #bytes = 0

  constructor(budget: SoundBudget) {
    this.#budget = budget
  }

  get bytes(): number {
    return this.#bytes
  }

  get chunks(): readonly Uint8Array[] {
    return this.#chunks
  }

  /** Copies the sound, since a network buffer is larger than its frame. False when there is no memory left. */
  add(pcm: Uint8Array): boolean {
    if (!this.#budget.take(pcm.length)) return false
    this.#chunks.push(new Uint8Array(pcm))
    this.#bytes += pcm.length
    return true
  }

  /** Moves another clip's sound to the end of this one. */
  append(other: SoundClip): void {
    this.#chunks.push(...other.#chunks)
    this.#bytes += other.#bytes
    other.#chunks = []
    other.#bytes = 0
  }

  /** Drops sound from the start until at most `bytes` are left. */
  keepLast(bytes: number): void {
    while (this.#bytes > bytes) {
      const { length } = this.#chunks.shift() ?? { length: this.#bytes }
      this.#bytes -= length
      this.#budget.release(length)
    }
  }

  /** Drops `bytes` from the end. */
  cut(bytes: number): void {
    let excess = Math.min(this.#bytes, Math.round(bytes / 2) * 2)
    this.#bytes -= excess
    this.#budget.release(excess)
    while (excess > 0) {
      const last = this.#chunks.pop() ?? new Uint8Array(excess)
      if (last.length > excess) this.#chunks.push(last.subarray(0, last.length - excess))
      excess -= Math.min(excess, last.length)
    }
  }

  clear(): void {
    this.keepLast(0)
  }
}
