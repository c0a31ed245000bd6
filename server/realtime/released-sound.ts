/** Audio that still arrives, of which only a released part may be played. Can be read once. */
export class ReleasedSound implements AsyncIterable<Uint8Array> {
  #chunks: Uint8Array[] = []
  /** Bytes that arrived, were read, and may be read. */
  #arrived = 0
  #read = 0
  #released = 0
  #end: number | null = null
  #problem: unknown = null
  #wake = (): void => undefined

  add(pcm: Uint8Array): void {
    this.#chunks.push(pcm)
    this.#arrived += pcm.length
    this.#wake()
  }

  /** The first `bytes` may be played. */
  release(bytes: number): void {
    this.#released = Math.max(this.#released, bytes)
    this.#wake()
  }

  /** The sound ends after `bytes`, or after what was released already. */
  end(bytes: number): void {
    this.release(bytes)
    this.#end = this.#released
    this.#wake()
  }

  /** The reader gets an error, unless the sound has its end. */
  fail(problem: unknown): void {
    if (this.#end === null) this.#problem = problem
    this.#wake()
  }

  get hasEnd(): boolean {
    return this.#end !== null
  }

  /** What may be played; at least what was. */
  get releasedBytes(): number {
    return this.#released
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array, void> {
    for (;;) {
      if (this.#problem !== null) throw this.#problem
      const ready = Math.min(this.#arrived, this.#released) - this.#read
      if (ready > 0) yield this.#take(ready)
      else if (this.#end !== null && this.#read >= this.#end) return
      else await new Promise<void>((resolve) => (this.#wake = resolve))
    }
  }

  #take(bytes: number): Uint8Array {
    const whole = Buffer.concat(this.#chunks)
    this.#chunks = [whole.subarray(bytes)]
    this.#read += bytes
    return whole.subarray(0, bytes)
  }
}
