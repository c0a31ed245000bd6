import type { AccountShare } from './account-shares.ts'
import type { QueryResult } from './database.ts'
import type { DirectoryState } from './durable-node-fs.ts'
import type { PgliteSource } from './open-pglite.ts'
import type { TransactionPlan } from './transaction-text.ts'

/* Messages between the main thread and the PGlite worker. */

export type WorkerTask =
  | {
      readonly type: 'transaction'
      readonly plan: TransactionPlan
      readonly readOnly: boolean
      readonly rank: TransactionRank
      /** The network or account whose transactions take turns with those of others; null for the server's own. */
      readonly owner: string | null
      /** Aborts and requeues when others have waited too long. */
      readonly yields: boolean
      /** The transaction's own timeout, if shorter than the default. */
      readonly limitMs: number | null
    }
  | { readonly type: 'script'; readonly sql: string }
  | { readonly type: 'listen'; readonly channel: string }
  | { readonly type: 'checkpoint' }
  | { readonly type: 'vacuum' }
  | { readonly type: 'dump' }
  | { readonly type: 'close' }

/**
 * Transactions of rank 0 are served first; ranks 1 and 2 take turns after that. 1: the accounts of the network have
 * used up their common share. 2: the account has used up its own share, or the caller is anonymous.
 */
export type TransactionRank = 0 | 1 | 2

export function rankOf(share: AccountShare | null): TransactionRank {
  if (share === null) return 0
  return share.own.isLast() ? 2 : share.common.isLast() ? 1 : 0
}

/** Whether the task may have side effects, so it can't be retried. */
export function isWrite(task: WorkerTask): boolean {
  return task.type === 'script' || (task.type === 'transaction' && !task.readOnly)
}

/** Sent first: tells the worker to open the directory, once it has loaded PGlite. */
export interface OpenRequest {
  readonly type: 'open'
  readonly state: DirectoryState
}

export interface WorkerRequest {
  readonly type: 'request'
  readonly id: number
  readonly task: WorkerTask
}

export interface WorkerStart {
  readonly source: PgliteSource
  /** WebAssembly memory above which the worker reports it. */
  readonly memoryMarkBytes: number
}

/** The global function inside a worker that cancels its running transaction by id. */
export const cancelFunction = 'cancelTransaction'

export interface WireError {
  readonly message: string
  readonly sqlstate: string
  readonly detail: string | null
  readonly hint: string | null
  readonly constraint: string | null
  readonly isRoleCheck: boolean
}

export type WorkerReply =
  | { readonly type: 'opened' }
  /** PGlite is loaded and waits for OpenRequest. */
  | { readonly type: 'prepared' }
  /** PGlite's memory exceeds the mark; it never shrinks. */
  | { readonly type: 'grown'; readonly bytes: number }
  /** The database has failed; the main thread replaces the worker. */
  | { readonly type: 'fatal'; readonly message: string }
  | { readonly type: 'notified'; readonly channel: string; readonly payload: string }
  | { readonly type: 'began'; readonly id: number }
  | {
      readonly type: 'done'
      readonly id: number
      readonly results: readonly QueryResult[]
      readonly sessionAnswer?: string | null
      readonly bytes?: Uint8Array
    }
  | { readonly type: 'failed'; readonly id: number; readonly error: WireError }
