import type { Logger } from 'pino'

import type { Database } from '#backend/database/database.ts'
import { hasDatabase } from '#backend/database/data-directory.ts'
import { PgliteDatabase } from '#backend/database/pglite-database.ts'
import { PostgresDatabase } from '#backend/database/postgres-database.ts'
import type { Config } from '#server/settings/config.ts'
import { noDatabaseError, TransferError } from '#server/transfer/archive-format.ts'

import { findRunningServer } from './operator-client.ts'

/** The configured database with the owner's rights, whether or not a server has it open. */
export interface OperatorDatabase extends Pick<Database, 'runScript' | 'transaction' | 'close'> {
  /** How it is reached, as a sentence. */
  readonly place: string
  /** The address, if other programs can connect too. */
  readonly url: string | null
}

/** An operator's statement may run long, but not forever. */
const deadlineMs = 10 * 60_000

export async function openOperatorDatabase(config: Config, log: Logger): Promise<OperatorDatabase> {
  if (config.embedded === null) {
    if (config.supabaseDatabaseUrl === null) {
      throw new TransferError("SUPABASE_DB_URL must be set: the address of the project's database.")
    }
    return openPostgres(config.supabaseDatabaseUrl, 'the PostgreSQL of Supabase', log)
  }
  const { databaseUrl, databaseListenUrl } = config.embedded
  if (databaseUrl !== null) return openPostgres(databaseListenUrl ?? databaseUrl, 'PostgreSQL', log)

  const server = await findRunningServer(config.dataDir)
  if (server !== null) {
    return {
      place: `PGlite in ${config.dataDir}, through the server that runs on it (process ${server.pid})`,
      url: null,
      transaction: (_, statements) => server.transaction(statements),
      runScript: server.runScript,
      close: () => Promise.resolve(),
    }
  }
  // In the wrong folder, an empty database would be created and shown as if it were the real one.
  if (!hasDatabase(config.dataDir)) throw noDatabaseError(config.dataDir)
  const database = await PgliteDatabase.open({ dataDir: config.dataDir, log, deadlineMs })
  return {
    place: `PGlite in ${config.dataDir}, which no server uses`,
    url: null,
    transaction: (caller, statements, options) => database.transaction(caller, statements, options),
    runScript: (sql) => database.runScript(sql),
    close: () => database.close(),
  }
}

function openPostgres(url: string, place: string, log: Logger): OperatorDatabase {
  const database = new PostgresDatabase({ databaseUrl: url, log, deadlineMs, maxConnections: 1 })
  return {
    place,
    url,
    transaction: (caller, statements, options) => database.transaction(caller, statements, options),
    runScript: (sql) => database.runScript(sql),
    close: () => database.close(),
  }
}
