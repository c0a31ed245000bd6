import { networkOf, unknownNetwork, wideNetworkOf } from './network-of.ts'

/** Bounds concurrent jobs and serves their owners in turn, so that a busy one only delays itself. */
export interface FairQueue {
  /**
   * The key names the owner: a visitor's address, the id of a workspace or account, or an address and an id, as in
   * `203.0.113.9 id`. Networks take turns, and so do the ids of a network. Rejects with QueueFull when the owner, or all
   * together, have too many jobs queued.
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
  /** By network, then by id, both ordered by whose turn is next. */
  const networks = new Map<string, Lines>()
  let waitingCount = 0
  let running = 0

  return {
    run: async (key, job) => {
      await turn(key)
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
    const [owner = '', id = ''] = key.split(' ')
    const network = lineOf(owner)
    const lines = networks.get(network) ?? new Map<string, Waiter[]>()
    const line = lines.get(id) ?? []
    if (line.length >= waitingPerKey) return Promise.reject(new QueueFull(true))
    if (waitingCount >= waiting && !makeRoom(lines, line.length)) return Promise.reject(new QueueFull(false))
    return new Promise((resolve, reject) => {
      line.push({ start: resolve, drop: () => reject(new QueueFull(true)) })
      lines.set(id, line)
      networks.set(network, lines)
      waitingCount += 1
    })
  }

  /**
   * Makes room for a new job by dropping a queued one: the newest job in the longest line of the largest network, if
   * that network still has more jobs than the new job's network afterwards. Otherwise, the newest job in the longest
   * line of the new job's own network, if that line is still longer than the new job's afterwards.
   */
  function makeRoom(own: Lines, length: number): boolean {
    let largest: Lines = new Map()
    for (const lines of networks.values()) if (sizeOf(lines) > sizeOf(largest)) largest = lines
    const isOther = sizeOf(largest) > sizeOf(own) + 1
    let longest: Waiter[] = []
    for (const line of (isOther ? largest : own).values()) if (line.length > longest.length) longest = line
    if (!isOther && longest.length <= length + 1) return false
    longest.pop()?.drop()
    waitingCount -= 1
    return true
  }

  function next(): void {
    for (const [network, lines] of networks) {
      networks.delete(network)
      const waiter = takeFrom(lines)
      if (lines.size > 0) networks.set(network, lines)
      if (waiter === undefined) continue
      waitingCount -= 1
      // Hands the slot over directly, so that no other job takes it.
      waiter.start()
      return
    }
    running -= 1
  }
}

type Lines = Map<string, Waiter[]>

function sizeOf(lines: Lines): number {
  let size = 0
  for (const line of lines.values()) size += line.length
  return size
}

function takeFrom(lines: Lines): Waiter | undefined {
  for (const [id, line] of lines) {
    lines.delete(id)
    const waiter = line.shift()
    if (line.length > 0) lines.set(id, line)
    if (waiter !== undefined) return waiter
  }
  return undefined
}

/** A /48 shares one queue, because its 65,536 networks usually belong to one customer. */
function lineOf(key: string): string {
  const network = networkOf(key)
  return network === unknownNetwork ? key : (wideNetworkOf(network) ?? network)
}
