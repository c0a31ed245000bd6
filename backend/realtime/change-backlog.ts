/** How far behind the subscribers of this process are, in milliseconds and in notices, each of one transaction or more. */
export class ChangeBacklog {
  #told = 0
  #lastLatenessMs = 0
  #noticed = { count: 0, since: 0 }
  /** What the pass that goes on will have told at its end. */
  #inPass = { count: 0, since: 0 }

  get figures(): {
    readonly waiting: number
    readonly waitingMs: number
    readonly lastLatenessMs: number
    readonly told: number
  } {
    const waiting = this.#inPass.count + this.#noticed.count
    const oldest = this.#inPass.count > 0 ? this.#inPass : this.#noticed
    return {
      waiting,
      waitingMs: waiting === 0 ? 0 : performance.now() - oldest.since,
      lastLatenessMs: this.#lastLatenessMs,
      told: this.#told,
    }
  }

  notice(): void {
    if (this.#noticed.count === 0) this.#noticed.since = performance.now()
    this.#noticed.count += 1
  }

  /** A pass begins that reads everything noticed so far. */
  begin(): void {
    const isFirst = this.#inPass.count === 0
    this.#inPass = {
      count: this.#inPass.count + this.#noticed.count,
      since: isFirst ? this.#noticed.since : this.#inPass.since,
    }
    this.#noticed = { count: 0, since: 0 }
  }

  /** One that fails doesn't come here: the next begins with what it left. */
  finish(): void {
    if (this.#inPass.count === 0) return
    this.#told += this.#inPass.count
    this.#lastLatenessMs = performance.now() - this.#inPass.since
    this.#inPass = { count: 0, since: 0 }
  }

  /** Nobody is waiting any more. */
  clear(): void {
    this.#noticed = { count: 0, since: 0 }
    this.#inPass = { count: 0, since: 0 }
  }
}
