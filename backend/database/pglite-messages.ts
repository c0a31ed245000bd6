import type { QueryResult } from './database.ts'
import type { DirectoryState } from './durable-node-fs.ts'
import type { PglitePlace } from './open-pglite.ts'
import type { TransactionPlan } from './transaction-text.ts'

/* What the main thread and the PGlite worker say to each other. */

export type WorkerTask =
  | {
      readonly type: 'transaction'
      readonly plan: TransactionPlan
      readonly readOnly: boolean
      /** Of somebody who showed no account. */
      readonly isStrangers: boolean
      /** Makes way when others have waited for long. */
      readonly yields: boolean
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

/** The first message to a worker, which has loaded PGlite by then or is about to: open the directory. */
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
  readonly place: PglitePlace
  /** WebAssembly memory that a worker may have before it says so. */
  readonly memoryMarkBytes: number
}

/** The name of the function that cancels the transaction of an id inside a worker, while that runs. */
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
  /** PGlite is loaded and waits for the word to open the directory. */
  | { readonly type: 'prepared' }
  /** PGlite has more memory than the mark, and never gives any back. */
  | { readonly type: 'grown'; readonly bytes: number }
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
