import { networkOf, wideNetworkOf } from './network-of.ts'

/** Runs few jobs at a time and lets networks take turns, so that one that asks for a lot waits for itself. */
export interface FairQueue {
  /** Rejects with QueueFull when the network, or everybody together, has too many jobs waiting. */
  readonly run: <T>(address: string, job: () => Promise<T>) => Promise<T>
}

export interface FairQueueOptions {
  readonly concurrent: number
  readonly waiting: number
  readonly waitingPerNetwork: number
}

export class QueueFull extends Error {
  override readonly name = 'QueueFull'
  /** The network's own jobs are too many, rather than everybody's. */
  readonly isOwnLine: boolean

  constructor(isOwnLine: boolean) {
    super(isOwnLine ? 'Too many of one network wait' : 'Too many wait')
    this.isOwnLine = isOwnLine
  }
}

interface Waiter {
  readonly start: () => void
  readonly drop: () => void
}

export function createFairQueue({ concurrent, waiting, waitingPerNetwork }: FairQueueOptions): FairQueue {
  /** Whose turn it is next comes first. */
  const lines = new Map<string, Waiter[]>()
  let waitingNow = 0
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
    // A /48 is one line: its 65,536 networks are usually one customer's.
    const key = wideNetworkOf(network) ?? network
    const line = lines.get(key) ?? []
    if (line.length >= waitingPerNetwork) return Promise.reject(new QueueFull(true))
    if (waitingNow >= waiting && !makeRoom(line.length)) return Promise.reject(new QueueFull(false))
    return new Promise((resolve, reject) => {
      line.push({ start: resolve, drop: () => reject(new QueueFull(true)) })
      lines.set(key, line)
      waitingNow += 1
    })
  }

  /** Drops the newest of the longest line, if that is longer than the newcomer's would be. */
  function makeRoom(length: number): boolean {
    let longest: Waiter[] = []
    for (const line of lines.values()) if (line.length > longest.length) longest = line
    if (longest.length <= length + 1) return false
    longest.pop()?.drop()
    waitingNow -= 1
    return true
  }

  function next(): void {
    for (const [key, line] of lines) {
      lines.delete(key)
      const waiter = line.shift()
      if (line.length > 0) lines.set(key, line)
      if (waiter === undefined) continue
      waitingNow -= 1
      // The place passes on; nobody else can take it in between.
      waiter.start()
      return
    }
    running -= 1
  }
}
