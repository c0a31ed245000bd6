import type { Logger } from 'pino'

import { accountYieldsAfterMs, type AccountShare } from './account-shares.ts'
import type { WorkerReplacement } from './database.ts'
import { DatabaseError, queueFull } from './database.ts'
import { beginFileSystemSync, type DirectoryState } from './durable-node-fs.ts'
import { evaluateInWorker } from './evaluate-in-worker.ts'
import {
  errorAfterRestart,
  isOtherWaiting,
  messageOf,
  notStarted,
  timedOut,
  toDatabaseError,
  unavailable,
  type Pending,
  type WorkerAnswer,
} from './pending-task.ts'
import { cancelFunction, isWrite, type WorkerTask } from './pglite-messages.ts'
import type { LaterReply, PreparedWorker } from './prepared-worker.ts'
import { prepareWorker, StandbyWorker, type WorkerOptions } from './standby-worker.ts'

export interface PgliteThreadOptions extends WorkerOptions {
  readonly log: Logger
  /** Transaction timeout; ends with SQLSTATE 57014. */
  readonly deadlineMs: number
  /** Whether to keep a standby worker, for some 20 MB. */
  readonly hasStandby: boolean
  /** Synced after a worker fails; null when nothing must be durable. */
  readonly directory: string | null
  readonly onNotified: (channel: string, payload: string) => void
  /** A worker, the first or a new one, has opened; it has no listeners yet. */
  readonly onOpened: () => void
}

/**
 * PGlite's worker and its queue. Cancels transactions that run too long inside PGlite; if that fails, replaces the
 * worker, and the next one serves the queue.
 */
export class PgliteThread {
  readonly #options: PgliteThreadOptions
  readonly #standby: StandbyWorker
  readonly #pending = new Map<number, Pending>()
  readonly #replacements: Record<WorkerReplacement, number> = { deadline: 0, failure: 0, memory: 0 }
  #worker: PreparedWorker | null = null
  #openMs = 0
  #opening: Promise<void> | null = null
  #nextId = 1
  #running: Running | null = null
  #isClosing = false
  #cancelled = 0
  /** Called when the queue is empty. */
  #onIdle: (() => void) | null = null

  constructor(options: PgliteThreadOptions) {
    this.#options = options
    this.#standby = new StandbyWorker(options)
  }

  /** Unanswered tasks, including the running one. */
  get unanswered(): number {
    return this.#pending.size
  }

  get isRunning(): boolean {
    return this.#running !== null
  }

  /** Times a worker was replaced, by reason. */
  get replacements(): Readonly<Record<WorkerReplacement, number>> {
    return this.#replacements
  }

  /** Transactions cancelled for running too long. */
  get cancelled(): number {
    return this.#cancelled
  }

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
  send(task: WorkerTask, share: AccountShare | null = null): Promise<WorkerAnswer> {
    if (this.#isClosing) {
      return Promise.reject(unavailable('The database is closed'))
    }
    return new Promise((resolve, reject) => {
      const id = this.#nextId
      const sinceMs = performance.now()
      const pending: Pending = { id, task, share, sinceMs, ...notStarted, timesYielded: 0, resolve, reject }
      this.#nextId += 1
      this.#pending.set(pending.id, pending)
      if (this.#opening !== null) return
      if (this.#worker === null) {
        // The last restart failed; try again. Opening posts the queue.
        void this.open().catch((error: unknown) => this.#rejectAll(error))
      } else {
        this.#worker.post(pending.id, task)
      }
    })
  }

  /** Finishes the queue and refuses new tasks. */
  async close(): Promise<void> {
    const closed = this.send({ type: 'close' }).catch((error: unknown) => {
      this.#options.log.warn({ err: error }, 'the database did not close cleanly; it recovers at the next start')
    })
    this.#isClosing = true
    this.#standby.cancelTimer()
    await closed
    await this.#worker?.terminate()
    await this.#standby.terminate()
  }

  #begin(): void {
    this.#opening = null
    // Delayed, so that a starting server's requests come first.
    if (this.#options.hasStandby && !this.#isClosing) {
      const isFirst = Object.values(this.#replacements).every((count) => count === 0)
      this.#standby.prepareIn(isFirst ? standbyDelayMs : nextStandbyDelayMs)
    }
    for (const { id, task } of this.#pending.values()) this.#worker?.post(id, task)
    this.#options.onOpened()
  }

  async #openWorker(next: PreparedWorker | undefined, state: DirectoryState): Promise<void> {
    const worker = next ?? (await prepareWorker(this.#options))
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
        if (wasCancelled && pending.isYielding) this.#requeue(worker, pending)
        else pending.reject(wasCancelled ? timedOut() : toDatabaseError(reply.error))
        return
      }
    }
  }

  /** The timeout runs from a transaction's start, not from when it was queued. */
  #watch(worker: PreparedWorker, id: number): void {
    this.#endRun()
    const pending = this.#pending.get(id)
    if (pending === undefined) {
      return
    }
    pending.hasBegun = true
    const { task, share, timesYielded } = pending
    const limitMs =
      task.type === 'transaction' ? Math.min(task.limitMs ?? Infinity, this.#options.deadlineMs) : longTaskDeadlineMs
    const sinceMs = performance.now()
    const untilMs = sinceMs + limitMs
    this.#running = { id, sinceMs, share, timer: undefined }
    const anonymousMs = task.type === 'transaction' && task.yields ? yieldAfterMs[timesYielded] : undefined
    const accountMs =
      share === null || share.isNetwork ? undefined : accountYieldsAfterMs(share, isWrite(task), timesYielded)
    this.#cancelLater(worker, pending, untilMs, Math.min(limitMs, anonymousMs ?? accountMs ?? limitMs))
  }

  /** Charges the running time to the account's share. */
  #endRun(): void {
    if (this.#running === null) return
    const { timer, share, sinceMs } = this.#running
    clearTimeout(timer)
    share?.spend(performance.now() - sinceMs)
    this.#running = null
  }

  /** Ends it after its timeout, or once others have waited too long. */
  #cancelLater(worker: PreparedWorker, pending: Pending, untilMs: number, delayMs: number): void {
    if (this.#running?.id !== pending.id) return
    clearTimeout(this.#running.timer)
    this.#running.timer = setTimeout(() => {
      const now = performance.now()
      pending.isYielding = now < untilMs - 1 && isOtherWaiting(this.#pending.values(), pending, now, this.#ranMs(now))
      if (pending.isYielding || now >= untilMs - 1) this.#cancel(worker, pending, now)
      else this.#cancelLater(worker, pending, untilMs, Math.min(yieldCheckMs, untilMs - now))
    }, delayMs)
  }

  #ranMs(now: number): number {
    return now - (this.#running?.sinceMs ?? now)
  }

  /** It was rolled back, so it is requeued behind the others; only once. */
  #requeue(worker: PreparedWorker, { task, share, sinceMs, timesYielded, resolve, reject }: Pending): void {
    if (timesYielded + 1 >= yieldAfterMs.length) {
      reject(queueFull())
      return
    }
    const id = this.#nextId
    this.#nextId += 1
    const again = task.type === 'transaction' ? { ...task, rank: 2 as const } : task
    const settling = { timesYielded: timesYielded + 1, resolve, reject }
    this.#pending.set(id, { id, task: again, share, sinceMs, ...notStarted, ...settling })
    worker.post(id, again)
  }

  /** Repeated, because one cancellation may fall between interrupt checks or be caught by a function. */
  #cancel(worker: PreparedWorker, pending: Pending, sinceMs: number): void {
    if (this.#running?.id !== pending.id) return
    // Cancelling only pays for as long as opening a new worker takes.
    if (performance.now() - sinceMs >= Math.max(cancelPatienceMs, this.#openMs)) {
      this.#replace(worker, pending.id, 'deadline', 'a transaction could not be cancelled')
      return
    }
    if (!pending.isCancelled) {
      if (!pending.isYielding) this.#cancelled += 1
      // Preloads the next worker, in case cancelling fails.
      if (this.#options.hasStandby) void this.#standby.prepare()
    }
    pending.isCancelled = true
    evaluateInWorker(worker.threadId, `${cancelFunction}(${pending.id})`)
    this.#running.timer = setTimeout(() => this.#cancel(worker, pending, sinceMs), cancelAgainMs)
  }

  #settle(id: number): Pending | undefined {
    const pending = this.#pending.get(id)
    this.#pending.delete(id)
    if (this.#running?.id === id) this.#endRun()
    if (this.#pending.size === 0) this.#onIdle?.()
    return pending
  }

  /** Terminates the worker. Tasks that hadn't started or only read are retried on the next one. */
  #replace(worker: PreparedWorker, overdueId: number | null, reason: WorkerReplacement, cause: string): void {
    if (worker !== this.#worker || this.#opening !== null) {
      return
    }
    this.#options.log.error({ reason, cause }, 'the database worker is being replaced')
    this.#replacements[reason] += 1
    this.#rejectOrRequeueAll(overdueId)
    const next = this.#isClosing && this.#pending.size === 0 ? null : this.#standby.take()
    next?.catch(() => undefined)
    this.#opening = this.#end(worker, reason).then((state) => this.#reopen(next, state))
    this.#opening.catch((error: unknown) => this.#rejectAll(error))
  }

  /** Resolves once the worker has stopped writing and its writes are synced. */
  async #end(worker: PreparedWorker, reason: WorkerReplacement): Promise<DirectoryState> {
    const ended = worker.terminate()
    // A failed worker runs nothing; its thread may end while the next one opens.
    if (reason === 'deadline') await ended
    const { directory } = this.#options
    // If syncing fails here, the next worker reports why.
    return { isOnDisk: directory !== null && (await beginFileSystemSync(directory).catch(() => false)) }
  }

  async #reopen(next: Promise<PreparedWorker> | null, state: DirectoryState): Promise<void> {
    this.#worker = null
    const prepared = await Promise.resolve(next).finally(() => {
      this.#opening = null
    })
    if (prepared !== null) await this.open(prepared, state)
  }

  /** Replaces a worker that has grown with the standby once the queue is empty. */
  async #renew(worker: PreparedWorker, bytes: number): Promise<void> {
    try {
      const standby = await this.#standby.prepare()
      await standby.prepared
    } catch (error) {
      if (this.#isClosing) return
      this.#options.log.warn({ err: error }, 'the database worker keeps its memory: its replacement failed to start')
      return
    }
    await this.#idle()
    if (worker !== this.#worker || this.#opening !== null || this.#isClosing) return
    this.#options.log.info({ reason: 'memory', bytes }, 'the database worker is being replaced')
    this.#replacements.memory += 1
    this.#opening = this.#handOver(worker, this.#standby.take())
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
    this.#pending.set(id, {
      id,
      task,
      share: null,
      sinceMs,
      ...notStarted,
      hasBegun: true,
      timesYielded: 0,
      ...handlers,
    })
    worker.post(id, task)
    const timer = setTimeout(settle, closePatienceMs)
    await closed.promise
    clearTimeout(timer)
    this.#pending.delete(id)
    this.#rejectOrRequeueAll(null)
    await worker.terminate()
    await this.#reopen(next, { isOnDisk: false })
  }

  /** Resolves when the queue is empty, or after a timeout. */
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

  #rejectOrRequeueAll(overdueId: number | null): void {
    const runningId = this.#running?.id ?? null
    this.#endRun()
    for (const pending of this.#pending.values()) {
      const error = errorAfterRestart(pending, overdueId, runningId)
      if (error === null) {
        Object.assign(pending, notStarted)
      } else {
        this.#pending.delete(pending.id)
        pending.reject(error)
      }
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

/** For migrations, dumps and maintenance. */
const longTaskDeadlineMs = 10 * 60_000
/** How often and how long to cancel a transaction before terminating its worker. */
const cancelAgainMs = 50
/** How long an anonymous transaction runs while signed-in users wait: the first time and the second. */
const yieldAfterMs: readonly number[] = [300, 600]
const yieldCheckMs = 50
const cancelPatienceMs = 500
const standbyDelayMs = 5_000
/** Delay after a replacement, since the same cause may hit again. */
const nextStandbyDelayMs = 500
const closePatienceMs = 5_000
/** How long a worker over the memory mark continues when the queue never empties. */
const idlePatienceMs = 10_000

interface Running {
  readonly id: number
  readonly sinceMs: number
  readonly share: AccountShare | null
  timer: NodeJS.Timeout | undefined
}
