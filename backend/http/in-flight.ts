import { QueueFull } from './fair-queue.ts'

/** Limits concurrent jobs per key and rejects further ones with QueueFull, so that no key takes every slot. */
export function createInFlight(most: number): <T>(key: string, work: () => Promise<T>) => Promise<T> {
  const running = new Map<string, number>()
  return async (key, work) => {
    const before = running.get(key) ?? 0
    if (before >= most) throw new QueueFull(true)
    running.set(key, before + 1)
    try {
      return await work()
    } finally {
      const left = (running.get(key) ?? 1) - 1
      if (left === 0) running.delete(key)
      else running.set(key, left)
    }
  }
}
