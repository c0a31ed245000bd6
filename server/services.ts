import type { Logger } from 'pino'

import type { Backend } from '#backend/create-backend.ts'
import type { Database } from '#backend/database/database.ts'
import type { FairQueue } from '#backend/http/fair-queue.ts'
import type { Delivery } from '#backend/open-delivery.ts'
import type { FileStore } from '#backend/storage/file-store.ts'

import type { SourceReader } from './agents/sources/source-reader.ts'
import type { Hearings } from './hearing/hearings.ts'
import type { Models } from './models/models.ts'
import type { ProxyWatch } from './operator/proxy-watch.ts'
import type { TalkRecordings } from './recordings/talk-recordings.ts'
import type { Config } from './settings/config.ts'
import type { Speech } from './speech/speech.ts'
import type { SharingChanges } from './share/sharing-changes.ts'
import type { TrackingService } from './tracking/tracking-service.ts'

/** What must be open before a server can answer. */
export interface ServerBase {
  readonly config: Config
  readonly database: Database
  readonly files: FileStore
  readonly delivery: Delivery
  readonly log: Logger
  /** Milliseconds since the epoch. */
  readonly now: () => number
}

/** Everything with a lifecycle or side effect that request handlers use; built once by create-services.ts. */
export interface Services extends ServerBase {
  readonly passwordQueue: FairQueue
  readonly sharing: SharingChanges
  readonly tracking: TrackingService
  readonly proxies: ProxyWatch
  /** Reads web pages for agents. */
  readonly sources: SourceReader
  /** Language models; unused if none is configured. */
  readonly models: Models
  /** Speech providers; unused if none is configured. */
  readonly speech: Speech
  /** Speech recognition by a provider; if none is configured, browsers do it. */
  readonly hearings: Hearings
  /** Recordings of talks by voice; only of workspaces that have switched them on. */
  readonly recordings: TalkRecordings
  /** Null when Supabase is the backend. */
  readonly backend: Backend | null
}
