import { sentenceReadingMs } from './reading-time.ts'
import type { Segment } from './voice/sentence-voice.ts'

/** Reports displayed sentences as read, at reading speed. The agent waits for that before it continues. */
export class ReadingPace {
  readonly #onRead: (segment: Segment) => void
  #unread: Segment[] = []
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(onRead: (segment: Segment) => void) {
    this.#onRead = onRead
  }

  add(segment: Segment): void {
    this.#unread.push(segment)
    if (this.#timer === undefined) this.#wait()
  }

  /** Any input of the visitor means that they have read everything. */
  finish(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    for (const segment of this.#unread.splice(0)) this.#onRead(segment)
  }

  clear(): void {
    this.#unread = []
    this.finish()
  }

  #wait(): void {
    const [segment] = this.#unread
    if (segment === undefined) return
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      this.#unread.shift()
      this.#onRead(segment)
      this.#wait()
    }, sentenceReadingMs(segment.text))
  }
}
