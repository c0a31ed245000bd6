/** An answer due by a moment of `performance.now()`. */
interface PendingAnswer {
  readonly untilMs: number
  readonly giveUp: () => void
}

/**
 * Checks for overdue answers four times a second: with thousands a second, a timer for each would cost more than most
 * of them.
 */
export class AnswerTimeouts {
  readonly #awaited = new Set<PendingAnswer>()
  #timer: NodeJS.Timeout | null = null

  /** Calls `giveUp` once unless `answer` settles in time. */
  watch(answer: Promise<unknown>, patienceMs: number, giveUp: () => void): void {
    const awaited = { untilMs: performance.now() + patienceMs, giveUp }
    this.#awaited.add(awaited)
    const remove = () => this.#awaited.delete(awaited)
    answer.then(remove, remove)
    this.#timer ??= setInterval(() => this.#check(), checkMs)
  }

  #check(): void {
    const now = performance.now()
    for (const awaited of this.#awaited) {
      if (awaited.untilMs > now) continue
      this.#awaited.delete(awaited)
      awaited.giveUp()
    }
    if (this.#awaited.size > 0 || this.#timer === null) return
    clearInterval(this.#timer)
    this.#timer = null
  }
}

const checkMs = 250
