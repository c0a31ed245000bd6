import type { Logger } from 'pino'

import { AccountShares, type AccountShare } from './account-shares.ts'
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
import { DatabaseError, queueFull, refusesWrites, usualLimits, waitingMax as usualWaitingMax } from './database.ts'
import type { DirectoryLock } from './directory-lock.ts'
import { lockDirectory } from './directory-lock.ts'
import { LiveSessions } from './live-sessions.ts'
import type { PgliteSource } from './open-pglite.ts'
import { isWrite, rankOf, type WorkerTask } from './pglite-messages.ts'
import type { WorkerAnswer } from './pending-task.ts'
import { PgliteThread } from './pglite-thread.ts'
import { statementTimeoutMs } from './statement-timeout.ts'
import { planTransaction } from './transaction-text.ts'

export interface PgliteOptions {
  /** Locked by this process; the database is in its folder `database`. Null for in-memory. */
  readonly dataDir: string | null
  readonly log: Logger
  /** Dump to start from, in-memory only. */
  readonly template?: Uint8Array
  /** Transaction timeout; ends with SQLSTATE 57014. */
  readonly deadlineMs?: number
  readonly anonTimeoutMs?: number
  /** PGlite memory above which its idle thread is restarted. */
  readonly memoryMarkBytes?: number
  /** `relaxed` answers before commits are on disk: faster, but a power cut may lose the last ones. */
  readonly durability?: 'full' | 'relaxed'
  readonly waitingMax?: number
}

/**
 * PostgreSQL in WebAssembly, in its own thread. Acknowledged writes are durable, even when a runaway transaction costs
 * the thread.
 */
export class PgliteDatabase implements Database {
  readonly kind = 'pglite'
  readonly #options: PgliteOptions
  readonly #lock: DirectoryLock | null
  readonly #thread: PgliteThread
  readonly #handlers = new Map<string, Set<NotificationHandler>>()
  readonly #maintenance: NodeJS.Timeout[] = []
  readonly #sessions = new LiveSessions()
  // Visitors wait behind an account's transactions until it has used up its share; more than three gain nothing.
  readonly #shares = new AccountShares({
    concurrent: 3,
    concurrentInNetwork: 4,
    concurrentAnonymous: 4,
    concurrentSpent: 1,
  })
  #isClosing = false
  #isCopying = false
  #writesSinceCheckpoint = 0
  #writesSinceVacuum = 0
  #refused = 0

  private constructor(options: PgliteOptions, lock: DirectoryLock | null) {
    this.#options = options
    this.#lock = lock
    this.#thread = new PgliteThread({
      prepareSource: () => prepareSource(options),
      log: options.log,
      deadlineMs: options.deadlineMs ?? usualLimits.deadlineMs,
      directory:
        options.dataDir === null || options.durability === 'relaxed' ? null : databaseDirectory(options.dataDir),
      hasStandby: options.dataDir !== null,
      memoryMarkBytes: options.memoryMarkBytes ?? usualMemoryMark,
      onNotified: (channel, payload) => this.#handlers.get(channel)?.forEach((handler) => handler(payload)),
      onOpened: () => this.#listenAgain(),
    })
  }

  /** Throws DirectoryInUseError when another process has the directory. */
  static async open(options: PgliteOptions): Promise<PgliteDatabase> {
    const lock = options.dataDir === null ? null : lockDirectory(options.dataDir)
    const database = new PgliteDatabase(options, lock)
    try {
      await database.#thread.open()
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
    if (this.#thread.unanswered >= (this.#options.waitingMax ?? usualWaitingMax)) {
      this.#refused += 1
      throw queueFull()
    }
    const sessions = this.#sessions
    const plan = planTransaction(caller, statements, options, { sessions })
    const isAnonymous = caller !== 'system' && caller.role === 'anon'
    const roleMs = isAnonymous ? (this.#options.anonTimeoutMs ?? usualLimits.anonTimeoutMs) : null
    const ownMs = statementTimeoutMs(options.settings ?? [])
    const limitMs = ownMs ?? roleMs
    const yields = isAnonymous && ownMs === null
    const readOnly = refusesWrites(caller, options)
    const { results, sessionAnswer } = await this.#shares.run(caller, (share) => {
      const rank = isAnonymous ? 2 : rankOf(share)
      const owner = share?.network ?? share?.account ?? null
      return this.#send({ type: 'transaction', plan, readOnly, rank, owner, yields, limitMs }, share)
    })
    sessions.record(plan.check, sessionAnswer)
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
    const running = this.#thread.isRunning ? 1 : 0
    return {
      waiting: Math.max(0, this.#thread.unanswered - running),
      running,
      runningMax: 1,
      refused: this.#refused,
      pglite: {
        replacements: this.#thread.replacements,
        cancelled: this.#thread.cancelled,
        writesSinceCheckpoint: this.#writesSinceCheckpoint,
      },
    }
  }

  /** Dumps the data directory as a tar file, for `template`. */
  async dump(): Promise<Uint8Array> {
    const { bytes } = await this.#send({ type: 'dump' })
    if (bytes === undefined) {
      throw new Error('the database worker returned an empty dump')
    }
    return bytes
  }

  /** Copies the data directory, as of now, during writes. The copy recovers as after a power cut. */
  async copyTo(directory: string): Promise<void> {
    const { dataDir } = this.#options
    if (dataDir === null) throw new Error('An in-memory database has no directory to copy')
    if (this.#isCopying) {
      throw new DatabaseError({ message: 'The database is already being copied', sqlstate: '08006' })
    }
    // A checkpoint would truncate the log that the copy needs.
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
    this.#isClosing = true
    await this.#thread.close()
    this.#lock?.release()
  }

  #send(task: WorkerTask, share: AccountShare | null = null): Promise<WorkerAnswer> {
    if (isWrite(task)) {
      this.#writesSinceCheckpoint += 1
      this.#writesSinceVacuum += 1
    }
    return this.#thread.send(task, share)
  }

  /** A new worker has no listeners, and notifications in between are lost. */
  #listenAgain(): void {
    for (const [channel, handlers] of this.#handlers) {
      this.#send({ type: 'listen', channel }).then(
        () => handlers.forEach((handler) => handler(null)),
        (error: unknown) => this.#options.log.error({ err: error, channel }, 'LISTEN failed'),
      )
    }
  }

  /** PGlite has no background processes: without this, log and dead rows would grow forever. */
  #scheduleMaintenance(): void {
    if (this.#options.dataDir === null) {
      return
    }
    const everyMs = (intervalMs: number, run: () => void) => {
      this.#maintenance.push(setInterval(run, intervalMs).unref())
    }
    let writesSeen = 0
    let checks = 0
    everyMs(checkpointIntervalMs / checksPerCheckpoint, () => {
      checks = this.#writesSinceCheckpoint === 0 ? 0 : checks + 1
      const isQuiet = this.#writesSinceCheckpoint === writesSeen
      writesSeen = this.#writesSinceCheckpoint
      if (writesSeen === 0 || this.#isCopying || (!isQuiet && checks < checksPerCheckpoint)) return
      this.#writesSinceCheckpoint = 0
      writesSeen = 0
      this.#maintain({ type: 'checkpoint' })
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

/** PGlite starts with 128 MB, mostly untouched. */
const usualMemoryMark = 192 * 2 ** 20

/** During writes; sooner after an interval without any, so that little is left to replay. */
const checkpointIntervalMs = 60_000
const checksPerCheckpoint = 12
const vacuumIntervalMs = 30 * 60_000

async function prepareSource({ dataDir, template, durability = 'full' }: PgliteOptions): Promise<PgliteSource> {
  return {
    directory: dataDir === null ? null : await prepareDirectory(dataDir, durability),
    template: template ?? null,
    isDurable: dataDir !== null && durability === 'full',
  }
}
