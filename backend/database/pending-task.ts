import type { AccountShare } from './account-shares.ts'
import { DatabaseError, type QueryResult } from './database.ts'
import { isWrite, type WireError, type WorkerTask } from './pglite-messages.ts'
import { explainRoleCheck } from './transaction-text.ts'

/* The tasks that PGlite's worker has not answered yet, and the errors that end them. */

export interface WorkerAnswer {
  readonly results: readonly QueryResult[]
  readonly sessionAnswer: string | null
  readonly bytes: Uint8Array | undefined
}

export interface Pending {
  readonly id: number
  readonly task: WorkerTask
  /** Null for anonymous callers and the server's own transactions. */
  readonly share: AccountShare | null
  readonly resolve: (answer: WorkerAnswer) => void
  readonly reject: (error: unknown) => void
  /** When it was queued, by `performance.now()`. */
  readonly sinceMs: number
  /** How often it yielded to others. */
  readonly timesYielded: number
  hasBegun: boolean
  isCancelled: boolean
  /** Cancelled only to yield. */
  isYielding: boolean
}

export const notStarted = { hasBegun: false, isCancelled: false, isYielding: false } as const

/**
 * Whether a caller with priority is waiting: a signed-in one that is within its share, or, once this task's network has
 * used up its anonymous share, another anonymous one that is within its share. Between accounts of one network, their
 * common share doesn't count.
 */
export function isOtherWaiting(all: Iterable<Pending>, { share: own }: Pending, now: number, ranMs: number): boolean {
  const isSpent = own?.isNetwork === true && own.own.leftMs() <= ranMs
  for (const { task, share, hasBegun, sinceMs } of all) {
    const isNear = share !== null && share.network !== null && share.network === own?.network
    const isFirst = task.type === 'transaction' && (isNear ? share.own : share?.common)?.leftMs() !== 0
    const goesBefore = isFirst && (task.rank < (isNear ? 2 : 1) || (isSpent && share?.isNetwork === true))
    const isOther = goesBefore && (share === null || share.account !== own?.account)
    if (isOther && !hasBegun && now - sinceMs >= patienceMs) return true
  }
  return false
}

const patienceMs = 200

/** The error that ends a task whose worker was replaced; null if the next worker may run it. */
export function errorAfterRestart(
  { id, task, hasBegun }: Pending,
  overdueId: number | null,
  runningId: number | null,
): DatabaseError | null {
  if (id === overdueId) return timedOut()
  const isReadAgain = !isWrite(task) && id !== runningId
  return hasBegun && !isReadAgain
    ? unavailable('The database was restarted before it could confirm the transaction')
    : null
}

export function unavailable(message: string, cause?: unknown): DatabaseError {
  return new DatabaseError({ message, sqlstate: '08006', cause })
}

export function timedOut(): DatabaseError {
  return new DatabaseError({ message: 'canceling statement due to statement timeout', sqlstate: '57014' })
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

export function toDatabaseError({ isRoleCheck, ...fields }: WireError): DatabaseError {
  const error = new DatabaseError(fields)
  return isRoleCheck ? explainRoleCheck(error) : error
}
