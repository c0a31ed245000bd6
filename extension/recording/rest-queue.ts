import type { Clock } from '../capture/quota-queue.ts'

export interface RestQueue {
  /** Only for work that may be lost when Chrome stops the service worker. */
  readonly add: (work: () => Promise<unknown>) => void
}

const restMs = 1_500

/**
 * Runs work one by one while the author pauses. Right after an action, it would slow down the page on a machine with few
 * processors.
 */
export function createRestQueue(clock: Clock): RestQueue {
  let restAt = 0
  let last: Promise<unknown> = Promise.resolve()

  async function rest(): Promise<void> {
    for (let leftMs = restAt - clock.now(); leftMs > 0; leftMs = restAt - clock.now()) {
      const waitMs = leftMs
      await new Promise<void>((resolve) => clock.after(waitMs, resolve))
    }
  }

  return {
    add(work) {
      restAt = clock.now() + restMs
      last = last
        .then(rest)
        .then(work)
        .catch(() => {})
    },
  }
}
