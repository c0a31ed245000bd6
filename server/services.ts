import type { Logger } from 'pino'

import type { Config } from '#server/config.ts'
import type { Caller, Database } from '#server/database/database.ts'
import type { FileStore } from '#server/storage/file-store.ts'

/** Everything with a lifecycle or a side effect that request handlers use; made once in main.ts, or by a test. */
export interface Services {
  readonly config: Config
  readonly database: Database
  readonly files: FileStore
  readonly log: Logger
  /** Milliseconds since the epoch. */
  readonly now: () => number
}

/** What the gateway leaves in a request's context. */
export interface RequestVariables {
  readonly caller: Caller
  readonly requestId: string
}

/** Hono's environment for every route of ours. */
export interface AppEnv {
  Variables: RequestVariables
}
