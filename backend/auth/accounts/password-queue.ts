import { availableParallelism } from 'node:os'

import { createFairQueue, type FairQueue } from '#backend/http/fair-queue.ts'

/** Bounds how many password hashes run at a time; rejects with QueueFull when too many wait. */
export function createPasswordQueue(): FairQueue {
  return createFairQueue({ concurrent, waiting: 200, waitingPerNetwork: 50 })
}

/** libuv has four threads; one is left for files. */
const concurrent = Math.min(3, Math.max(2, availableParallelism() - 1))
