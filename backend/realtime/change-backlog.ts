/** How far this process's subscribers lag, in milliseconds and notices; a notice covers one or more transactions. */
export class ChangeBacklog {
  #delivered = 0
  #lastLatenessMs = 0
  #noticed = { count: 0, since: 0 }
  /** Notices that the current pass will have delivered when it ends. */
  #inPass = { count: 0, since: 0 }

  get figures(): {
    readonly waiting: number
    readonly waitingMs: number
    readonly lastLatenessMs: number
    readonly delivered: number
  } {
    const waiting = this.#inPass.count + this.#noticed.count
    const oldest = this.#inPass.count > 0 ? this.#inPass : this.#noticed
    return {
      waiting,
      waitingMs: waiting === 0 ? 0 : performance.now() - oldest.since,
      lastLatenessMs: this.#lastLatenessMs,
      delivered: this.#delivered,
    }
  }

  notice(): void {
    if (this.#noticed.count === 0) this.#noticed.since = performance.now()
    this.#noticed.count += 1
  }

  begin(): void {
    const isFirst = this.#inPass.count === 0
    this.#inPass = {
      count: this.#inPass.count + this.#noticed.count,
      since: isFirst ? this.#noticed.since : this.#inPass.since,
    }
    this.#noticed = { count: 0, since: 0 }
  }

  /** Not called after a failed pass: the next one covers its notices. */
  finish(): void {
    if (this.#inPass.count === 0) return
    this.#delivered += this.#inPass.count
    this.#lastLatenessMs = performance.now() - this.#inPass.since
    this.#inPass = { count: 0, since: 0 }
  }

  /** No subscribers are left. */
  clear(): void {
    this.#noticed = { count: 0, since: 0 }
    this.#inPass = { count: 0, since: 0 }
  }
}
