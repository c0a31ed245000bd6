import { totalmem } from 'node:os'
import process from 'node:process'

/** Each kind of job has its own part of the memory, so that visitors' jobs don't wait for authors' uploads. */
export type MemoryShare = 'visitors' | 'authors'

/** Memory for jobs that each have a limit, but together could exceed the machine's. */
export interface MemoryBudget {
  /**
   * Runs a job once its share has this much left; smaller jobs may overtake it for a short time. A job that needs more
   * than the whole share runs alone in it.
   */
  readonly run: <T>(share: MemoryShare, megabytes: number, job: () => Promise<T>) => Promise<T>
}

interface Waiter {
  readonly megabytes: number
  readonly since: number
  readonly start: () => void
}

export function createMemoryBudget(megabytes: number, now: () => number = () => performance.now()): MemoryBudget {
  const shares = { visitors: createShare(megabytes / 2, now), authors: createShare(megabytes / 2, now) }
  return {
    run: async (share, needed, job) => {
      // These are bounded by their number, and would otherwise wait seconds for large ones.
      if (needed <= smallMb) return job()
      const leave = await shares[share].enter(needed)
      try {
        return await job()
      } finally {
        leave()
      }
    },
  }
}

function createShare(megabytes: number, now: () => number) {
  const waiting: Waiter[] = []
  let left = megabytes

  const startWaiting = (): void => {
    for (let index = 0; index < waiting.length;) {
      const waiter = waiting[index]
      if (waiter === undefined) return
      if (waiter.megabytes <= left) {
        waiting.splice(index, 1)
        left -= waiter.megabytes
        waiter.start()
      } else if (now() - waiter.since > overtakenMs) return
      else index += 1
    }
  }

  return {
    async enter(needed: number): Promise<() => void> {
      const taken = Math.min(needed, megabytes)
      await new Promise<void>((resolve) => {
        waiting.push({ megabytes: taken, since: now(), start: resolve })
        startWaiting()
      })
      return () => {
        left += taken
        startWaiting()
      }
    },
  }
}

const smallMb = 64
/** After waiting this long, a job can't be overtaken any more. */
const overtakenMs = 2_000

/**
 * Three eighths of the memory that this process may use: 768 MB of 2 GB, where the rest of the server needs up to 900 MB.
 */
function budgetMb(): number {
  const allowed = process.constrainedMemory()
  const total = totalmem()
  return ((allowed > 0 ? Math.min(allowed, total) : total) * 3) / 8 / 2 ** 20
}

/** Shared by everything in this process that decodes pictures or reads untrusted input in a thread. */
export const memoryBudget = createMemoryBudget(budgetMb())
