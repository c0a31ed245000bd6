import { setImmediate } from 'node:timers/promises'

/** Lets long work pause for other requests every few milliseconds. */
export interface Pace {
  readonly isDue: () => boolean
  readonly rest: () => Promise<void>
}

export function createPace(): Pace {
  let sinceMs = performance.now()
  return {
    isDue: () => performance.now() - sinceMs >= sliceMs,
    rest: async () => {
      await setImmediate()
      sinceMs = performance.now()
    },
  }
}

const sliceMs = 5
