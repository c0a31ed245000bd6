import { join } from 'node:path'

import type { Logger } from 'pino'

import type { Config } from './config.ts'
import { lockDirectory } from './database/directory-lock.ts'
import { openDatabase } from './database/open-database.ts'
import { absentDatabase, absentFileStore } from './hosted-backend.ts'
import { openDelivery } from './open-delivery.ts'
import type { Services } from './services.ts'
import type { FileStore } from './storage/file-store.ts'
import { openFsFileStore, type FsFileStoreOptions } from './storage/fs-file-store.ts'
import { createS3FileStore } from './storage/s3-file-store.ts'
import type { S3Location } from './storage/s3-location.ts'

export interface OpenedServices {
  readonly services: Services
  readonly close: () => Promise<void>
}

/** Opens what the settings name. Only one process at a time gets a data directory. */
export async function openServices(config: Config, log: Logger): Promise<OpenedServices> {
  const { embedded, dataDir } = config
  const now = () => Date.now()
  const base = { config, log, now }
  if (embedded === null) {
    const lock = lockDirectory(dataDir)
    const database = absentDatabase()
    const delivery = openDelivery({ ...base, database })
    const services: Services = { ...base, delivery, database, files: absentFileStore() }
    return { services, close: () => Promise.resolve(lock.release()) }
  }
  // PGlite locks the directory itself.
  const lock = embedded.databaseUrl === null ? null : lockDirectory(dataDir)
  const database = await openDatabase({
    databaseUrl: embedded.databaseUrl,
    listenUrl: embedded.databaseListenUrl,
    hasNamedStatements: embedded.hasNamedStatements,
    durability: embedded.durability,
    strangersMs: embedded.anonTimeoutMs,
    memoryMarkBytes: embedded.pgliteMemoryMarkBytes,
    dataDir,
    log,
  })
  const files = await fileStoreOf(dataDir, embedded.s3)
  const delivery = openDelivery({ ...base, database })
  delivery.mail.start()
  return {
    services: { ...base, delivery, database, files },
    close: async () => {
      await delivery.mail.close()
      await database.close()
      lock?.release()
    },
  }
}

/** Where the settings keep files: S3, or a folder of the data directory. */
export async function fileStoreOf(
  dataDir: string,
  s3: S3Location | null,
  options: FsFileStoreOptions = {},
): Promise<FileStore> {
  return s3 === null ? openFsFileStore(join(dataDir, 'files'), options) : createS3FileStore(s3)
}
