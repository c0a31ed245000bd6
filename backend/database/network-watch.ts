/** A request waiting for PostgreSQL; `cut` fails it. */
export interface Flight {
  readonly sinceMs: number
  cut: () => void
}

export interface NetworkWatchOptions {
  /** Resolves when PostgreSQL accepts a new connection. */
  readonly probe: () => Promise<void>
  /** The network is down: existing connections are unusable. */
  readonly onCut: () => void
}

/**
 * Detects a network that silently drops packets: when an answer is late, it tries a new connection. If that fails too,
 * all waiting requests fail, and new ones are refused until a connection succeeds.
 */
export class NetworkWatch {
  readonly #options: NetworkWatchOptions
  readonly #flights = new Set<Flight>()
  #timer: NodeJS.Timeout | null = null
  #isProbing = false
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
    this.#timer ??= setInterval(() => this.#check(), checkMs)
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

  #check(): void {
    if (this.#flights.size === 0 && !this.#isCut && this.#timer !== null) {
      clearInterval(this.#timer)
      this.#timer = null
      return
    }
    const now = performance.now()
    const isSuspicious = this.#isCut || [...this.#flights].some(({ sinceMs }) => now - sinceMs >= suspectMs)
    if (!isSuspicious || this.#isProbing || now - this.#aliveAtMs < quietMs) return
    this.#isProbing = true
    void this.#probe(now).finally(() => {
      this.#isProbing = false
    })
  }

  async #probe(startedAtMs: number): Promise<void> {
    const isReached = await Promise.race([
      this.#options.probe().then(
        () => true,
        () => false,
      ),
      probeTimeout(),
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

/** Counts event loop turns rather than time: a suspended process hasn't waited. */
async function probeTimeout(): Promise<false> {
  for (let turn = 0; turn < probeTurns; turn += 1) await new Promise((resolve) => setTimeout(resolve, checkMs))
  return false
}

const checkMs = 250
/** How long before a late answer, or silence after one, triggers a probe. */
const suspectMs = 1_500
const quietMs = 1_000
/** Two seconds, enough to connect on a loaded machine. */
const probeTurns = 8
