import type { QueryResult } from './database.ts'
import type { TransactionPlan } from './transaction-text.ts'

/* What the main thread and the PGlite worker say to each other. */

export type WorkerTask =
  | {
      readonly type: 'transaction'
      readonly plan: TransactionPlan
      readonly readOnly: boolean
      /** After which it is ended, when that is sooner than any other. */
      readonly limitMs: number | null
    }
  | { readonly type: 'script'; readonly sql: string }
  | { readonly type: 'listen'; readonly channel: string }
  | { readonly type: 'checkpoint' }
  | { readonly type: 'vacuum' }
  | { readonly type: 'dump' }
  | { readonly type: 'close' }

/** Whether the task may leave something behind, so that it can't be asked twice. */
export function isWrite(task: WorkerTask): boolean {
  return task.type === 'script' || (task.type === 'transaction' && !task.readOnly)
}

export interface WorkerRequest {
  readonly id: number
  readonly task: WorkerTask
}

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
  /** The database can't go on; the main thread starts another worker. */
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
