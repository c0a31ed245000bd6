import { Worker } from 'node:worker_threads'

import type { Logger } from 'pino'

import { copyRunningDirectory } from './copy-directory.ts'
import { databaseDirectory, prepareDirectory } from './data-directory.ts'
import type {
  Caller,
  Database,
  DatabaseLoad,
  NotificationHandler,
  QueryResult,
  Statement,
  TransactionOptions,
} from './database.ts'
import { DatabaseError, tooManyWait, waitingMax as usualWaitingMax } from './database.ts'
import type { DirectoryLock } from './directory-lock.ts'
import { lockDirectory } from './directory-lock.ts'
import { LiveSessions } from './live-sessions.ts'
import type { PglitePlace } from './open-pglite.ts'
import type { WireError, WorkerReply, WorkerRequest, WorkerTask } from './pglite-messages.ts'
import { statementTimeoutMs } from './statement-timeout.ts'
import { explainRoleCheck, planTransaction } from './transaction-text.ts'

export interface PgliteOptions {
  /** Locked for this process; the database lives in its folder `database`. Null: in memory, gone when closed. */
  readonly dataDir: string | null
  readonly log: Logger
  /** A dump to start from, in memory only. */
  readonly template?: Uint8Array
  /** A transaction that runs longer is ended with SQLSTATE 57014. */
  readonly deadlineMs?: number
  /** `relaxed` acknowledges writes before they are on the disk: faster, and a power cut may take the last ones. */
  readonly durability?: 'full' | 'relaxed'
  readonly waitingMax?: number
}

/**
 * PostgreSQL in WebAssembly, in a thread of its own. A transaction that runs too long costs the thread; what was
 * acknowledged is on the disk, and those who waited behind it are served by the next one.
 */
export class PgliteDatabase implements Database {
  readonly kind = 'pglite'
  readonly #options: PgliteOptions
  readonly #lock: DirectoryLock | null
  readonly #deadlineMs: number
  readonly #pending = new Map<number, Pending>()
  readonly #handlers = new Map<string, Set<NotificationHandler>>()
  readonly #maintenance: NodeJS.Timeout[] = []
  readonly #sessions = new LiveSessions()
  #worker: Worker | null = null
  #opening: Promise<void> | null = null
  #nextId = 1
  #running: { readonly id: number; readonly timer: NodeJS.Timeout } | null = null
  #isClosing = false
  #isCopying = false
  #writesSinceCheckpoint = 0
  #writesSinceVacuum = 0
  #refused = 0
  #restarts = 0

  private constructor(options: PgliteOptions, lock: DirectoryLock | null) {
    this.#options = options
    this.#lock = lock
    this.#deadlineMs = options.deadlineMs ?? 10_000
  }

  /** Throws DirectoryInUseError when another process has the directory. */
  static async open(options: PgliteOptions): Promise<PgliteDatabase> {
    const lock = options.dataDir === null ? null : lockDirectory(options.dataDir)
    const database = new PgliteDatabase(options, lock)
    try {
      await database.#start()
    } catch (error) {
      lock?.release()
      throw error
    }
    database.#scheduleMaintenance()
    return database
  }

  async transaction(
    caller: Caller | 'system',
    statements: readonly Statement[],
    options: TransactionOptions = {},
  ): Promise<readonly QueryResult[]> {
    if (this.#pending.size >= (this.#options.waitingMax ?? usualWaitingMax)) {
      this.#refused += 1
      throw tooManyWait()
    }
    const sessions = this.#sessions
    const plan = planTransaction(caller, statements, options, { sessions })
    const limitMs = statementTimeoutMs(options.settings ?? [])
    const readOnly = options.readOnly ?? false
    const { results, sessionAnswer } = await this.#send({ type: 'transaction', plan, readOnly, limitMs })
    sessions.note(plan.question, sessionAnswer)
    return results
  }

  async runScript(sql: string): Promise<void> {
    await this.#send({ type: 'script', sql })
  }

  async listen(channel: string, handler: NotificationHandler): Promise<() => void> {
    const known = this.#handlers.get(channel)
    if (known !== undefined) {
      known.add(handler)
      return () => known.delete(handler)
    }
    const handlers = new Set([handler])
    this.#handlers.set(channel, handlers)
    await this.#send({ type: 'listen', channel })
    return () => handlers.delete(handler)
  }

  load(): DatabaseLoad {
    const running = this.#running === null ? 0 : 1
    return {
      waiting: Math.max(0, this.#pending.size - running),
      running,
      runningMax: 1,
      refused: this.#refused,
      pglite: { restarts: this.#restarts, writesSinceCheckpoint: this.#writesSinceCheckpoint },
    }
  }

  /** The whole data directory as a tar file, to start another database from. */
  async dump(): Promise<Uint8Array> {
    const { bytes } = await this.#send({ type: 'dump' })
    if (bytes === undefined) {
      throw new Error('the database worker answered a dump without bytes')
    }
    return bytes
  }

  /**
   * Copies the data directory to a new one, as of now, while others go on writing. The copy opens like one that a power
   * cut has left.
   */
  async copyTo(directory: string): Promise<void> {
    const { dataDir } = this.#options
    if (dataDir === null) throw new Error('A database in memory has no directory to copy')
    if (this.#isCopying) throw unavailable('A copy of the database is being made already')
    // A checkpoint would cut the log that the copy needs.
    this.#isCopying = true
    try {
      await copyRunningDirectory(databaseDirectory(dataDir), directory, {
        start: async () => {
          await this.transaction('system', [{ text: "select pg_backup_start('understudy', true)::text" }])
        },
        stop: async () => {
          const text = 'select labelfile from pg_backup_stop(false)'
          const [result] = await this.transaction('system', [{ text }])
          return String(result?.rows[0]?.['labelfile'])
        },
      })
    } finally {
      this.#isCopying = false
    }
  }

  async close(): Promise<void> {
    if (this.#isClosing) {
      return
    }
    this.#maintenance.forEach(clearInterval)
    const closed = this.#send({ type: 'close' }).catch((error: unknown) => {
      this.#options.log.warn({ err: error }, 'the database did not close cleanly; it recovers at the next start')
    })
    this.#isClosing = true
    await closed
    await this.#worker?.terminate()
    this.#lock?.release()
  }

  #send(task: WorkerTask): Promise<Answer> {
    if (this.#isClosing) {
      return Promise.reject(unavailable('The database is closed'))
    }
    return new Promise((resolve, reject) => {
      const pending: Pending = { id: this.#nextId, task, hasBegun: false, resolve, reject }
      this.#nextId += 1
      this.#pending.set(pending.id, pending)
      if (isWrite(task)) {
        this.#writesSinceCheckpoint += 1
        this.#writesSinceVacuum += 1
      }
      if (this.#worker === null) {
        // The last restart failed; this is the next chance. Those who wait are posted when it has opened.
        void this.#start().catch((error: unknown) => this.#rejectAll(error))
      } else if (this.#opening === null) {
        this.#post(pending)
      }
    })
  }

  #post({ id, task }: Pending): void {
    this.#worker?.postMessage({ id, task } satisfies WorkerRequest)
  }

  /** Starts a worker and hands it everything that waits. */
  #start(): Promise<void> {
    this.#opening ??= this.#openWorker().then(
      () => {
        this.#opening = null
        for (const pending of this.#pending.values()) {
          this.#post(pending)
        }
        this.#listenAgain()
      },
      (error: unknown) => {
        this.#opening = null
        this.#worker = null
        throw error
      },
    )
    return this.#opening
  }

  /** A new worker listens to nothing, and what was said between the two is lost. */
  #listenAgain(): void {
    for (const [channel, handlers] of this.#handlers) {
      this.#send({ type: 'listen', channel }).then(
        () => handlers.forEach((handler) => handler(null)),
        (error: unknown) => this.#options.log.error({ err: error, channel }, 'notifications can not be heard'),
      )
    }
  }

  async #openWorker(): Promise<void> {
    const { dataDir, template, durability = 'full' } = this.#options
    const settings: PglitePlace = {
      directory: dataDir === null ? null : await prepareDirectory(dataDir, durability),
      template: template ?? null,
      isDurable: dataDir !== null && durability === 'full',
    }
    const worker = new Worker(new URL('pglite-worker.ts', import.meta.url), { workerData: settings, execArgv: [] })
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
        this.#handlers.get(reply.channel)?.forEach((handler) => handler(reply.payload))
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
      task.type === 'transaction' ? Math.min(task.limitMs ?? Infinity, this.#deadlineMs) : longTaskDeadlineMs
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
      await this.#start()
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

  /** PGlite has no background processes: without these the log and the dead rows would grow for ever. */
  #scheduleMaintenance(): void {
    if (this.#options.dataDir === null) {
      return
    }
    const everyMs = (intervalMs: number, run: () => void) => {
      this.#maintenance.push(setInterval(run, intervalMs).unref())
    }
    everyMs(checkpointIntervalMs, () => {
      if (this.#writesSinceCheckpoint > 0 && !this.#isCopying) {
        this.#writesSinceCheckpoint = 0
        this.#maintain({ type: 'checkpoint' })
      }
    })
    everyMs(vacuumIntervalMs, () => {
      if (this.#writesSinceVacuum > 0) {
        this.#writesSinceVacuum = 0
        this.#maintain({ type: 'vacuum' })
      }
    })
  }

  #maintain(task: WorkerTask): void {
    this.#send(task).catch((error: unknown) => {
      this.#options.log.warn({ err: error, task: task.type }, 'database maintenance failed')
    })
  }
}

const checkpointIntervalMs = 60_000
const vacuumIntervalMs = 30 * 60_000
/** Migrations, dumps and maintenance. */
const longTaskDeadlineMs = 10 * 60_000

interface Answer {
  readonly results: readonly QueryResult[]
  readonly sessionAnswer: string | null
  readonly bytes: Uint8Array | undefined
}

interface Pending {
  readonly id: number
  readonly task: WorkerTask
  readonly resolve: (answer: Answer) => void
  readonly reject: (error: unknown) => void
  hasBegun: boolean
}

function isWrite(task: WorkerTask): boolean {
  return task.type === 'script' || (task.type === 'transaction' && !task.readOnly)
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
