interface TalkTimeOptions {
  readonly now: () => number
  readonly sessionMs: number
  /** How long a member of the team may talk. */
  readonly personMs: number
}

interface TalkTimeEvents {
  /** One minute is left. */
  readonly onWarning: (leftMs: number) => void
  readonly onLimit: () => void
  readonly onOver: () => void
}

/** A conversation's time limit. It stands still during a takeover, which has its own limit. */
export class TalkTime {
  readonly #options: TalkTimeOptions
  readonly #events: TalkTimeEvents
  #limitAt: number
  #timers: ReturnType<typeof setTimeout>[] = []

  constructor(options: TalkTimeOptions, events: TalkTimeEvents, limitAt = options.now() + options.sessionMs) {
    this.#options = options
    this.#events = events
    this.#limitAt = limitAt
  }

  get limitAt(): number {
    return this.#limitAt
  }

  start(): void {
    this.stop()
    const { now, sessionMs } = this.#options
    const { onWarning, onLimit, onOver } = this.#events
    const leftMs = Math.max(0, this.#limitAt - now())
    const warnedMs = Math.min(lastMinuteMs, sessionMs)
    if (leftMs >= warnedMs) this.#timers.push(setTimeout(() => onWarning(warnedMs), leftMs - warnedMs))
    this.#timers.push(setTimeout(onLimit, leftMs), setTimeout(onOver, leftMs + lastMinuteMs))
  }

  /** A member has taken over. */
  pause(): void {
    this.stop()
    this.#limitAt = this.#options.now() + this.#options.personMs
    this.#timers = [setTimeout(this.#events.onOver, this.#options.personMs)]
  }

  /** The agent gets a few more minutes, even if the takeover came at the end. */
  resume(): void {
    this.#limitAt = this.#options.now() + Math.min(this.#options.sessionMs, afterPersonMs)
    this.start()
  }

  stop(): void {
    for (const timer of this.#timers) clearTimeout(timer)
    this.#timers = []
  }
}

const lastMinuteMs = 60_000
const afterPersonMs = 5 * 60_000
