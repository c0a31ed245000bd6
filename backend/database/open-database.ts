import type { Logger } from 'pino'

import type { Database } from './database.ts'
import { usualLimits } from './database.ts'
import { migrate } from './migrate.ts'
import { PgliteDatabase } from './pglite-database.ts'

export interface OpenDatabaseOptions {
  /** Null for the database of its own that the server keeps in `dataDir`. */
  readonly databaseUrl: string | null
  /** Where to listen for notifications, if not there. */
  readonly listenUrl?: string | null
  readonly hasNamedStatements?: boolean
  /** What this server signs with; others on the same PostgreSQL must have the same. */
  readonly secret: string
  readonly dataDir: string
  /** `relaxed` answers before the disk has the commit; only the server's own database can. */
  readonly durability: 'full' | 'relaxed'
  /** For how long a statement of the role anon may run, in milliseconds. */
  readonly strangersMs?: number
  /** Memory of the server's own database above which its thread is replaced when it is idle. */
  readonly memoryMarkBytes?: number
  readonly log: Logger
}

/**
 * Opens the database and brings it up to date. Throws DirectoryInUseError when another process has `dataDir`, and an
 * error whose message says which migration failed and why.
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
  const { strangersMs = usualLimits.strangersMs } = options
  if (databaseUrl !== null) {
    const postgres = { databaseUrl, secret, listenUrl: listenUrl ?? databaseUrl, hasNamedStatements, strangersMs, log }
    const { PostgresDatabase } = await import('./postgres-database.ts')
    const database = new PostgresDatabase(postgres)
    return closingOnFailure(database, () => database.withExclusiveLock(() => migrate(database)))
  }
  const database = await PgliteDatabase.open({
    dataDir,
    log,
    durability,
    strangersMs,
    ...(memoryMarkBytes === undefined ? {} : { memoryMarkBytes }),
  })
  return closingOnFailure(database, () => migrate(database))
}

async function closingOnFailure(database: Database, prepare: () => Promise<void>): Promise<Database> {
  try {
    await prepare()
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}
