/** Collects arriving values, so that a test can wait for one without guessing how long. */
export interface Received<T> {
  readonly all: readonly T[]
  readonly add: (value: T) => void
  /** Resolves to the first match, past or future. */
  readonly until: (fits: (value: T) => boolean, patienceMs?: number) => Promise<T>
  /** Resolves to all values once there are this many. */
  readonly count: (count: number, patienceMs?: number) => Promise<readonly T[]>
}

export function createReceived<T>(): Received<T> {
  const all: T[] = []
  const waiting = new Set<() => void>()

  function wait<R>(look: () => R | undefined, patienceMs: number): Promise<R> {
    return new Promise((resolve, reject) => {
      const check = () => {
        const found = look()
        if (found === undefined) return
        clearTimeout(deadline)
        waiting.delete(check)
        resolve(found)
      }
      const deadline = setTimeout(() => {
        waiting.delete(check)
        reject(new Error(`Not heard in time. Received: ${JSON.stringify(all)}`))
      }, patienceMs)
      waiting.add(check)
      check()
    })
  }

  return {
    all,
    add: (value) => {
      all.push(value)
      for (const check of waiting) check()
    },
    until: (fits, patienceMs = 10_000) => wait(() => all.find(fits), patienceMs),
    count: (count, patienceMs = 10_000) => wait(() => (all.length >= count ? all : undefined), patienceMs),
  }
}
