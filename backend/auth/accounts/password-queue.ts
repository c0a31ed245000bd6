import { availableParallelism } from 'node:os'

import { createFairQueue, type FairQueue } from '#backend/http/fair-queue.ts'

/** Bounds concurrent password hashing; rejects with QueueFull when too many are waiting. */
export function createPasswordQueue(): FairQueue {
  return createFairQueue({ concurrent, waiting: 200, waitingPerKey: 50 })
}

/** Leaves one of libuv's four threads for file access. */
const concurrent = Math.min(3, Math.max(2, availableParallelism() - 1))
