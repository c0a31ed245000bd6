import process from 'node:process'
import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads'

import { messages } from '@electric-sql/pglite'

import type { DirectoryState } from './durable-node-fs.ts'
import { openPglite } from './open-pglite.ts'
import { pgliteInterrupts } from './pglite-interrupts.ts'
import type {
  OpenRequest,
  TransactionRank,
  WireError,
  WorkerReply,
  WorkerRequest,
  WorkerStart,
  WorkerTask,
} from './pglite-messages.ts'
import { cancelFunction } from './pglite-messages.ts'
import { PreparedStatements } from './prepared-statements.ts'
import { TransactionExchange } from './transaction-exchange.ts'
import type { TransactionPlan } from './transaction-text.ts'

/*
 * Runs PGlite off the HTTP thread. Requests run in order; queued commits share one log flush, and answers wait for it.
 */

const port = parentPort
const { source, memoryMarkBytes } = workerData as WorkerStart
const waiting: WorkerRequest[] = []
/** Replies held until the flush; null if no flush is needed. */
let unflushed: WorkerReply[] | null = null
const heard = new Set<string>()
let isWorking = false
let runningId: number | null = null
let hasGrown = false

/** How long anonymous callers, and accounts beyond their share, are served before others get priority. */
const lowRankMs = 50
let isLowRankTimeUsed = false
/** Among those, accounts whose network has used up its share take turns with all others. */
let lastLowRank: TransactionRank | null = null
/** The caller whose last transaction took long; waiting transactions of others go before its next one. */
let slowOwner: string | null = null
const slowMs = 300

/** Commits per flush, unless they take longer. */
const maxBatch = 16
const longBatchMs = 100

if (port === null) {
  throw new Error('pglite-worker.ts runs as a worker thread only')
}

const released = Promise.withResolvers<DirectoryState>()
port.on('message', (request: OpenRequest | WorkerRequest) => {
  if (request.type === 'open') {
    released.resolve(request.state)
    return
  }
  waiting.push(request)
  if (!isWorking) {
    isWorking = true
    void work().finally(() => {
      isWorking = false
    })
  }
})
reply({ type: 'prepared' })
const database = await openPglite(source, released.promise)
const interrupts = pgliteInterrupts(database, fail)
const prepared = new PreparedStatements()
Object.assign(globalThis, { [cancelFunction]: (id: number) => id === runningId && interrupts.cancel() })
reply({ type: 'opened' })

async function work(): Promise<void> {
  try {
    for (let batch = takeBatch(); batch.length > 0; batch = takeBatch()) {
      await runBatch(batch)
    }
  } catch (error) {
    fail(error)
  }
}

/** PGlite's memory may be corrupt, so run nothing more in it. */
function fail(error: unknown): never {
  reply({ type: 'fatal', message: error instanceof Error ? error.message : String(error) })
  process.exit(1)
}

/**
 * The queued transactions, or one task of another kind. Reads the port synchronously, because its events only arrive
 * between event loop turns.
 */
function takeBatch(): WorkerRequest[] {
  if (port !== null) {
    for (let next = receiveMessageOnPort(port); next !== undefined; next = receiveMessageOnPort(port)) {
      waiting.push(next.message as WorkerRequest)
    }
  }
  const other = waiting.findIndex(({ task }) => task.type !== 'transaction')
  const transactions = other === -1 ? waiting.length : other
  const isOrdered = isLowRankTimeUsed || slowOwner !== null
  if (isOrdered) waiting.unshift(...waiting.splice(0, transactions).toSorted(othersFirst))
  const batch = waiting.splice(0, Math.max(1, Math.min(transactions, maxBatch)))
  // Otherwise anonymous callers go first: if they crash the worker, no signed-in user's commit is waiting for its
  // flush.
  return isOrdered ? batch : batch.toSorted((one, other) => rankOfTask(other.task) - rankOfTask(one.task))
}

function othersFirst(one: WorkerRequest, other: WorkerRequest): number {
  return turnOf(one.task) - turnOf(other.task)
}

/** Lower ones go first. */
function turnOf(task: WorkerTask): number {
  return (hasLowRank(task) ? 4 : 0) + (isOfSlowOwner(task) ? 2 : 0) + (rankOfTask(task) === lastLowRank ? 1 : 0)
}

function isOfSlowOwner(task: WorkerTask): boolean {
  return slowOwner !== null && task.type === 'transaction' && task.owner === slowOwner
}

function hasLowRank(task: WorkerTask): boolean {
  return rankOfTask(task) > 0
}

function rankOfTask(task: WorkerTask): TransactionRank {
  return task.type === 'transaction' ? task.rank : 0
}

async function runBatch(batch: readonly WorkerRequest[]): Promise<void> {
  let lowRankTakenMs = 0
  const batchMs = performance.now()
  for (const [index, { id, task }] of batch.entries()) {
    // Others may have come meanwhile.
    const isLong = performance.now() - batchMs > longBatchMs
    if (isLong || (hasLowRank(task) && lowRankTakenMs > lowRankMs)) {
      waiting.unshift(...batch.slice(index))
      break
    }
    if (hasLowRank(task)) await flush()
    const startedMs = performance.now()
    reply({ type: 'began', id })
    const isDeferred = source.isDurable && index < batch.length - 1 && task.type === 'transaction' && !task.readOnly
    if (isDeferred) {
      unflushed ??= []
    }
    replyWhenFlushed(await run(id, task, isDeferred))
    const ranMs = performance.now() - startedMs
    if (hasLowRank(task)) {
      lowRankTakenMs += ranMs
      lastLowRank = rankOfTask(task)
    }
    slowOwner = ranMs > slowMs && task.type === 'transaction' ? task.owner : null
  }
  isLowRankTimeUsed = lowRankTakenMs > lowRankMs
  await flush()
  checkMemory()
}

async function flush(): Promise<void> {
  if (unflushed === null) return
  const held = unflushed
  unflushed = null
  await database.query(flushText)
  held.forEach(reply)
}

function checkMemory(): void {
  const bytes = interrupts.memoryBytes()
  if (hasGrown || bytes <= memoryMarkBytes) return
  hasGrown = true
  reply({ type: 'grown', bytes })
}

/** The message is meaningless; writing it with `flush` syncs everything before it. */
const flushText = `select case when pg_current_wal_insert_lsn() > pg_current_wal_flush_lsn()
  then pg_logical_emit_message(false, 'flush', '', true) end`

async function run(id: number, task: WorkerTask, isDeferred: boolean): Promise<WorkerReply> {
  switch (task.type) {
    case 'transaction':
      return runTransaction(id, isDeferred ? withoutFlush(task.plan) : task.plan)
    case 'script':
      return runScript(id, ['begin', task.sql, 'commit'])
    case 'listen':
      await listen(task.channel)
      return { type: 'done', id, results: [] }
    case 'checkpoint':
      return runScript(id, ['checkpoint'])
    case 'vacuum':
      return runScript(id, ['vacuum (analyze)'])
    case 'dump':
      return { type: 'done', id, results: [], bytes: await dump() }
    case 'close':
      await database.close()
      return { type: 'done', id, results: [] }
  }
}

async function runTransaction(id: number, plan: TransactionPlan): Promise<WorkerReply> {
  const exchange = new TransactionExchange(plan, prepared)
  const check = exchange.encode()
  const answer = await cancellable(id, () => database.execProtocol(check, { syncToFs: false, throwOnError: false }))
  const refusal = answer.messages.find((message) => message instanceof messages.DatabaseError)
  for (const message of answer.messages) receive(exchange, message)
  const ready = answer.messages.findLast((message) => message instanceof messages.ReadyForQueryMessage)
  if (ready === undefined) fail(new Error('the answer was truncated'))
  // Cancelled after the commit: nothing to undo.
  if (exchange.isComplete) {
    if (ready.status !== 'I') fail(new Error('a transaction was left open'))
    const { results, sessionAnswer } = exchange
    return { type: 'done', id, results, sessionAnswer }
  }
  if (refusal === undefined) fail(new Error('a transaction was neither answered nor refused'))
  const { isRoleCheck, isWorthRepeating } = exchange.fail(refusal.code ?? '')
  const error = toWireError(refusal, isRoleCheck)
  await rollBack()
  return isWorthRepeating ? runTransaction(id, plan) : { type: 'failed', id, error }
}

/** Only the caller's own work can be cancelled, not its rollback. */
async function cancellable<T>(id: number, work: () => Promise<T>): Promise<T> {
  runningId = id
  try {
    return await work()
  } finally {
    runningId = null
    interrupts.clear()
  }
}

async function rollBack(): Promise<void> {
  await database.exec('rollback')
  if (database.isInTransaction()) fail(new Error('a transaction could not be rolled back'))
}

function receive(exchange: TransactionExchange, message: messages.BackendMessage): void {
  if (message instanceof messages.RowDescriptionMessage) {
    exchange.columns(message.fields)
  } else if (message instanceof messages.DataRowMessage) {
    exchange.row(message.fields)
  } else if (message instanceof messages.CommandCompleteMessage) {
    exchange.complete(message.text)
  } else if (message.name === 'emptyQuery') {
    exchange.complete('')
  }
}

/** Commits asynchronously; the answer waits for the flush instead. */
function withoutFlush({ steps: [begin, ...steps], ...plan }: TransactionPlan): TransactionPlan {
  const setting = { text: 'set local synchronous_commit = off', values: [], name: null, isAnswered: false }
  return {
    steps: [...(begin === undefined ? [] : [begin]), setting, ...steps],
    roleCheck: plan.roleCheck === -1 ? -1 : plan.roleCheck + 1,
    check: plan.check,
    settingsStep: plan.settingsStep === -1 ? -1 : plan.settingsStep + 1,
  }
}

async function runScript(id: number, parts: readonly string[]): Promise<WorkerReply> {
  try {
    for (const sql of parts) {
      await cancellable(id, () => database.exec(sql))
    }
    return { type: 'done', id, results: [] }
  } catch (error) {
    const refusal = toWireError(error, false)
    await rollBack()
    return { type: 'failed', id, error: refusal }
  }
}

/** May repeat a listen that was pending when the last worker ended. */
async function listen(channel: string): Promise<void> {
  if (heard.has(channel)) {
    return
  }
  heard.add(channel)
  await database.listen(channel, (payload) => replyWhenFlushed({ type: 'notified', channel, payload }))
}

async function dump(): Promise<Uint8Array> {
  const file = await database.dumpDataDir('none')
  return new Uint8Array(await file.arrayBuffer())
}

function replyWhenFlushed(message: WorkerReply): void {
  if (unflushed === null) {
    reply(message)
  } else {
    unflushed.push(message)
  }
}

function reply(message: WorkerReply): void {
  port?.postMessage(message)
}

/** Anything but a PostgreSQL error means the WebAssembly program failed. */
function toWireError(error: unknown, isRoleCheck: boolean): WireError {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string' || error.code.length !== 5) {
    throw error
  }
  return {
    message: error.message,
    sqlstate: error.code,
    detail: textOf(error, 'detail'),
    hint: textOf(error, 'hint'),
    constraint: textOf(error, 'constraint'),
    isRoleCheck,
  }
}

function textOf(error: Error, field: string): string | null {
  const value = (error as unknown as Readonly<Record<string, unknown>>)[field]
  return typeof value === 'string' ? value : null
}
