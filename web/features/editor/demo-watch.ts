export interface DemoWatchPorts<T> {
  /** Null if it failed. */
  readonly load: () => Promise<T | null>
  readonly isHidden: () => boolean
  /** Whether the author is typing; the field is updated once they leave it. */
  readonly isTyping: () => boolean
  readonly onLoaded: (loaded: T, about: { readonly isReturn: boolean; readonly isTyping: boolean }) => void
}

/** Loads the demo whenever it may have changed, one load at a time. */
export class DemoWatch<T> {
  #isLoading = false
  /** Whether the demo may have changed since the last load began. */
  #isDue = false

  get isDue(): boolean {
    return this.#isDue
  }

  async look(isReturn: boolean, ports: DemoWatchPorts<T>): Promise<void> {
    this.#isDue = true
    if (this.#isLoading || ports.isHidden()) return
    this.#isLoading = true
    for (let isFirst = true; this.#isDue; isFirst = false) {
      this.#isDue = false
      const loaded = await ports.load()
      const isTyping = ports.isTyping()
      if (loaded !== null) ports.onLoaded(loaded, { isReturn: isReturn && isFirst, isTyping })
      // Offline, the next save or reconnect finds out.
      const mustWait = loaded === null || isTyping
      if (mustWait) this.#isDue = true
      // A change during the load may be missing in its answer.
      if (mustWait || ports.isHidden()) break
    }
    this.#isLoading = false
  }
}
