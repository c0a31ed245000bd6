/** Audio that is still arriving; only the released part may be played. Can be read once. */
export class ReleasedSound implements AsyncIterable<Uint8Array> {
  #chunks: Uint8Array[] = []
  /** Bytes received, read, and released. */
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

  /** Releases the first `bytes` for playback. */
  release(bytes: number): void {
    this.#released = Math.max(this.#released, bytes)
    this.#wake()
  }

  /** Ends the audio after `bytes`, or after what was already released. */
  end(bytes: number): void {
    this.release(bytes)
    this.#end = this.#released
    this.#wake()
  }

  /** Fails the reader, unless the audio already has an end. */
  fail(problem: unknown): void {
    if (this.#end === null) this.#problem = problem
    this.#wake()
  }

  get hasEnd(): boolean {
    return this.#end !== null
  }

  /** How many bytes may be played; never fewer than were read. */
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
