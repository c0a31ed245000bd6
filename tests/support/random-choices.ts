/** Random choices, the same in every run of a seed. */
export class RandomChoices {
  #state: number

  /** The choices of one step, so that a run can resume anywhere. */
  static at(seed: number, index: number): RandomChoices {
    return new RandomChoices((seed * 1_000_003 + index * 7_919) >>> 0)
  }

  private constructor(seed: number) {
    this.#state = seed
    this.next()
    this.next()
  }

  /** From 0 to below 1, by the mulberry32 generator. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }

  often(share: number): boolean {
    return this.next() < share
  }

  upTo(most: number): number {
    return Math.floor(this.next() * (most + 1))
  }

  pick<T>(list: readonly T[]): T {
    return list[Math.floor(this.next() * list.length)] as T
  }

  some<T>(list: readonly T[], most: number): readonly T[] {
    return list.length === 0 ? [] : Array.from({ length: this.upTo(most) }, () => this.pick(list))
  }
}
