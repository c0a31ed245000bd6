import { readingMs } from './reading-time.ts'
import type { Segment } from './voice/sentence-voice.ts'

/**
 * Reports shown sentences as read, at reading speed. The agent waits for it before it goes on by itself; nothing on the
 * screen does.
 */
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

  /** The visitor acts, so they have read what there is. */
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
    }, readingMs(segment.text))
  }
}
