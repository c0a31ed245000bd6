import type { Logger } from 'pino'

import type { TrackingBackend } from './tracking-backend.ts'

/**
 * Events that are acknowledged and not stored as rows yet. They are stored as soon as the load lets up; while it goes on,
 * once so many wait that it pays, or some have waited long enough.
 */
export interface Inbox {
  /** Resolves when the events are on the disk. Waits while more are there than may be. */
  readonly keep: (events: readonly object[]) => Promise<void>
  /** Stores everything that is there; answers how many events. */
  readonly drain: () => Promise<number>
  /** Whether a load is going on right now. */
  readonly isPoured: () => boolean
  /** No draining begins by itself any more. */
  readonly stop: () => void
}

export interface InboxPatience {
  /** Without a new batch for this long, the load has let up; in milliseconds. */
  readonly quietMs: number
  /** How many events are worth draining in the midst of a load. */
  readonly eventsMax: number
  /** How long events may wait, in milliseconds. */
  readonly waitMs: number
  /** How long storing some of them should take, in milliseconds: everybody else waits, where there is one connection. */
  readonly biteMs: number
}

export function createInbox(options: {
  readonly backend: Pick<TrackingBackend, 'keep' | 'drain' | 'refusedAfter'>
  readonly patience: InboxPatience
  /** It is time to drain. */
  readonly onDue: () => void
  readonly log: Logger
}): Inbox {
  const { backend, patience, onDue, log } = options
  /** Of this process, as far as it knows: another may have stored them. */
  let waiting = 0
  let oldestAt = 0
  let newestAt = -Infinity
  let notBefore = 0
  let bite = biteAtFirst
  let timer: NodeJS.Timeout | null = null
  let room = Promise.withResolvers<void>()
  let isStopped = false
  /** Of the events set aside, the last that the log knows of. */
  let lastRefused = 0
  let isFirstLook = true

  function look(): void {
    timer = null
    if (isStopped || waiting === 0) return
    const now = performance.now()
    const isDue = !isPoured() || waiting >= patience.eventsMax || now - oldestAt >= patience.waitMs
    if (isDue && now >= notBefore) onDue()
    wake()
  }

  function isPoured(): boolean {
    return performance.now() - newestAt < patience.quietMs
  }

  function isFull(): boolean {
    return waiting >= waitingMax && !isStopped
  }

  /** Looks again and again while anything waits: whoever was asked to drain may have had something else to do. */
  function wake(): void {
    timer ??= setTimeout(look, lookMs).unref()
  }

  async function takeBite(): Promise<number> {
    const startedAt = performance.now()
    const before = waiting
    const taken = await backend.drain(bite)
    const tookMs = performance.now() - startedAt
    if (taken > 0) bite = Math.round(clamp((taken * patience.biteMs) / tookMs, bite / 2, bite * 2))
    bite = clamp(bite, biteMin, biteMax)
    // None left of those that were there: others have stored them. What was kept meanwhile still waits.
    waiting = Math.max(0, waiting - (taken === 0 ? before : taken))
    oldestAt = performance.now()
    if (waiting < waitingMax) {
      room.resolve()
      room = Promise.withResolvers()
    }
    return taken
  }

  /** One line for all that a drain set aside; at the first look, for all that are there. */
  async function tellRefused(): Promise<void> {
    try {
      const { last, ...refused } = await backend.refusedAfter(lastRefused)
      isFirstLook = false
      if (refused.events === 0) return
      lastRefused = last
      log.error(refused, 'Tracking events were set aside: the database refuses them (docs/tracking.md says what to do)')
    } catch (error) {
      log.warn({ err: error }, 'Whether tracking events were set aside could not be asked')
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
        for (let taken = 1; taken > 0; total += taken) taken = isStopped ? 0 : await takeBite()
      } catch (error) {
        notBefore = performance.now() + retryMs
        throw error
      }
      if (total > 0 || isFirstLook) await tellRefused()
      return total
    },
    isPoured,
    stop: () => {
      isStopped = true
      room.resolve()
      if (timer !== null) clearTimeout(timer)
      if (waiting > 0) log.info({ waiting }, 'Tracking events are kept; they are stored at the next start')
    },
  }
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value))
}

const lookMs = 20
/** After the database could not be reached. */
const retryMs = 1_000
const biteAtFirst = 500
const biteMin = 100
const biteMax = 5_000
/** Each is some hundred bytes on the disk. Beyond it, what comes in waits for what is stored. */
const waitingMax = 200_000
