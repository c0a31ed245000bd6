/** A request that waits for PostgreSQL; `cut` ends its wait with an error. */
export interface Flight {
  readonly sinceMs: number
  cut: () => void
}

export interface NetworkWatchOptions {
  /** Resolves when PostgreSQL takes a new connection. */
  readonly probe: () => Promise<void>
  /** The network is cut: no connection there is can be used any more. */
  readonly onCut: () => void
}

/**
 * Notices a cut network, which swallows packets and tells nobody: when an answer takes long, a new connection is tried. If
 * that gets no answer either, everybody's wait ends, and later requests are refused at once until one succeeds.
 */
export class NetworkWatch {
  readonly #options: NetworkWatchOptions
  readonly #flights = new Set<Flight>()
  #timer: NodeJS.Timeout | null = null
  #isLooking = false
  #isCut = false
  #isClosed = false
  #aliveAtMs = 0

  constructor(options: NetworkWatchOptions) {
    this.#options = options
  }

  get isCut(): boolean {
    return this.#isCut
  }

  begin(): Flight {
    const flight: Flight = { sinceMs: performance.now(), cut: () => undefined }
    this.#flights.add(flight)
    this.#timer ??= setInterval(() => this.#look(), lookMs)
    return flight
  }

  end(flight: Flight, isAnswered: boolean): void {
    this.#flights.delete(flight)
    if (isAnswered) this.#aliveAtMs = performance.now()
  }

  close(): void {
    this.#isClosed = true
    if (this.#timer !== null) clearInterval(this.#timer)
  }

  #look(): void {
    if (this.#flights.size === 0 && !this.#isCut && this.#timer !== null) {
      clearInterval(this.#timer)
      this.#timer = null
      return
    }
    const now = performance.now()
    const isSuspicious = this.#isCut || [...this.#flights].some(({ sinceMs }) => now - sinceMs >= suspectMs)
    if (!isSuspicious || this.#isLooking || now - this.#aliveAtMs < quietMs) return
    this.#isLooking = true
    void this.#judge(now).finally(() => {
      this.#isLooking = false
    })
  }

  async #judge(startedAtMs: number): Promise<void> {
    const isReached = await Promise.race([
      this.#options.probe().then(
        () => true,
        () => false,
      ),
      patience(),
    ])
    if (this.#isClosed) return
    if (isReached || this.#aliveAtMs > startedAtMs) {
      this.#isCut = false
      this.#aliveAtMs = performance.now()
      return
    }
    const flights = [...this.#flights]
    if (!this.#isCut) this.#options.onCut()
    this.#isCut = true
    for (const flight of flights) flight.cut()
  }
}

/** Counts turns of the event loop and not the clock: a process that stood still has not waited. */
async function patience(): Promise<false> {
  for (let turn = 0; turn < probeTurns; turn += 1) await new Promise((resolve) => setTimeout(resolve, lookMs))
  return false
}

const lookMs = 250
/** How long an answer may take before anybody wonders, and after a sign of life before somebody wonders again. */
const suspectMs = 1_500
const quietMs = 1_000
/** Two seconds, in which a machine under load still makes a connection. */
const probeTurns = 8
