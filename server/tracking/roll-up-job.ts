import type { ServerBase } from '#server/services.ts'

import { createInbox } from './inbox.ts'
import type { TrackingBackend } from './tracking-backend.ts'

/**
 * Stores what was only kept, rolls events up soon after they came in, makes the tables of the weeks to come and lets old
 * ones go. Every process runs it; the database lets one at a time do the work.
 */
export interface RollUpJob {
  /** Looks at once for what a process that ended has left, and from then on now and again. */
  readonly start: () => void
  /** There are new events. */
  readonly wake: () => void
  /** Takes events that are to be stored soon. Resolves when they are on the disk. */
  readonly keep: (events: readonly object[]) => Promise<void>
  /** Stores and rolls up all that is committed by now, for whoever can't wait; answers how many events were rolled up. */
  readonly finish: () => Promise<number>
  /** When this process last rolled up all there was, in milliseconds since the epoch; null before the first time. */
  readonly rolledUpAtMs: () => number | null
  readonly stop: () => Promise<void>
}

export function createRollUpJob(services: ServerBase, backend: TrackingBackend): RollUpJob {
  const { log, config } = services
  const isAlone = services.config.embedded !== null && services.database.kind === 'pglite'
  const most = isAlone ? mostOnPglite : mostOnPostgres
  let isStarted = false
  let isStopped = false
  let soon: NodeJS.Timeout | null = null
  let running: Promise<unknown> | null = null
  let isDraining = false
  let rolledUpAtMs: number | null = null
  const intervals: NodeJS.Timeout[] = []
  const patience = isAlone ? patienceOfOne : patienceOfMany
  const inbox = createInbox({ backend, patience, onDue: drainSoon, log })

  function drainSoon(): void {
    if (!isStarted || isDraining) return
    isDraining = true
    run(async () => {
      try {
        if ((await inbox.drain()) > 0 && inbox.isPoured()) wake()
        else await rollUp()
      } catch (error) {
        log.warn({ err: error }, 'Tracking events that are kept could not be stored; they will be next time')
      }
      isDraining = false
    })
  }

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
      rolledUpAtMs = services.now()
    } catch (error) {
      log.warn({ err: error }, 'Tracking events could not be rolled up; they will be next time')
    }
  }

  async function finish(): Promise<number> {
    let total = 0
    for (;;) {
      await inbox.drain()
      total += await takeAll()
      if (!(await backend.hasBacklog())) return total
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
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

  function lookForLeft(): void {
    if (!inbox.isPoured()) drainSoon()
    run(rollUp)
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
      lookForLeft()
      intervals.push(setInterval(lookForLeft, lookMs).unref(), setInterval(() => run(tidy), tidyMs).unref())
    },
    wake,
    keep: inbox.keep,
    finish,
    rolledUpAtMs: () => rolledUpAtMs,
    stop: async () => {
      isStopped = true
      inbox.stop()
      if (soon !== null) clearTimeout(soon)
      intervals.forEach(clearInterval)
      await running
    },
  }
}

/** PGlite does one thing at a time, so a bite of the work must be small: everything else waits while it is swallowed. */
const mostOnPglite = 1_000
const mostOnPostgres = 5_000
const gatherMs = 500
/**
 * A burst goes first: what stores events takes the processor from those that want theirs kept, on a small machine also
 * from beside. A load that goes on can't wait for its end; on PGlite it has to wait longer, since everybody waits then.
 */
const patienceOfOne = { quietMs: 100, eventsMax: 50_000, waitMs: 5_000, biteMs: 40 }
const patienceOfMany = { quietMs: 20, eventsMax: 50_000, waitMs: 2_000, biteMs: 200 }
/** For events that another process wrote and did not live to roll up. */
const lookMs = 15_000
const tidyMs = 3_600_000
