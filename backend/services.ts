import type { Logger } from 'pino'

import type { Database } from '#backend/database/database.ts'
import type { FairQueue } from '#backend/http/fair-queue.ts'
import type { Delivery } from '#backend/open-delivery.ts'
import type { SchemaCache } from '#backend/rest/schema-cache.ts'
import type { BackendConfig } from '#backend/settings/backend-config.ts'
import type { FileStore } from '#backend/storage/file-store.ts'

/** What must be open before a backend can be created. */
export interface BackendBase {
  readonly config: BackendConfig
  readonly database: Database
  readonly files: FileStore
  readonly delivery: Delivery
  readonly log: Logger
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** Limits how many password hashes run at once. */
  readonly passwordQueue: FairQueue
}

/** Everything with a lifecycle or a side effect that the backend's request handlers use. */
export interface Services extends BackendBase {
  readonly schemaCache: SchemaCache
}
