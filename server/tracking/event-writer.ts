import type { Logger } from 'pino'

import { DatabaseError } from '#backend/database/database.ts'

import type { EventRecord } from './complete-event.ts'

/** Writes events so that many requests share one commit. */
export interface EventWriter {
  /**
   * Resolves when the events are on the disk. Rejects with WriterFull when too many wait already, and with what the
   * database said when it would not take this request's events; those of others are written all the same.
   */
  readonly write: (events: readonly EventRecord[]) => Promise<void>
  /** Resolves when everything that was handed over is written or refused. */
  readonly close: () => Promise<void>
}

export class WriterFull extends Error {
  override readonly name = 'WriterFull'
}

export interface EventWriterOptions {
  /** One transaction, after which the events can be read. */
  readonly record: (events: readonly EventRecord[]) => Promise<void>
  /** The same, after which they are safe and can be read soon; it may wait while too many are in that state. */
  readonly keep: (events: readonly EventRecord[]) => Promise<void>
  readonly onRecorded: () => void
  readonly log: Logger
}

/**
 * A batch is whatever has gathered while those before were being written: alone, an event waits for nothing, and under
 * load the batches grow by themselves. There is no timer. A small batch is stored as events at once; a large one is kept as
 * it is, which takes the database a tenth of the time, and becomes events a little later.
 */
export function createEventWriter({ record, keep, onRecorded, log }: EventWriterOptions): EventWriter {
  let waiting: Waiting[] = []
  let waitingEvents = 0
  let isGathering = false
  let loadedAt = -Infinity
  const underWay = new Set<Promise<void>>()

  return {
    write: (events) => {
      if (waitingEvents + events.length > waitingMax) return Promise.reject(new WriterFull('Too many events wait'))
      return new Promise((resolve, reject) => {
        waiting.push({ events, resolve, reject })
        waitingEvents += events.length
        gather()
      })
    },
    close: async () => {
      while (isBusy()) {
        await Promise.all(underWay)
        await nextTurn()
      }
    },
  }

  function isBusy(): boolean {
    return isGathering || underWay.size > 0
  }

  /** Lets the requests that have arrived by now gather: one turn of the event loop reads them all. */
  function gather(): void {
    const isEnough = underWay.size === 0 ? waiting.length > 0 : waiting.length >= manyRequests
    if (isGathering || !isEnough || underWay.size >= underWayMax) return
    isGathering = true
    setImmediate(() => {
      isGathering = false
      const written = writeTogether(takeBatch()).finally(() => {
        underWay.delete(written)
        gather()
      })
      underWay.add(written)
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

  async function writeTogether(batch: readonly Waiting[]): Promise<void> {
    const now = performance.now()
    if (batch.length >= manyRequests) loadedAt = now
    // In the midst of a load a batch may be small because the next is gathering already.
    if (now - loadedAt > loadMs) return recordBatch(batch)
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
    // One request's events must not cost the others theirs.
    log.warn({ err: error }, 'The database refused a batch of tracking events; they are tried one request at a time')
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

/** What the database is given in one transaction, and what may wait for it: a burst of a second or two. */
const batchMax = 1_000
const waitingMax = 20_000
/** As many requests at once are a load: they are kept first, and are worth a commit while another is under way. */
const manyRequests = 16
/** How long after such a batch the load counts as going on. */
const loadMs = 250
/** While one batch reaches the disk, the next is read and written. */
const underWayMax = 2
