import { networkOf, unknownNetwork, wideNetworkOf } from './network-of.ts'

/** Bounds concurrent jobs and serves their owners in turn, so that a busy one only delays itself. */
export interface FairQueue {
  /**
   * The key names the owner: a visitor's address, or the id of a workspace or account. Rejects with QueueFull when the
   * owner, or all together, have too many jobs queued.
   */
  readonly run: <T>(key: string, job: () => Promise<T>) => Promise<T>
}

export interface FairQueueOptions {
  readonly concurrent: number
  readonly waiting: number
  readonly waitingPerKey: number
}

export class QueueFull extends Error {
  override readonly name = 'QueueFull'
  /** This owner has too many jobs queued, as opposed to all together. */
  readonly isOwnLine: boolean

  constructor(isOwnLine: boolean) {
    super(isOwnLine ? 'Too many jobs of this owner are waiting' : 'Too many jobs are waiting')
    this.isOwnLine = isOwnLine
  }
}

interface Waiter {
  readonly start: () => void
  readonly drop: () => void
}

export function createFairQueue({ concurrent, waiting, waitingPerKey }: FairQueueOptions): FairQueue {
  /** Ordered by whose turn is next. */
  const lines = new Map<string, Waiter[]>()
  let waitingCount = 0
  let running = 0

  return {
    run: async (key, job) => {
      await turn(lineOf(key))
      try {
        return await job()
      } finally {
        next()
      }
    },
  }

  function turn(key: string): Promise<void> {
    if (running < concurrent) {
      running += 1
      return Promise.resolve()
    }
    const line = lines.get(key) ?? []
    if (line.length >= waitingPerKey) return Promise.reject(new QueueFull(true))
    if (waitingCount >= waiting && !makeRoom(line.length)) return Promise.reject(new QueueFull(false))
    return new Promise((resolve, reject) => {
      line.push({ start: resolve, drop: () => reject(new QueueFull(true)) })
      lines.set(key, line)
      waitingCount += 1
    })
  }

  /** Drops the newest job of the longest queue, if that is longer than the newcomer's would be. */
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

/** A /48 shares one queue, because its 65,536 networks usually belong to one customer. */
function lineOf(key: string): string {
  const network = networkOf(key)
  return network === unknownNetwork ? key : (wideNetworkOf(network) ?? network)
}
