import type { Logger } from 'pino'

import type { Database } from './database.ts'
import { usualLimits } from './database.ts'
import { migrate } from './migrate.ts'
import { PgliteDatabase } from './pglite-database.ts'

export interface OpenDatabaseOptions {
  /** Null for the embedded database in `dataDir`. */
  readonly databaseUrl: string | null
  /** Where to LISTEN, if not there. */
  readonly listenUrl?: string | null
  readonly hasNamedStatements?: boolean
  /** The signing secret, which all servers on one PostgreSQL must share. */
  readonly secret: string
  readonly dataDir: string
  /** `relaxed` answers before the commit is on disk; embedded database only. */
  readonly durability: 'full' | 'relaxed'
  /** Statement timeout for the role anon, in milliseconds. */
  readonly anonTimeoutMs?: number
  /** Memory above which the embedded database's idle thread is restarted. */
  readonly memoryMarkBytes?: number
  readonly log: Logger
}

/**
 * Opens and migrates the database. Throws DirectoryInUseError when another process has `dataDir`, and an error naming
 * any migration that failed.
 */
export async function openDatabase(options: OpenDatabaseOptions): Promise<Database> {
  const {
    databaseUrl,
    listenUrl,
    hasNamedStatements = true,
    secret,
    dataDir,
    durability,
    memoryMarkBytes,
    log,
  } = options
  const { anonTimeoutMs = usualLimits.anonTimeoutMs } = options
  if (databaseUrl !== null) {
    const postgres = {
      databaseUrl,
      secret,
      listenUrl: listenUrl ?? databaseUrl,
      hasNamedStatements,
      anonTimeoutMs,
      log,
    }
    const { PostgresDatabase } = await import('./postgres-database.ts')
    const database = new PostgresDatabase(postgres)
    return closeOnFailure(database, () => database.withExclusiveLock(() => migrate(database)))
  }
  const database = await PgliteDatabase.open({
    dataDir,
    log,
    durability,
    anonTimeoutMs,
    ...(memoryMarkBytes === undefined ? {} : { memoryMarkBytes }),
  })
  return closeOnFailure(database, () => migrate(database))
}

async function closeOnFailure(database: Database, prepare: () => Promise<void>): Promise<Database> {
  try {
    await prepare()
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}
