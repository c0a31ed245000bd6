import type { Clock } from '../capture/quota-queue.ts'

export interface IdleQueue {
  /** Only for work that may be lost when Chrome stops the service worker. */
  readonly add: (work: () => Promise<unknown>) => void
}

const idleMs = 1_500

/**
 * Runs work one by one while the author pauses. Right after an action, it would slow down the page on a machine with few
 * processors.
 */
export function createIdleQueue(clock: Clock): IdleQueue {
  let idleAt = 0
  let last: Promise<unknown> = Promise.resolve()

  async function untilIdle(): Promise<void> {
    for (let leftMs = idleAt - clock.now(); leftMs > 0; leftMs = idleAt - clock.now()) {
      const waitMs = leftMs
      await new Promise<void>((resolve) => clock.after(waitMs, resolve))
    }
  }

  return {
    add(work) {
      idleAt = clock.now() + idleMs
      last = last
        .then(untilIdle)
        .then(work)
        .catch(() => {})
    },
  }
}
