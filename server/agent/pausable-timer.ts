/** A timeout that can be paused; resuming restarts it from zero. */
export class PausableTimer {
  readonly #act: () => void
  readonly #ms: number
  #handle: ReturnType<typeof setTimeout> | null = null
  #isOver = false

  constructor(act: () => void, ms: number, isRunning: boolean) {
    this.#act = act
    this.#ms = ms
    if (isRunning) this.resume()
  }

  resume(): void {
    if (this.#isOver || this.#handle !== null) return
    this.#handle = setTimeout(() => {
      this.clear()
      this.#act()
    }, this.#ms)
  }

  pause(): void {
    if (this.#handle !== null) clearTimeout(this.#handle)
    this.#handle = null
  }

  clear(): void {
    this.pause()
    this.#isOver = true
  }
}
