/** Reads ahead in an audio stream until a number of bytes is queued; then the source waits. */
export class SoundQueue {
  #chunks: Uint8Array[] = []
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
  async fill(sound: AsyncIterable<Uint8Array>): Promise<boolean> {
    try {
      for await (const chunk of sound) {
        if (this.#isOver) return false
        this.#chunks.push(chunk)
        this.#bytes += chunk.length
        this.#wakeReader()
        while (this.#bytes >= this.#bytesMax && !this.#isOver) {
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

  /** Resolves once `bytes` are queued or the source has ended; false if nothing is left. Rejects as the source does. */
  async whenFilled(bytes: number): Promise<boolean> {
    while (this.#bytes < bytes && !this.#isOver) {
      await new Promise<void>((resolve) => (this.#wakeReader = resolve))
    }
    if (this.#bytes === 0 && this.#problem !== null) throw this.#problem
    return this.#bytes > 0
  }

  /** Takes up to `bytesMax`, after `headBytes` for the caller to fill. */
  take(bytesMax: number, headBytes: number): Uint8Array<ArrayBuffer> {
    const taken = Buffer.allocUnsafeSlow(headBytes + Math.min(bytesMax, this.#bytes)).fill(0, 0, headBytes)
    for (let at = headBytes; at < taken.length;) {
      const [chunk = none] = this.#chunks
      const part = chunk.subarray(0, taken.length - at)
      taken.set(part, at)
      at += part.length
      if (part.length === chunk.length) this.#chunks.shift()
      else this.#chunks[0] = chunk.subarray(part.length)
    }
    this.#bytes -= taken.length - headBytes
    this.#wakeFiller()
    return taken
  }

  /** Cancels source and reader. */
  close(): void {
    this.#isOver = true
    this.#chunks = []
    this.#bytes = 0
    this.#wakeFiller()
    this.#wakeReader()
  }
}

const none = new Uint8Array(0)
