import type { Services } from '#server/services.ts'

import type { TrackingBackend } from './tracking-backend.ts'

/**
 * Rolls events up soon after they came in, makes the tables of the weeks to come and lets old ones go. Every process runs
 * it; the database lets one at a time do the work.
 */
export interface RollUpJob {
  /** Looks at once for what a process that ended has left, and from then on now and again. */
  readonly start: () => void
  /** There are new events. */
  readonly wake: () => void
  /** Rolls up everything that is committed by now, for whoever can't wait; answers how many events it took in. */
  readonly finish: () => Promise<number>
  readonly stop: () => Promise<void>
}

export function createRollUpJob(services: Services, backend: TrackingBackend): RollUpJob {
  const { log, config } = services
  const most = services.database.kind === 'pglite' ? mostOnPglite : mostOnPostgres
  let isStarted = false
  let isStopped = false
  let soon: NodeJS.Timeout | null = null
  let running: Promise<unknown> | null = null
  const intervals: NodeJS.Timeout[] = []

  async function takeAll(): Promise<number> {
    let total = 0
    // Anything that asks for the database meanwhile gets its turn between two of these.
    for (let taken = most; taken > 0; total += taken) taken = isStopped ? 0 : await backend.rollUp(most)
    return total
  }

  async function rollUp(): Promise<void> {
    try {
      await takeAll()
      if (await backend.hasBacklog()) wake()
    } catch (error) {
      log.warn({ err: error }, 'Tracking events could not be rolled up; they will be next time')
    }
  }

  async function finish(): Promise<number> {
    let total = await takeAll()
    while (await backend.hasBacklog()) {
      await new Promise((resolve) => setTimeout(resolve, 20))
      total += await takeAll()
    }
    return total
  }

  function wake(): void {
    if (!isStarted || isStopped || soon !== null) return
    soon = setTimeout(() => {
      soon = null
      run(rollUp)
    }, gatherMs)
    soon.unref()
  }

  function run(work: () => Promise<void>): void {
    if (isStopped) return
    running = Promise.resolve(running).then(work)
  }

  async function tidy(): Promise<void> {
    try {
      await backend.makePartitions()
      await backend.dropOld(config.trackingRetentionDays)
    } catch (error) {
      log.warn({ err: error }, 'Old tracking events could not be tidied away; they will be next time')
    }
  }

  return {
    start: () => {
      isStarted = true
      run(tidy)
      run(rollUp)
      intervals.push(setInterval(() => run(rollUp), lookMs).unref(), setInterval(() => run(tidy), tidyMs).unref())
    },
    wake,
    finish,
    stop: async () => {
      isStopped = true
      if (soon !== null) clearTimeout(soon)
      intervals.forEach(clearInterval)
      await running
    },
  }
}

/** PGlite does one thing at a time, so a bite of the work must be small: everything else waits while it is swallowed. */
const mostOnPglite = 500
const mostOnPostgres = 5_000
const gatherMs = 500
/** For events that another process wrote and did not live to roll up. */
const lookMs = 15_000
const tidyMs = 3_600_000
