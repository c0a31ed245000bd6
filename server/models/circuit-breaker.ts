/** Stops calls to a failing endpoint, so that visitors don't wait for it. */
export interface CircuitBreaker {
  readonly isOpen: (key: string) => boolean
  /** `retryAfterMs`: how long the provider asks us to wait; 0 if it doesn't say. */
  readonly fail: (key: string, retryAfterMs?: number) => void
  readonly succeed: (key: string) => void
}

/**
 * Opens for a minute after three failures within 30 s; after that, a single failure reopens it. If a provider asks for
 * a pause, it opens at once, for up to five minutes.
 */
export function createCircuitBreaker(now: () => number): CircuitBreaker {
  const states = new Map<string, BreakerState>()
  return {
    isOpen: (key) => (states.get(key)?.openUntil ?? 0) > now(),
    fail(key, retryAfterMs = 0) {
      const before = states.get(key)
      const failures = [...(before?.failures ?? []).filter((at) => at > now() - windowMs), now()]
      const hasTripped = before?.hasTripped === true || failures.length >= failuresMax
      const waitMs = Math.max(hasTripped ? openMs : 0, Math.min(retryAfterMs, askedMsMax))
      if (states.size >= keysMax && !states.has(key)) states.clear()
      states.set(key, { failures, hasTripped, openUntil: now() + waitMs })
    },
    succeed: (key) => void states.delete(key),
  }
}

interface BreakerState {
  readonly failures: readonly number[]
  /** It has been open because of failures since the last success. */
  readonly hasTripped: boolean
  readonly openUntil: number
}

const failuresMax = 3
const windowMs = 30_000
const openMs = 60_000
const askedMsMax = 300_000
const keysMax = 10_000
