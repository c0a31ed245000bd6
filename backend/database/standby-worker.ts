import type { PgliteSource } from './open-pglite.ts'
import { PreparedWorker } from './prepared-worker.ts'

export interface WorkerOptions {
  /** Called before each start of a worker. */
  readonly prepareSource: () => Promise<PgliteSource>
  /** WebAssembly memory above which an idle worker is replaced. */
  readonly memoryMarkBytes: number
}

/** A worker that has loaded PGlite, ready to take over. */
export class StandbyWorker {
  readonly #options: WorkerOptions
  #prepared: Promise<PreparedWorker> | null = null
  #timer: NodeJS.Timeout | null = null

  constructor(options: WorkerOptions) {
    this.#options = options
  }

  prepareIn(delayMs: number): void {
    this.#timer = setTimeout(() => void this.prepare(), delayMs).unref()
  }

  cancelTimer(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
  }

  prepare(): Promise<PreparedWorker> {
    this.cancelTimer()
    if (this.#prepared === null) {
      const prepared = prepareWorker(this.#options)
      this.#prepared = prepared
      // Without a standby, the next worker starts on demand.
      const remove = () => {
        if (this.#prepared === prepared) this.#prepared = null
      }
      prepared.then((worker) => worker.prepared).catch(remove)
    }
    return this.#prepared
  }

  take(): Promise<PreparedWorker> {
    const prepared = this.prepare()
    this.#prepared = null
    return prepared
  }

  async terminate(): Promise<void> {
    await this.#prepared?.then(
      (worker) => worker.terminate(),
      () => undefined,
    )
  }
}

export async function prepareWorker(options: WorkerOptions): Promise<PreparedWorker> {
  const source = await options.prepareSource()
  // An in-memory database would be lost with its worker.
  const memoryMarkBytes = source.directory === null ? Infinity : options.memoryMarkBytes
  return new PreparedWorker({ source, memoryMarkBytes })
}
