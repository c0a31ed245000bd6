import type { Logger } from 'pino'

import { DatabaseError } from '#server/database/database.ts'

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
  /** One transaction. */
  readonly record: (events: readonly EventRecord[]) => Promise<void>
  readonly onWritten: () => void
  readonly log: Logger
}

/**
 * A batch is whatever has gathered while the one before was being written: alone, an event waits for nothing, and under
 * load the batches grow by themselves. There is no timer.
 */
export function createEventWriter({ record, onWritten, log }: EventWriterOptions): EventWriter {
  let waiting: Waiting[] = []
  let waitingEvents = 0
  let running: Promise<void> | null = null

  return {
    write: (events) => {
      if (waitingEvents + events.length > waitingMax) return Promise.reject(new WriterFull('Too many events wait'))
      return new Promise((resolve, reject) => {
        waiting.push({ events, resolve, reject })
        waitingEvents += events.length
        running ??= run()
      })
    },
    close: async () => {
      await running
    },
  }

  async function run(): Promise<void> {
    while (waiting.length > 0) {
      // Lets the requests that have arrived by now gather: one turn of the event loop reads them all.
      await new Promise((resolve) => setImmediate(resolve))
      await writeBatch(takeBatch())
      onWritten()
    }
    // In the same turn as the last look at what waits, or an event between the two would wait for the next one.
    running = null
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
    try {
      await record(batch.flatMap(({ events }) => events))
      for (const { resolve } of batch) resolve()
    } catch (error) {
      const isRefusal = error instanceof DatabaseError && !/^(08|53|57|58|40)/.test(error.sqlstate)
      const [first] = batch
      if (first !== undefined && (batch.length === 1 || !isRefusal)) {
        for (const { reject } of batch) reject(error)
        return
      }
      // One request's events must not cost the others theirs.
      log.warn({ err: error }, 'The database refused a batch of tracking events; they are tried one request at a time')
      for (const each of batch) await writeBatch([each])
    }
  }
}

interface Waiting {
  readonly events: readonly EventRecord[]
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

/** What the database is given in one transaction, and what may wait for it: a burst of a second or two. */
const batchMax = 1_000
const waitingMax = 20_000
