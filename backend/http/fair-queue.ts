import { networkOf, wideNetworkOf } from './network-of.ts'

/** Bounds concurrent jobs and serves networks in turn, so that a busy network only delays itself. */
export interface FairQueue {
  /** Rejects with QueueFull when the network, or all together, have too many jobs queued. */
  readonly run: <T>(address: string, job: () => Promise<T>) => Promise<T>
}

export interface FairQueueOptions {
  readonly concurrent: number
  readonly waiting: number
  readonly waitingPerNetwork: number
}

export class QueueFull extends Error {
  override readonly name = 'QueueFull'
  /** This network has too many jobs queued, as opposed to all together. */
  readonly isOwnLine: boolean

  constructor(isOwnLine: boolean) {
    super(isOwnLine ? 'Too many jobs of this network are waiting' : 'Too many jobs are waiting')
    this.isOwnLine = isOwnLine
  }
}

interface Waiter {
  readonly start: () => void
  readonly drop: () => void
}

export function createFairQueue({ concurrent, waiting, waitingPerNetwork }: FairQueueOptions): FairQueue {
  /** Ordered by whose turn is next. */
  const lines = new Map<string, Waiter[]>()
  let waitingCount = 0
  let running = 0

  return {
    run: async (address, job) => {
      await turn(address)
      try {
        return await job()
      } finally {
        next()
      }
    },
  }

  function turn(address: string): Promise<void> {
    if (running < concurrent) {
      running += 1
      return Promise.resolve()
    }
    const network = networkOf(address)
    // A /48 shares one line: its 65,536 networks usually belong to one customer.
    const key = wideNetworkOf(network) ?? network
    const line = lines.get(key) ?? []
    if (line.length >= waitingPerNetwork) return Promise.reject(new QueueFull(true))
    if (waitingCount >= waiting && !makeRoom(line.length)) return Promise.reject(new QueueFull(false))
    return new Promise((resolve, reject) => {
      line.push({ start: resolve, drop: () => reject(new QueueFull(true)) })
      lines.set(key, line)
      waitingCount += 1
    })
  }

  /** Drops the newest job of the longest line, if longer than the newcomer's would be. */
  function makeRoom(length: number): boolean {
    let longest: Waiter[] = []
    for (const line of lines.values()) if (line.length > longest.length) longest = line
    if (longest.length <= length + 1) return false
    longest.pop()?.drop()
    waitingCount -= 1
    return true
  }

  function next(): void {
    for (const [key, line] of lines) {
      lines.delete(key)
      const waiter = line.shift()
      if (line.length > 0) lines.set(key, line)
      if (waiter === undefined) continue
      waitingCount -= 1
      // Hands the slot over directly, so that no other job takes it.
      waiter.start()
      return
    }
    running -= 1
  }
}
