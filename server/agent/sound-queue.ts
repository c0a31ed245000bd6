/** Reads ahead in an audio stream, up to a number of bytes; then the source waits. */
export class SoundQueue {
  readonly #chunks: Uint8Array<ArrayBuffer>[] = []
  readonly #bytesMax: number
  #bytes = 0
  #isOver = false
  #problem: unknown = null
  #wakeReader = (): void => undefined
  #wakeFiller = (): void => undefined

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax
  }

  /** Resolves when the source has ended: true if it was read completely. The reader gets its error. */
  async fill(sound: AsyncIterable<Uint8Array<ArrayBuffer>>): Promise<boolean> {
    try {
      for await (const chunk of sound) {
        if (this.#isOver) return false
        this.#chunks.push(chunk)
        this.#bytes += chunk.length
        this.#wakeReader()
        while (this.#bytes > this.#bytesMax && !this.#isOver) {
          await new Promise<void>((resolve) => (this.#wakeFiller = resolve))
        }
      }
    } catch (error) {
      this.#problem = error
    }
    this.#isOver = true
    this.#wakeReader()
    return this.#problem === null
  }

  async *read(): AsyncGenerator<Uint8Array<ArrayBuffer>, void> {
    for (;;) {
      const chunk = this.#chunks.shift()
      if (chunk !== undefined) {
        this.#bytes -= chunk.length
        this.#wakeFiller()
        yield chunk
      } else if (this.#isOver) {
        if (this.#problem !== null) throw this.#problem
        return
      } else await new Promise<void>((resolve) => (this.#wakeReader = resolve))
    }
  }

  /** Cancels source and reader. */
  close(): void {
    this.#isOver = true
    this.#chunks.length = 0
    this.#bytes = 0
    this.#wakeFiller()
    this.#wakeReader()
  }
}
