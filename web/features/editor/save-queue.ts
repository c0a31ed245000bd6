import type { FailureKind } from '../../lib/backend-error.ts'
import { targetKey, type SaveTarget } from './save-plan.ts'

/** Why a run ended before saving all targets; null if it didn't. */
type Blocked = 'offline' | 'signed-out' | null

export interface SaveQueuePorts {
  /** Makes one call. A failure other than `unreachable` or `signed-out` is final: the target is dropped. */
  readonly save: (target: SaveTarget) => Promise<FailureKind | null>
  /** Renews the session, once per run. */
  readonly renewSession: () => Promise<boolean>
  /** Called after every save, whether or not its target still waits. */
  readonly onProgress: () => void
  readonly onSaving: () => void
}

/** Saves targets one call at a time. They wait while the server is unreachable or the session has ended. */
export class SaveQueue {
  readonly #waiting: Map<string, SaveTarget>
  #isRunning = false

  constructor(recalled: readonly SaveTarget[] = []) {
    this.#waiting = new Map(recalled.map((target) => [targetKey(target), target]))
  }

  get waiting(): readonly SaveTarget[] {
    return [...this.#waiting.values()]
  }

  add(targets: readonly SaveTarget[]): void {
    for (const target of targets) this.#waiting.set(targetKey(target), target)
  }

  /** Saves until the queue is empty or saving fails; undefined if a run is already in progress. */
  async run(ports: SaveQueuePorts): Promise<Blocked | undefined> {
    if (this.#isRunning) return undefined
    this.#isRunning = true
    try {
      return await this.#drain(ports)
    } finally {
      this.#isRunning = false
    }
  }

  async #drain(ports: SaveQueuePorts): Promise<Blocked> {
    let hasRenewed = false
    for (;;) {
      const target = this.#next()
      if (target === undefined) return null
      ports.onSaving()
      const failure = await ports.save(target)
      if (failure === 'unreachable') return 'offline'
      if (failure === 'signed-out') {
        if (hasRenewed || !(await ports.renewSession())) return 'signed-out'
        hasRenewed = true
      } else this.#waiting.delete(targetKey(target))
      ports.onProgress()
    }
  }

  /** Adding and removing steps comes first: other changes belong to steps. */
  #next(): SaveTarget | undefined {
    const targets = this.waiting
    return targets.find(({ type }) => type === 'restore' || type === 'remove') ?? targets[0]
  }
}
