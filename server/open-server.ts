import { join } from 'node:path'

import type { Logger } from 'pino'

import { lockDirectory } from '#backend/database/directory-lock.ts'
import { openDatabase } from '#backend/database/open-database.ts'
import { openDelivery } from '#backend/open-delivery.ts'
import type { FileStore } from '#backend/storage/file-store.ts'
import { openFsFileStore, type FsFileStoreOptions } from '#backend/storage/fs-file-store.ts'
import { createS3FileStore } from '#backend/storage/s3-file-store.ts'
import type { S3Location } from '#backend/storage/s3-location.ts'

import type { Config } from './settings/config.ts'
import { absentDatabase, absentFileStore } from './backend-access/absent-backend.ts'
import type { ServerBase } from './services.ts'

export interface OpenedServer {
  readonly base: ServerBase
  readonly close: () => Promise<void>
}

/** Opens what the settings name. Only one process at a time may use a data directory. */
export async function openServer(config: Config, log: Logger): Promise<OpenedServer> {
  const { embedded, dataDir } = config
  const now = () => Date.now()
  const base = { config, log, now }
  if (embedded === null) {
    const lock = lockDirectory(dataDir)
    const database = absentDatabase()
    const delivery = openDelivery({ ...base, database })
    return {
      base: { ...base, delivery, database, files: absentFileStore() },
      close: () => Promise.resolve(lock.release()),
    }
  }
  // PGlite locks the directory itself.
  const lock = embedded.databaseUrl === null ? null : lockDirectory(dataDir)
  const database = await openDatabase({
    databaseUrl: embedded.databaseUrl,
    listenUrl: embedded.databaseListenUrl,
    hasNamedStatements: embedded.hasNamedStatements,
    durability: embedded.durability,
    secret: embedded.jwtSecret,
    anonTimeoutMs: embedded.anonTimeoutMs,
    memoryMarkBytes: embedded.pgliteMemoryMarkBytes,
    dataDir,
    log,
  })
  const files = await fileStoreOf(dataDir, embedded.s3, {
    onFreeSpaceUnknown: (error) => log.warn({ err: error }, 'The disk does not say how much of it is free'),
  })
  const delivery = openDelivery({ ...base, database })
  delivery.mail.start()
  return {
    base: { ...base, delivery, database, files },
    close: async () => {
      await delivery.mail.close()
      await database.close()
      lock?.release()
    },
  }
}

/** Where files go: S3, or a folder of the data directory. */
export async function fileStoreOf(
  dataDir: string,
  s3: S3Location | null,
  options: FsFileStoreOptions = {},
): Promise<FileStore> {
  return s3 === null ? openFsFileStore(join(dataDir, 'files'), options) : createS3FileStore(s3)
}
