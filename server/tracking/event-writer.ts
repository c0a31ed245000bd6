import type { Logger } from 'pino'

import { DatabaseError } from '#backend/database/database.ts'

import type { EventRecord } from './complete-event.ts'

/** Writes events so that many requests share one commit. */
export interface EventWriter {
  /**
   * Resolves once the events are on disk. Rejects with WriterFull when too many wait, or with the database's error for
   * this request's events; other requests' events are still written.
   */
  readonly write: (events: readonly EventRecord[]) => Promise<void>
  /** Resolves when everything queued is written or refused. */
  readonly close: () => Promise<void>
}

export class WriterFull extends Error {
  override readonly name = 'WriterFull'
}

export interface EventWriterOptions {
  /** One transaction; afterwards the events can be read. */
  readonly record: (events: readonly EventRecord[]) => Promise<void>
  /** The same, but durable first and readable soon; may wait while too many are pending. */
  readonly keep: (events: readonly EventRecord[]) => Promise<void>
  readonly onRecorded: () => void
  readonly log: Logger
}

/**
 * A batch holds the events that arrived while the previous ones were being written: a single event doesn't wait, and
 * batches grow under load without a timer. Small batches are stored as events at once; large ones go to the inbox, which
 * takes a tenth of the database's time, and become events later.
 */
export function createEventWriter({ record, keep, onRecorded, log }: EventWriterOptions): EventWriter {
  let waiting: Waiting[] = []
  let waitingEvents = 0
  let isGathering = false
  let lastLoadAt = -Infinity
  const running = new Set<Promise<void>>()

  return {
    write: (events) => {
      if (waitingEvents + events.length > waitingMax)
        return Promise.reject(new WriterFull('Too many events are waiting'))
      return new Promise((resolve, reject) => {
        waiting.push({ events, resolve, reject })
        waitingEvents += events.length
        gather()
      })
    },
    close: async () => {
      while (isBusy()) {
        await Promise.all(running)
        await nextTurn()
      }
    },
  }

  function isBusy(): boolean {
    return isGathering || running.size > 0
  }

  /** Waits one event loop turn, which reads all requests that have arrived. */
  function gather(): void {
    const isBatchDue = running.size === 0 ? waiting.length > 0 : waiting.length >= manyRequests
    if (isGathering || !isBatchDue || running.size >= runningMax) return
    isGathering = true
    setImmediate(() => {
      isGathering = false
      const written = writeBatch(takeBatch()).finally(() => {
        running.delete(written)
        gather()
      })
      running.add(written)
      gather()
    })
  }

  function takeBatch(): readonly Waiting[] {
    let size = 0
    let count = 0
    for (const { events } of waiting) {
      if (count > 0 && size + events.length > batchMax) break
      size += events.length
      count += 1
    }
    waitingEvents -= size
    const batch = waiting.slice(0, count)
    waiting = waiting.slice(count)
    return batch
  }

  async function writeBatch(batch: readonly Waiting[]): Promise<void> {
    const now = performance.now()
    if (batch.length >= manyRequests) lastLoadAt = now
    // Under load a batch may be small because the next one is already gathering.
    if (now - lastLoadAt > loadMs) return recordBatch(batch)
    try {
      await keep(batch.flatMap(({ events }) => events))
      for (const { resolve } of batch) resolve()
    } catch (error) {
      await judge(batch, error)
    }
  }

  async function recordBatch(batch: readonly Waiting[]): Promise<void> {
    try {
      await record(batch.flatMap(({ events }) => events))
      for (const { resolve } of batch) resolve()
      onRecorded()
    } catch (error) {
      await judge(batch, error)
    }
  }

  async function judge(batch: readonly Waiting[], error: unknown): Promise<void> {
    const isRefusal = error instanceof DatabaseError && !/^(08|53|57|58|40)/.test(error.sqlstate)
    if (batch.length <= 1 || !isRefusal) {
      for (const { reject } of batch) reject(error)
      return
    }
    // One request's bad events must not fail the others'.
    log.warn({ err: error }, 'The database rejected a batch of tracking events; retrying one request at a time')
    for (const each of batch) await recordBatch([each])
  }
}

interface Waiting {
  readonly events: readonly EventRecord[]
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

/** The most per transaction, and the most that may wait for it: a burst of a second or two. */
const batchMax = 1_000
const waitingMax = 20_000
/** This many requests at once count as load: they go to the inbox, with a second commit in parallel. */
const manyRequests = 16
/** How long after such a batch the load counts as ongoing. */
const loadMs = 250
/** While one batch reaches the disk, the next is read and written. */
const runningMax = 2
