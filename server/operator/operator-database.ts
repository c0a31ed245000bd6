import type { Logger } from 'pino'

import type { Database } from '#backend/database/database.ts'
import { hasDatabase } from '#backend/database/data-directory.ts'
import { PgliteDatabase } from '#backend/database/pglite-database.ts'
import { PostgresDatabase } from '#backend/database/postgres-database.ts'
import type { Config } from '#server/settings/config.ts'
import { noDatabase, TransferError } from '#server/transfer/archive-format.ts'

import { findRunningServer } from './operator-client.ts'

/** The database of the settings, as its owner, whether a server has it or not. */
export interface OperatorDatabase extends Pick<Database, 'runScript' | 'transaction' | 'close'> {
  /** How it is reached, for people. */
  readonly place: string
  /** The address, where another program may go there too. */
  readonly url: string | null
}

/** An operator's statement may take as long as it needs, but not for ever. */
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
  // Looked for in the wrong folder, an empty one would be made there, and shown as if it were everything.
  if (!hasDatabase(config.dataDir)) throw noDatabase(config.dataDir)
  const database = await PgliteDatabase.open({ dataDir: config.dataDir, log, deadlineMs })
  return {
    place: `PGlite in ${config.dataDir}, which no server has`,
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
