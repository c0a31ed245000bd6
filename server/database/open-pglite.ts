import { PGlite } from '@electric-sql/pglite'

import { DurableNodeFs } from './durable-node-fs.ts'

export interface PglitePlace {
  /** The PostgreSQL data directory, made when it is empty; null for a database in memory. */
  readonly directory: string | null
  /** A dumped data directory to start from, in memory only. */
  readonly template: Uint8Array | null
  readonly isDurable: boolean
}

/** PGlite the way we run it everywhere: a small cache, a short log, and a sync that reaches the disk. */
export function openPglite({ directory, template, isDurable }: PglitePlace): Promise<PGlite> {
  const startParams = [
    ...PGlite.defaultStartParams.filter((parameter) => !isDurable || parameter !== '-F'),
    ...['shared_buffers=16MB', 'max_wal_size=64MB', 'min_wal_size=32MB', 'TimeZone=UTC'].flatMap(toOption),
    // Emscripten passes fsync on to the file system, but not fdatasync.
    ...(isDurable ? toOption('wal_sync_method=fsync') : []),
  ]
  return PGlite.create({
    ...(directory === null ? {} : { fs: new DurableNodeFs(directory) }),
    ...(template === null ? {} : { loadDataDir: new Blob([template as Uint8Array<ArrayBuffer>]) }),
    // Durability is PostgreSQL's own here; PGlite's hook after each query would only cost time.
    relaxedDurability: true,
    startParams,
  })
}

function toOption(setting: string): readonly string[] {
  return ['-c', setting]
}
