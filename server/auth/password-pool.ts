import { availableParallelism } from 'node:os'

import { createFairQueue, type FairQueue } from '#server/fair-queue.ts'
import type { Services } from '#server/services.ts'

/**
 * The one place where passwords are hashed and compared, whoever asks: so many at a time, each as expensive as passwords.ts
 * allows. Rejects with QueueFull when too many wait.
 */
export function passwordPool(services: Services): FairQueue {
  const known = pools.get(services)
  if (known !== undefined) return known
  const pool = createFairQueue({ concurrent, waiting: 200, waitingPerNetwork: 50 })
  pools.set(services, pool)
  return pool
}

/** libuv has four threads; one is left for files. */
const concurrent = Math.min(3, Math.max(2, availableParallelism() - 1))
const pools = new WeakMap<Services, FairQueue>()
