import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'

import { databaseDirectory, hasDatabase, prepareDirectory } from '#backend/database/data-directory.ts'
import { lockDirectory } from '#backend/database/directory-lock.ts'
import { migrate } from '#backend/database/migrate.ts'
import { migrationLock } from '#backend/database/postgres-database.ts'
import type { FileStore } from '#backend/storage/file-store.ts'
import type { Config } from '#server/settings/config.ts'
import { findRunningServer } from '#server/operator/operator-client.ts'
import { fileStoreOf } from '#server/open-server.ts'

import { noDatabaseError, TransferError, type Manifest } from './archive-format.ts'
import type { StoredObject } from './export-data.ts'
import { asMigratable, openPgliteSession, openPostgresSession, sqlstateOf, type SqlSession } from './sql-session.ts'
import { readFromSupabase } from './supabase-files.ts'
import type { ArchivedFile } from './write-archive.ts'

/** The configured installation, opened for a full read. Servers may keep running. */
export interface ReadableInstallation {
  readonly source: Manifest['source']
  readonly session: SqlSession
  readonly readFile: (object: StoredObject) => Promise<ArchivedFile | null>
  readonly close: () => Promise<void>
}

/** The configured installation, migrated and opened for import. */
export interface WritableInstallation {
  readonly session: SqlSession
  /** Null on Supabase, where files are uploaded. */
  readonly files: FileStore | null
  readonly close: () => Promise<void>
}

export async function openForReading(config: Config): Promise<ReadableInstallation> {
  if (config.embedded === null) {
    const session = await connect(supabaseDatabase(config))
    const project = { url: config.backendUrl, serviceRoleKey: config.serviceRoleKey }
    return {
      source: 'supabase',
      session,
      readFile: (object) => readFromSupabase(project, object),
      close: session.close,
    }
  }
  const files = await fileStoreOf(config.dataDir, config.embedded.s3, { isServerRunning: true })
  const readStored = async ({ key }: StoredObject) => {
    const stat = await files.stat(key)
    const content = stat === null ? null : await files.get(key)
    return stat === null || content === null ? null : { size: stat.size, content }
  }
  const { databaseUrl, databaseListenUrl } = config.embedded
  if (databaseUrl !== null) {
    const session = await connect(databaseListenUrl ?? databaseUrl)
    const [[hold = null] = []] = await session.query(holdFiles)
    return {
      source: 'postgres',
      session,
      readFile: readStored,
      close: async () => {
        await session.query(releaseFiles, [hold]).catch(() => undefined)
        await session.close()
      },
    }
  }
  return { source: 'pglite', readFile: readStored, ...(await openEmbedded(config.dataDir)) }
}

async function openEmbedded(dataDir: string): Promise<Pick<ReadableInstallation, 'session' | 'close'>> {
  const server = await findRunningServer(dataDir)
  if (server !== null) {
    const [held] = await server.transaction([{ text: holdFiles }])
    const hold = Object.values(held?.rows[0] ?? {})[0]
    const release = () => server.transaction([{ text: releaseFiles, values: [hold] }]).catch(() => undefined)
    const directory = await server.copy().catch(async (error: unknown) => {
      await release()
      throw error
    })
    const removeCopy = async () => {
      await rm(directory, { recursive: true, force: true })
      await release()
    }
    const session = await openPgliteSession(directory).catch(async (error: unknown) => {
      await removeCopy()
      throw error
    })
    return {
      session,
      close: async () => {
        await session.close()
        await removeCopy()
      },
    }
  }
  if (!hasDatabase(dataDir)) throw noDatabaseError(dataDir)
  const lock = lockDirectory(dataDir)
  const session = await openPgliteSession(databaseDirectory(dataDir))
  return {
    session,
    close: async () => {
      await session.close()
      lock.release()
    },
  }
}

const holdFiles = 'insert into storage.file_holds default values returning id::text'
const releaseFiles = 'delete from storage.file_holds where id = $1::text::uuid'

/** Throws DirectoryInUseError while a server has the embedded database open: nobody may read data being replaced. */
export async function openForWriting(config: Config): Promise<WritableInstallation> {
  if (config.embedded === null) {
    const session = await connect(supabaseDatabase(config))
    await migrate(asMigratable(session), { withoutEmbedded: true })
    return { session, files: null, close: session.close }
  }
  const { databaseUrl, databaseListenUrl, s3 } = config.embedded
  if (databaseUrl !== null) {
    const session = await connect(databaseListenUrl ?? databaseUrl)
    await session.query(`select pg_advisory_lock(${migrationLock})::text`)
    await migrate(asMigratable(session))
    await session.query(`select pg_advisory_unlock(${migrationLock})::text`)
    return { session, files: await fileStoreOf(config.dataDir, s3, { isServerRunning: true }), close: session.close }
  }
  const lock = lockDirectory(config.dataDir)
  const session = await openPgliteSession(await prepareDirectory(config.dataDir, config.embedded.durability))
  await migrate(asMigratable(session))
  return {
    session,
    files: await fileStoreOf(config.dataDir, s3),
    close: async () => {
      await session.close()
      lock.release()
    },
  }
}

function supabaseDatabase(config: Config): string {
  if (config.supabaseDatabaseUrl !== null) return config.supabaseDatabaseUrl
  throw new TransferError(
    'SUPABASE_DB_URL must be set: the address of the project\'s database, for the user "postgres", in session mode (port 5432).',
  )
}

async function connect(databaseUrl: string): Promise<SqlSession> {
  try {
    return await openPostgresSession(databaseUrl)
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    throw new TransferError(`The database cannot be reached (${sqlstateOf(error) ?? 'no answer'}): ${message}`, {
      cause: error,
    })
  }
}

/** The data directory's secret; null when JWT_SECRET is set or Supabase has its own. */
export async function loadSecretOf(config: Config): Promise<string | null> {
  if (config.embedded === null) return null
  const kept = await readFile(join(config.dataDir, 'jwt-secret'), 'utf8').catch(() => '')
  return kept.trim() === config.embedded.jwtSecret ? kept.trim() : null
}
