import { Worker } from 'node:worker_threads'

import type { Logger } from 'pino'

import type { QueryResult } from './database.ts'
import { DatabaseError } from './database.ts'
import type { PglitePlace } from './open-pglite.ts'
import { isWrite, type WireError, type WorkerReply, type WorkerRequest, type WorkerTask } from './pglite-messages.ts'
import { explainRoleCheck } from './transaction-text.ts'

export interface PgliteThreadOptions {
  /** Asked before each start of a worker. */
  readonly preparePlace: () => Promise<PglitePlace>
  readonly log: Logger
  /** A transaction that runs longer is ended with SQLSTATE 57014. */
  readonly deadlineMs: number
  readonly onNotified: (channel: string, payload: string) => void
  /** A worker is there, the first or another one: it listens to nothing yet. */
  readonly onOpened: () => void
}

export interface WorkerAnswer {
  readonly results: readonly QueryResult[]
  readonly sessionAnswer: string | null
  readonly bytes: Uint8Array | undefined
}

/**
 * The worker that PGlite runs in, and everybody who waits for it. A transaction that runs too long costs the worker;
 * those who waited behind it are served by the next one.
 */
export class PgliteThread {
  readonly #options: PgliteThreadOptions
  readonly #pending = new Map<number, Pending>()
  #worker: Worker | null = null
  #opening: Promise<void> | null = null
  #nextId = 1
  #running: { readonly id: number; readonly timer: NodeJS.Timeout } | null = null
  #isClosing = false
  #restarts = 0

  constructor(options: PgliteThreadOptions) {
    this.#options = options
  }

  /** How many tasks are not answered yet, the running one among them. */
  get unanswered(): number {
    return this.#pending.size
  }

  get isRunning(): boolean {
    return this.#running !== null
  }

  /** How often a worker had to be replaced. */
  get restarts(): number {
    return this.#restarts
  }

  /** Starts a worker and hands it everything that waits. */
  open(): Promise<void> {
    this.#opening ??= this.#openWorker().then(
      () => {
        this.#opening = null
        for (const pending of this.#pending.values()) {
          this.#post(pending)
        }
        this.#options.onOpened()
      },
      (error: unknown) => {
        this.#opening = null
        this.#worker = null
        throw error
      },
    )
    return this.#opening
  }

  /** Rejects with a DatabaseError: the task's own, or 08006 when no worker could confirm it. */
  send(task: WorkerTask): Promise<WorkerAnswer> {
    if (this.#isClosing) {
      return Promise.reject(unavailable('The database is closed'))
    }
    return new Promise((resolve, reject) => {
      const pending: Pending = { id: this.#nextId, task, hasBegun: false, resolve, reject }
      this.#nextId += 1
      this.#pending.set(pending.id, pending)
      if (this.#worker === null) {
        // The last restart failed; this is the next chance. Those who wait are posted when it has opened.
        void this.open().catch((error: unknown) => this.#rejectAll(error))
      } else if (this.#opening === null) {
        this.#post(pending)
      }
    })
  }

  /** Lets what waits finish first; takes no more. */
  async close(): Promise<void> {
    const closed = this.send({ type: 'close' }).catch((error: unknown) => {
      this.#options.log.warn({ err: error }, 'the database did not close cleanly; it recovers at the next start')
    })
    this.#isClosing = true
    await closed
    await this.#worker?.terminate()
  }

  #post({ id, task }: Pending): void {
    this.#worker?.postMessage({ id, task } satisfies WorkerRequest)
  }

  async #openWorker(): Promise<void> {
    const place = await this.#options.preparePlace()
    const worker = new Worker(new URL('pglite-worker.ts', import.meta.url), { workerData: place, execArgv: [] })
    this.#worker = worker
    await new Promise<void>((resolve, reject) => {
      worker.on('message', (reply: WorkerReply) => {
        if (reply.type === 'opened') {
          resolve()
        } else {
          this.#receive(worker, reply)
        }
      })
      worker.on('error', (error) => {
        reject(unavailable(`The database could not be opened: ${messageOf(error)}`, error))
        this.#replace(worker, null, messageOf(error))
      })
      worker.on('exit', () => {
        reject(unavailable('The database ended while it was being opened'))
        if (!this.#isClosing && worker === this.#worker) {
          this.#replace(worker, null, 'the worker ended')
        }
      })
    })
  }

  #receive(worker: Worker, reply: Exclude<WorkerReply, { type: 'opened' }>): void {
    if (worker !== this.#worker) {
      return
    }
    switch (reply.type) {
      case 'began':
        this.#watch(worker, reply.id)
        return
      case 'fatal':
        this.#replace(worker, null, reply.message)
        return
      case 'notified':
        this.#options.onNotified(reply.channel, reply.payload)
        return
      case 'done':
        this.#settle(reply.id)?.resolve({
          results: reply.results,
          sessionAnswer: reply.sessionAnswer ?? null,
          bytes: reply.bytes,
        })
        return
      case 'failed':
        this.#settle(reply.id)?.reject(toDatabaseError(reply.error))
        return
    }
  }

  /** The deadline counts from when a transaction begins, not from when it was asked for. */
  #watch(worker: Worker, id: number): void {
    clearTimeout(this.#running?.timer)
    const pending = this.#pending.get(id)
    if (pending === undefined) {
      return
    }
    pending.hasBegun = true
    const { task } = pending
    const limitMs =
      task.type === 'transaction' ? Math.min(task.limitMs ?? Infinity, this.#options.deadlineMs) : longTaskDeadlineMs
    const timer = setTimeout(() => this.#replace(worker, id, 'a transaction ran past its deadline'), limitMs)
    this.#running = { id, timer }
  }

  #settle(id: number): Pending | undefined {
    const pending = this.#pending.get(id)
    this.#pending.delete(id)
    if (this.#running?.id === id) {
      clearTimeout(this.#running.timer)
      this.#running = null
    }
    return pending
  }

  /** Ends the worker. What had not begun is asked again of the next one, and so is what only reads. */
  #replace(worker: Worker, overdueId: number | null, reason: string): void {
    if (worker !== this.#worker || this.#opening !== null) {
      return
    }
    this.#options.log.error({ reason }, 'the database worker is being replaced')
    this.#restarts += 1
    clearTimeout(this.#running?.timer)
    const runningId = this.#running?.id ?? null
    this.#running = null
    for (const pending of this.#pending.values()) {
      this.#judge(pending, overdueId, runningId)
    }
    this.#opening = worker.terminate().then(() => this.#reopen())
    this.#opening.catch((error: unknown) => this.#rejectAll(error))
  }

  async #reopen(): Promise<void> {
    this.#worker = null
    this.#opening = null
    if (this.#pending.size > 0 || !this.#isClosing) {
      await this.open()
    }
  }

  #judge(pending: Pending, overdueId: number | null, runningId: number | null): void {
    const isReadAgain = !isWrite(pending.task) && pending.id !== runningId
    if (pending.id === overdueId) {
      this.#pending.delete(pending.id)
      pending.reject(new DatabaseError({ message: 'canceling statement due to statement timeout', sqlstate: '57014' }))
    } else if (pending.hasBegun && !isReadAgain) {
      this.#pending.delete(pending.id)
      pending.reject(unavailable('The database was restarted before it could confirm the transaction'))
    } else {
      pending.hasBegun = false
    }
  }

  #rejectAll(error: unknown): void {
    this.#options.log.error({ err: error }, 'the database can not be reached')
    for (const pending of this.#pending.values()) {
      pending.reject(error instanceof DatabaseError ? error : unavailable(messageOf(error), error))
    }
    this.#pending.clear()
  }
}

/** Migrations, dumps and maintenance. */
const longTaskDeadlineMs = 10 * 60_000

interface Pending {
  readonly id: number
  readonly task: WorkerTask
  readonly resolve: (answer: WorkerAnswer) => void
  readonly reject: (error: unknown) => void
  hasBegun: boolean
}

function unavailable(message: string, cause?: unknown): DatabaseError {
  return new DatabaseError({ message, sqlstate: '08006', cause })
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

function toDatabaseError({ isRoleCheck, ...fields }: WireError): DatabaseError {
  const error = new DatabaseError(fields)
  return isRoleCheck ? explainRoleCheck(error) : error
}
