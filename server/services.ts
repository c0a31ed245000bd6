import type { Logger } from 'pino'

import type { Config } from '#server/config.ts'
import type { Caller, Database } from '#server/database/database.ts'
import type { Delivery } from '#server/open-delivery.ts'
import type { FileStore } from '#server/storage/file-store.ts'

/** Everything with a lifecycle or a side effect that request handlers use; made once in main.ts, or by a test. */
export interface Services {
  readonly config: Config
  readonly database: Database
  readonly files: FileStore
  readonly delivery: Delivery
  readonly log: Logger
  /** Milliseconds since the epoch. */
  readonly now: () => number
}

/** Why a bearer token, or a workspace's key, was not believed. Every dialect has its own words for it. */
export type TokenProblem = 'expired' | 'invalid' | 'unknown-key'

/** What app.ts and the gateway leave in a request's context. */
interface RequestVariables {
  readonly requestId: string
  /** Set by the gateway, so only under auth/v1, rest/v1 and storage/v1. With a token problem it is anonymous. */
  readonly caller: Caller
  /** Set by the gateway. A handler that serves anybody may ignore it; every other refuses. */
  readonly tokenProblem: TokenProblem | null
}

/** Hono's environment for every route of ours; `incoming` is missing for calls made in process. */
export interface AppEnv {
  Variables: RequestVariables
  Bindings: { readonly incoming?: { readonly socket: { readonly remoteAddress?: string | undefined } } }
}
