import type { Logger } from 'pino'

import type { QueryResult, WorkerReplacement } from './database.ts'
import { DatabaseError, tooManyWait } from './database.ts'
import { beginFileSystemSync, type DirectoryState } from './durable-node-fs.ts'
import { evaluateInWorker } from './evaluate-in-worker.ts'
import type { PglitePlace } from './open-pglite.ts'
import { cancelFunction, isWrite, type WireError, type WorkerTask } from './pglite-messages.ts'
import { PreparedWorker, type LaterReply } from './prepared-worker.ts'
import { explainRoleCheck } from './transaction-text.ts'

export interface PgliteThreadOptions {
  /** Asked before each start of a worker. */
  readonly preparePlace: () => Promise<PglitePlace>
  readonly log: Logger
  /** A transaction that runs longer is ended with SQLSTATE 57014. */
  readonly deadlineMs: number
  /** Whether another worker is kept ready, for some 20 MB. */
  readonly hasStandby: boolean
  /** WebAssembly memory above which a worker is replaced as soon as it is idle. */
  readonly memoryMarkBytes: number
  /** Synced after a worker has failed; null where nothing need be on a disk. */
  readonly directory: string | null
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
 * The worker that PGlite runs in, and everybody who waits for it. A transaction that runs too long is cancelled inside
 * PGlite. Whatever can't be cancelled costs the worker; those who waited behind it are served by the next one.
 */
export class PgliteThread {
  readonly #options: PgliteThreadOptions
  readonly #pending = new Map<number, Pending>()
  readonly #replacements: Record<WorkerReplacement, number> = { deadline: 0, failure: 0, memory: 0 }
  #worker: PreparedWorker | null = null
  /** Has loaded PGlite and takes over when the worker has to be ended. */
  #standby: Promise<PreparedWorker> | null = null
  #standbyTimer: NodeJS.Timeout | null = null
  #openMs = 0
  #opening: Promise<void> | null = null
  #nextId = 1
  #running: { readonly id: number; timer: NodeJS.Timeout | undefined } | null = null
  #isClosing = false
  #cancelled = 0
  /** Called when nothing waits any more. */
  #onIdle: (() => void) | null = null

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

  /** How often a worker had to be replaced, by reason. */
  get replacements(): Readonly<Record<WorkerReplacement, number>> {
    return this.#replacements
  }

  /** How many transactions were cancelled because they took too long. */
  get cancelled(): number {
    return this.#cancelled
  }

  /** Starts a worker and hands it everything that waits. */
  open(next?: PreparedWorker, state: DirectoryState = { isOnDisk: false }): Promise<void> {
    this.#opening ??= this.#openWorker(next, state).then(
      () => this.#begin(),
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
      const id = this.#nextId
      const sinceMs = performance.now()
      const pending: Pending = { id, task, sinceMs, ...untouched, timesYielded: 0, resolve, reject }
      this.#nextId += 1
      this.#pending.set(pending.id, pending)
      if (this.#opening !== null) return
      if (this.#worker === null) {
        // The last restart failed; this is the next chance. Those who wait are posted when it has opened.
        void this.open().catch((error: unknown) => this.#rejectAll(error))
      } else {
        this.#worker.post(pending.id, task)
      }
    })
  }

  /** Lets what waits finish first; takes no more. */
  async close(): Promise<void> {
    const closed = this.send({ type: 'close' }).catch((error: unknown) => {
      this.#options.log.warn({ err: error }, 'the database did not close cleanly; it recovers at the next start')
    })
    this.#isClosing = true
    if (this.#standbyTimer !== null) clearTimeout(this.#standbyTimer)
    await closed
    await this.#worker?.terminate()
    await this.#standby?.then(
      (standby) => standby.terminate(),
      () => undefined,
    )
  }

  #begin(): void {
    this.#opening = null
    // Not at once: whoever waits for a server that starts comes first.
    if (this.#options.hasStandby && !this.#isClosing) {
      const isFirst = Object.values(this.#replacements).every((count) => count === 0)
      const delayMs = isFirst ? standbyDelayMs : nextStandbyDelayMs
      this.#standbyTimer = setTimeout(() => void this.#prepareStandby(), delayMs).unref()
    }
    for (const { id, task } of this.#pending.values()) this.#worker?.post(id, task)
    this.#options.onOpened()
  }

  async #prepareWorker(): Promise<PreparedWorker> {
    const place = await this.#options.preparePlace()
    // What is only in memory would be gone with its worker.
    const memoryMarkBytes = place.directory === null ? Infinity : this.#options.memoryMarkBytes
    return new PreparedWorker({ place, memoryMarkBytes })
  }

  #prepareStandby(): Promise<PreparedWorker> {
    if (this.#standbyTimer !== null) clearTimeout(this.#standbyTimer)
    if (this.#standby === null) {
      const standby = this.#prepareWorker()
      this.#standby = standby
      // Without one, the next worker is started when it is needed.
      const forget = () => {
        if (this.#standby === standby) this.#standby = null
      }
      standby.then((worker) => worker.prepared).catch(forget)
    }
    return this.#standby
  }

  #takeStandby(): Promise<PreparedWorker> {
    const standby = this.#prepareStandby()
    this.#standby = null
    return standby
  }

  async #openWorker(next: PreparedWorker | undefined, state: DirectoryState): Promise<void> {
    const worker = next ?? (await this.#prepareWorker())
    this.#worker = worker
    const onEnd = (error: Error) => {
      if (!this.#isClosing) this.#replace(worker, null, 'failure', error.message)
    }
    const startMs = performance.now()
    try {
      await worker.open(state, { onReply: (reply) => this.#receive(worker, reply), onEnd })
      this.#openMs = performance.now() - startMs
    } catch (error) {
      throw unavailable(`The database could not be opened: ${messageOf(error)}`, error)
    }
  }

  #receive(worker: PreparedWorker, reply: LaterReply): void {
    if (worker !== this.#worker) {
      return
    }
    switch (reply.type) {
      case 'began':
        this.#watch(worker, reply.id)
        return
      case 'fatal':
        this.#replace(worker, null, 'failure', reply.message)
        return
      case 'grown':
        void this.#renew(worker, reply.bytes)
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
      case 'failed': {
        const pending = this.#settle(reply.id)
        if (pending === undefined) return
        const wasCancelled = pending.isCancelled && reply.error.sqlstate === '57014'
        if (wasCancelled && pending.isYielding) this.#goBehind(worker, pending)
        else pending.reject(wasCancelled ? overdue() : toDatabaseError(reply.error))
        return
      }
    }
  }

  /** The deadline counts from when a transaction begins, not from when it was asked for. */
  #watch(worker: PreparedWorker, id: number): void {
    clearTimeout(this.#running?.timer)
    const pending = this.#pending.get(id)
    if (pending === undefined) {
      return
    }
    pending.hasBegun = true
    const { task } = pending
    const limitMs =
      task.type === 'transaction' ? Math.min(task.limitMs ?? Infinity, this.#options.deadlineMs) : longTaskDeadlineMs
    const untilMs = performance.now() + limitMs
    this.#running = { id, timer: undefined }
    const afterMs = task.type === 'transaction' && task.yields ? yieldAfterMs[pending.timesYielded] : undefined
    this.#endLater(worker, pending, untilMs, Math.min(limitMs, afterMs ?? limitMs))
  }

  /** Ends it when its time is over, or when others have waited for too long. */
  #endLater(worker: PreparedWorker, pending: Pending, untilMs: number, delayMs: number): void {
    if (this.#running?.id !== pending.id) return
    clearTimeout(this.#running.timer)
    this.#running.timer = setTimeout(() => {
      const now = performance.now()
      pending.isYielding = now < untilMs - 1 && this.#isMemberWaiting(now)
      if (pending.isYielding || now >= untilMs - 1) this.#cancel(worker, pending, now)
      else this.#endLater(worker, pending, untilMs, Math.min(lookAgainMs, untilMs - now))
    }, delayMs)
  }

  #isMemberWaiting(now: number): boolean {
    for (const { task, hasBegun, sinceMs } of this.#pending.values()) {
      const isMembers = task.type === 'transaction' && !task.isStrangers
      if (isMembers && !hasBegun && now - sinceMs >= memberPatienceMs) return true
    }
    return false
  }

  /** It was undone, so it can be asked again, behind those who wait; the second time is the last. */
  #goBehind(worker: PreparedWorker, { task, sinceMs, timesYielded, resolve, reject }: Pending): void {
    if (timesYielded + 1 >= yieldAfterMs.length) {
      reject(tooManyWait())
      return
    }
    const id = this.#nextId
    this.#nextId += 1
    this.#pending.set(id, { id, task, sinceMs, ...untouched, timesYielded: timesYielded + 1, resolve, reject })
    worker.post(id, task)
  }

  /** Once may come too soon, between two of PostgreSQL's looks for interrupts, or while a function catches it. */
  #cancel(worker: PreparedWorker, pending: Pending, sinceMs: number): void {
    if (this.#running?.id !== pending.id) return
    // No longer than a new worker takes, which is all that could be saved.
    if (performance.now() - sinceMs >= Math.max(cancelPatienceMs, this.#openMs)) {
      this.#replace(worker, pending.id, 'deadline', 'a transaction could not be cancelled')
      return
    }
    if (!pending.isCancelled) {
      if (!pending.isYielding) this.#cancelled += 1
      // Should the cancellation fail, the next worker is loaded by then.
      if (this.#options.hasStandby) void this.#prepareStandby()
    }
    pending.isCancelled = true
    evaluateInWorker(worker.threadId, `${cancelFunction}(${pending.id})`)
    this.#running.timer = setTimeout(() => this.#cancel(worker, pending, sinceMs), cancelAgainMs)
  }

  #settle(id: number): Pending | undefined {
    const pending = this.#pending.get(id)
    this.#pending.delete(id)
    if (this.#running?.id === id) {
      clearTimeout(this.#running.timer)
      this.#running = null
    }
    if (this.#pending.size === 0) this.#onIdle?.()
    return pending
  }

  /** Ends the worker. What had not begun is asked again of the next one, and so is what only reads. */
  #replace(worker: PreparedWorker, overdueId: number | null, reason: WorkerReplacement, cause: string): void {
    if (worker !== this.#worker || this.#opening !== null) {
      return
    }
    this.#options.log.error({ reason, cause }, 'the database worker is being replaced')
    this.#replacements[reason] += 1
    this.#judgeAll(overdueId)
    const next = this.#isClosing && this.#pending.size === 0 ? null : this.#takeStandby()
    next?.catch(() => undefined)
    this.#opening = this.#end(worker, reason).then((state) => this.#reopen(next, state))
    this.#opening.catch((error: unknown) => this.#rejectAll(error))
  }

  /** Resolves when the worker writes nothing any more, and what it wrote has been brought to the disk. */
  async #end(worker: PreparedWorker, reason: WorkerReplacement): Promise<DirectoryState> {
    const ended = worker.terminate()
    // One that has failed runs nothing any more; its thread goes while the next one opens.
    if (reason === 'deadline') await ended
    const { directory } = this.#options
    // If it can't be synced from here, the next worker says why when it opens it.
    return { isOnDisk: directory !== null && (await beginFileSystemSync(directory).catch(() => false)) }
  }

  async #reopen(next: Promise<PreparedWorker> | null, state: DirectoryState): Promise<void> {
    this.#worker = null
    const prepared = await Promise.resolve(next).finally(() => {
      this.#opening = null
    })
    if (prepared !== null) await this.open(prepared, state)
  }

  /** Gives back the memory of a worker that has grown: the one that stands by takes over when nobody waits. */
  async #renew(worker: PreparedWorker, bytes: number): Promise<void> {
    try {
      const standby = await this.#prepareStandby()
      await standby.prepared
    } catch (error) {
      if (this.#isClosing) return
      this.#options.log.warn({ err: error }, 'the database worker keeps its memory: no other could be prepared')
      return
    }
    await this.#idle()
    if (worker !== this.#worker || this.#opening !== null || this.#isClosing) return
    this.#options.log.info({ reason: 'memory', bytes }, 'the database worker is being replaced')
    this.#replacements.memory += 1
    this.#opening = this.#handOver(worker, this.#takeStandby())
    this.#opening.catch((error: unknown) => this.#rejectAll(error))
  }

  async #handOver(worker: PreparedWorker, next: Promise<PreparedWorker>): Promise<void> {
    const closed = Promise.withResolvers<void>()
    const id = this.#nextId
    this.#nextId += 1
    const task = { type: 'close' } as const
    const settle = () => closed.resolve()
    const handlers = { resolve: settle, reject: settle }
    const sinceMs = performance.now()
    this.#pending.set(id, { id, task, sinceMs, ...untouched, hasBegun: true, timesYielded: 0, ...handlers })
    worker.post(id, task)
    const timer = setTimeout(settle, closePatienceMs)
    await closed.promise
    clearTimeout(timer)
    this.#pending.delete(id)
    this.#judgeAll(null)
    await worker.terminate()
    await this.#reopen(next, { isOnDisk: false })
  }

  /** Resolves when nothing waits, and at the latest when that has not happened for a while. */
  #idle(): Promise<void> {
    if (this.#pending.size === 0) return Promise.resolve()
    return new Promise((resolve) => {
      const finish = () => {
        clearTimeout(timer)
        this.#onIdle = null
        resolve()
      }
      const timer = setTimeout(finish, idlePatienceMs)
      this.#onIdle = finish
    })
  }

  #judgeAll(overdueId: number | null): void {
    clearTimeout(this.#running?.timer)
    const runningId = this.#running?.id ?? null
    this.#running = null
    for (const pending of this.#pending.values()) {
      this.#judge(pending, overdueId, runningId)
    }
  }

  #judge(pending: Pending, overdueId: number | null, runningId: number | null): void {
    const isReadAgain = !isWrite(pending.task) && pending.id !== runningId
    if (pending.id === overdueId) {
      this.#pending.delete(pending.id)
      pending.reject(overdue())
    } else if (pending.hasBegun && !isReadAgain) {
      this.#pending.delete(pending.id)
      pending.reject(unavailable('The database was restarted before it could confirm the transaction'))
    } else {
      pending.hasBegun = false
      pending.isCancelled = false
      pending.isYielding = false
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
/** How often, and for how long, a transaction is cancelled before its worker is ended. */
const cancelAgainMs = 50
/** How long a stranger's transaction runs while somebody signed in waits: the first time, and once more. */
const yieldAfterMs: readonly number[] = [300, 600]
const memberPatienceMs = 200
const lookAgainMs = 50
const cancelPatienceMs = 500
const standbyDelayMs = 5_000
/** After a replacement: what broke one worker may soon break the next. */
const nextStandbyDelayMs = 500
const closePatienceMs = 5_000
/** How long a worker with too much memory goes on where there is always somebody waiting. */
const idlePatienceMs = 10_000

interface Pending {
  readonly id: number
  readonly task: WorkerTask
  readonly resolve: (answer: WorkerAnswer) => void
  readonly reject: (error: unknown) => void
  /** Since when it has waited, by `performance.now()`. */
  readonly sinceMs: number
  /** How often it has made way for somebody signed in. */
  readonly timesYielded: number
  hasBegun: boolean
  isCancelled: boolean
  /** Cancelled only to make way. */
  isYielding: boolean
}

const untouched = { hasBegun: false, isCancelled: false, isYielding: false } as const

function unavailable(message: string, cause?: unknown): DatabaseError {
  return new DatabaseError({ message, sqlstate: '08006', cause })
}

function overdue(): DatabaseError {
  return new DatabaseError({ message: 'canceling statement due to statement timeout', sqlstate: '57014' })
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

function toDatabaseError({ isRoleCheck, ...fields }: WireError): DatabaseError {
  const error = new DatabaseError(fields)
  return isRoleCheck ? explainRoleCheck(error) : error
}
