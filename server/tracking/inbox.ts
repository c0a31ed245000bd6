import type { Logger } from 'pino'

import type { TrackingBackend } from './tracking-backend.ts'

/**
 * Events that are durable but not yet stored as rows. Drained when the load stops, or, under constant load, once enough
 * are pending or some have waited too long.
 */
export interface Inbox {
  /** Resolves when the events are on disk. Waits while the inbox is full. */
  readonly keep: (events: readonly object[]) => Promise<void>
  /** Drains everything; returns the number of events. */
  readonly drain: () => Promise<number>
  /** Whether the server is under load. */
  readonly isUnderLoad: () => boolean
  /** No drain starts by itself after this. */
  readonly stop: () => void
}

export interface InboxTiming {
  /** The load counts as over after this long without a batch, in milliseconds. */
  readonly quietMs: number
  /** How many events make a drain worthwhile under load. */
  readonly eventsMax: number
  /** How long events may wait, in milliseconds. */
  readonly waitMs: number
  /** Target duration of one drain step, in milliseconds: with one connection, everyone else waits. */
  readonly stepMs: number
}

export function createInbox(options: {
  readonly backend: Pick<TrackingBackend, 'keep' | 'drain' | 'refusedAfter'>
  readonly timing: InboxTiming
  /** It is time to drain. */
  readonly onDue: () => void
  readonly log: Logger
}): Inbox {
  const { backend, timing, onDue, log } = options
  /** Pending events, as far as this process knows: another may have drained them. */
  let waiting = 0
  let oldestAt = 0
  let newestAt = -Infinity
  let notBefore = 0
  let stepSize = stepInitial
  let timer: NodeJS.Timeout | null = null
  let room = Promise.withResolvers<void>()
  let isStopped = false
  /** The last rejected event already logged. */
  let lastRefused = 0
  let isFirstCheck = true

  function look(): void {
    timer = null
    if (isStopped || waiting === 0) return
    const now = performance.now()
    const isDue = !isUnderLoad() || waiting >= timing.eventsMax || now - oldestAt >= timing.waitMs
    if (isDue && now >= notBefore) onDue()
    wake()
  }

  function isUnderLoad(): boolean {
    return performance.now() - newestAt < timing.quietMs
  }

  function isFull(): boolean {
    return waiting >= waitingMax && !isStopped
  }

  /** Rechecks while anything is pending: the job asked to drain may have been busy. */
  function wake(): void {
    timer ??= setTimeout(look, pollMs).unref()
  }

  async function drainStep(): Promise<number> {
    const startedAt = performance.now()
    const before = waiting
    const taken = await backend.drain(stepSize)
    const tookMs = performance.now() - startedAt
    if (taken > 0) stepSize = Math.round(clamp((taken * timing.stepMs) / tookMs, stepSize / 2, stepSize * 2))
    stepSize = clamp(stepSize, stepMin, stepMax)
    // Another process drained these; newer ones still wait.
    waiting = Math.max(0, waiting - (taken === 0 ? before : taken))
    oldestAt = performance.now()
    if (waiting < waitingMax) {
      room.resolve()
      room = Promise.withResolvers()
    }
    return taken
  }

  /** One log line for all events a drain rejected; the first includes older ones. */
  async function logRejected(): Promise<void> {
    try {
      const { last, ...refused } = await backend.refusedAfter(lastRefused)
      isFirstCheck = false
      if (refused.events === 0) return
      lastRefused = last
      log.error(refused, 'The database rejected tracking events (docs/tracking.md says what to do)')
    } catch (error) {
      log.warn({ err: error }, 'Could not check for rejected tracking events')
    }
  }

  return {
    keep: async (events) => {
      while (isFull()) await room.promise
      await backend.keep(events)
      newestAt = performance.now()
      if (waiting === 0) oldestAt = newestAt
      waiting += events.length
      wake()
    },
    drain: async () => {
      let total = 0
      try {
        for (let taken = 1; taken > 0; total += taken) taken = isStopped ? 0 : await drainStep()
      } catch (error) {
        notBefore = performance.now() + retryMs
        throw error
      }
      if (total > 0 || isFirstCheck) await logRejected()
      return total
    },
    isUnderLoad,
    stop: () => {
      isStopped = true
      room.resolve()
      if (timer !== null) clearTimeout(timer)
      if (waiting > 0) log.info({ waiting }, 'Tracking events are still pending; the next start stores them')
    },
  }
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value))
}

const pollMs = 20
/** After a failed connection to the database. */
const retryMs = 1_000
const stepInitial = 500
const stepMin = 100
const stepMax = 5_000
/** Each takes some hundred bytes on disk. Beyond this, new events wait for the drain. */
const waitingMax = 200_000
