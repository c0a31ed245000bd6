/** What happened to a sentence in the queue. `frames` is the number of its samples that were played. */
export type QueueEvent =
  | { readonly kind: 'started'; readonly id: number }
  | { readonly kind: 'starved'; readonly id: number; readonly frames: number }
  | { readonly kind: 'resumed'; readonly id: number; readonly frames: number }
  | { readonly kind: 'ended'; readonly id: number; readonly frames: number }

/**
 * The samples of one sentence, played as they arrive. Starts, and restarts after a gap, once `cushion` samples are
 * buffered, so that network jitter isn't audible.
 */
export class SampleQueue {
  readonly #cushion: number
  #id: number | null = null
  #blocks: Float32Array[] = []
  #offset = 0
  #waiting = 0
  #played = 0
  #isComplete = false
  #isRunning = false

  constructor(cushion: number) {
    this.#cushion = cushion
  }

  /** Starts a sentence; drops the rest of another. */
  open(id: number): void {
    this.flush()
    this.#id = id
  }

  push(id: number, samples: Float32Array): void {
    if (id !== this.#id || this.#isComplete) return
    this.#blocks.push(samples)
    this.#waiting += samples.length
  }

  /** Call when there are no more samples. */
  complete(id: number): void {
    if (id === this.#id) this.#isComplete = true
  }

  flush(): void {
    this.#id = null
    this.#blocks = []
    this.#offset = 0
    this.#waiting = 0
    this.#played = 0
    this.#isComplete = false
    this.#isRunning = false
  }

  /** Fills `output`, with silence if there are no samples. */
  read(output: Float32Array): readonly QueueEvent[] {
    output.fill(0)
    const id = this.#id
    if (id === null) return []
    const events: QueueEvent[] = []
    if (!this.#isRunning) {
      if (!this.#isComplete && this.#waiting < this.#cushion) return []
      if (this.#waiting > 0) {
        this.#isRunning = true
        events.push(this.#played === 0 ? { kind: 'started', id } : { kind: 'resumed', id, frames: this.#played })
      }
    }
    let filled = 0
    while (filled < output.length) {
      const block = this.#blocks[0]
      if (block === undefined) break
      const part = block.subarray(this.#offset, this.#offset + output.length - filled)
      output.set(part, filled)
      filled += part.length
      this.#offset += part.length
      if (this.#offset >= block.length) {
        this.#blocks.shift()
        this.#offset = 0
      }
    }
    this.#waiting -= filled
    this.#played += filled
    if (this.#waiting > 0) return events
    const frames = this.#played
    if (this.#isComplete) {
      this.flush()
      events.push({ kind: 'ended', id, frames })
    } else if (filled < output.length) {
      this.#isRunning = false
      events.push({ kind: 'starved', id, frames })
    }
    return events
  }
}
