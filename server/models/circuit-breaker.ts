/** Keeps calls away from an endpoint that fails, so that visitors don't wait for it. */
export interface CircuitBreaker {
  readonly isOpen: (key: string) => boolean
  readonly fail: (key: string) => void
  readonly succeed: (key: string) => void
}

/** Opens for a minute after three failures within 30 s; after that, one more failure opens it again. */
export function createCircuitBreaker(now: () => number): CircuitBreaker {
  const states = new Map<string, { readonly failures: readonly number[]; readonly openUntil: number }>()
  return {
    isOpen: (key) => (states.get(key)?.openUntil ?? 0) > now(),
    fail(key) {
      const before = states.get(key)
      const wasOpen = before !== undefined && before.openUntil > 0
      const failures = [...(before?.failures ?? []).filter((at) => at > now() - windowMs), now()]
      const opens = wasOpen || failures.length >= failuresMax
      if (states.size >= keysMax && !states.has(key)) states.clear()
      states.set(key, { failures, openUntil: opens ? now() + openMs : 0 })
    },
    succeed: (key) => void states.delete(key),
  }
}

const failuresMax = 3
const windowMs = 30_000
const openMs = 60_000
const keysMax = 10_000
