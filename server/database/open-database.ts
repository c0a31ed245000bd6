import type { Logger } from 'pino'

import type { Database } from './database.ts'
import { migrate } from './migrate.ts'
import { PgliteDatabase } from './pglite-database.ts'
import { PostgresDatabase } from './postgres-database.ts'

export interface OpenDatabaseOptions {
  /** Null for the database of its own that the server keeps in `dataDir`. */
  readonly databaseUrl: string | null
  /** Where to listen for notifications, if not there. */
  readonly listenUrl?: string | null
  readonly dataDir: string
  /** `relaxed` answers before the disk has the commit; only the server's own database can. */
  readonly durability: 'full' | 'relaxed'
  readonly log: Logger
}

/**
 * Opens the database and brings it up to date. Throws DirectoryInUseError when another process has `dataDir`, and an
 * error whose message says which migration failed and why.
 */
export async function openDatabase(options: OpenDatabaseOptions): Promise<Database> {
  const { databaseUrl, listenUrl, dataDir, durability, log } = options
  if (databaseUrl !== null) {
    return openPostgres(databaseUrl, listenUrl ?? databaseUrl, log)
  }
  const database = await PgliteDatabase.open({ dataDir, log, durability })
  return closingOnFailure(database, () => migrate(database))
}

async function openPostgres(databaseUrl: string, listenUrl: string, log: Logger): Promise<Database> {
  const database = new PostgresDatabase({ databaseUrl, listenUrl, log })
  return closingOnFailure(database, () => database.withExclusiveLock(() => migrate(database)))
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
