import type { ServerBase } from '#server/services.ts'

import { createInbox } from './inbox.ts'
import type { TrackingBackend } from './tracking-backend.ts'

/**
 * Drains the inbox, rolls up new events, creates partitions for the coming weeks and drops old ones. Runs in every
 * process; a database lock lets one work at a time.
 */
export interface RollUpJob {
  /** Starts with what a stopped process left behind, then runs periodically. */
  readonly start: () => void
  /** New events arrived. */
  readonly wake: () => void
  /** Takes events to be stored soon. Resolves when they are on disk. */
  readonly keep: (events: readonly object[]) => Promise<void>
  /**
   * Stores and rolls up everything committed so far, for callers that can't wait; returns how many events were rolled
   * up.
   */
  readonly finish: () => Promise<number>
  /** When this process last rolled up everything, in milliseconds since the epoch; null before that. */
  readonly rolledUpAtMs: () => number | null
  readonly stop: () => Promise<void>
}

export function createRollUpJob(services: ServerBase, backend: TrackingBackend): RollUpJob {
  const { log, config } = services
  const isSingleConnection = services.config.embedded !== null && services.database.kind === 'pglite'
  const most = isSingleConnection ? batchOnPglite : batchOnPostgres
  let isStarted = false
  let isStopped = false
  let soon: NodeJS.Timeout | null = null
  let running: Promise<unknown> | null = null
  let isDraining = false
  let rolledUpAtMs: number | null = null
  /** Smaller after a failure, such as a timeout, so that a slow batch doesn't hold up all events. */
  let batch = most
  const intervals: NodeJS.Timeout[] = []
  const timing = isSingleConnection ? pgliteTiming : postgresTiming
  const inbox = createInbox({ backend, timing, onDue: drainSoon, log })

  function drainSoon(): void {
    if (!isStarted || isDraining) return
    isDraining = true
    run(async () => {
      try {
        if ((await inbox.drain()) > 0 && inbox.isUnderLoad()) wake()
        else await rollUp()
      } catch (error) {
        log.warn({ err: error }, 'Could not store pending tracking events; will retry')
      }
      isDraining = false
    })
  }

  async function drainAll(): Promise<number> {
    let total = 0
    // Yields to other queries between two steps.
    for (let taken = most; taken > 0; total += taken) {
      taken = isStopped ? 0 : await backend.rollUp(batch)
      batch = Math.min(most, 2 * batch)
    }
    return total
  }

  async function rollUp(): Promise<void> {
    try {
      await drainAll()
      if (await backend.hasBacklog()) wake()
      rolledUpAtMs = services.now()
    } catch (error) {
      batch = Math.max(1, Math.floor(batch / 8))
      log.warn({ err: error }, 'Could not roll up tracking events; will retry')
    }
  }

  async function finish(): Promise<number> {
    let total = 0
    for (;;) {
      await inbox.drain()
      total += await drainAll()
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

  function checkPending(): void {
    if (!inbox.isUnderLoad()) drainSoon()
    run(rollUp)
  }

  async function rotatePartitions(): Promise<void> {
    try {
      await backend.makePartitions()
      await backend.dropOld(config.trackingRetentionDays)
    } catch (error) {
      log.warn({ err: error }, 'Could not delete old tracking events; will retry')
    }
  }

  return {
    start: () => {
      isStarted = true
      run(rotatePartitions)
      checkPending()
      intervals.push(
        setInterval(checkPending, pollMs).unref(),
        setInterval(() => run(rotatePartitions), cleanupMs).unref(),
      )
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

/** PGlite does one thing at a time, so each step must be small: everything else waits for it. */
const batchOnPglite = 1_000
const batchOnPostgres = 5_000
const gatherMs = 500
/**
 * Drains yield to a burst: they compete for CPU with requests. Constant load can't be waited out; PGlite waits longer,
 * because there everybody waits.
 */
const pgliteTiming = { quietMs: 100, eventsMax: 50_000, waitMs: 5_000, stepMs: 40 }
const postgresTiming = { quietMs: 20, eventsMax: 50_000, waitMs: 2_000, stepMs: 200 }
/** For events of a process that stopped before rolling them up. */
const pollMs = 15_000
const cleanupMs = 3_600_000
