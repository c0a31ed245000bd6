import { PGlite } from '@electric-sql/pglite'

import { DurableNodeFs, type DirectoryState } from './durable-node-fs.ts'

export interface PgliteSource {
  /** PostgreSQL data directory, created when empty; null for in-memory. */
  readonly directory: string | null
  /** Data directory dump to start from, in-memory only. */
  readonly template: Uint8Array | null
  readonly isDurable: boolean
}

/**
 * PGlite with our settings: small cache, short log, real sync. Loads the program at once, but waits for `released`
 * before touching the data directory.
 */
export async function openPglite(
  { directory, template, isDurable }: PgliteSource,
  released: Promise<DirectoryState> = Promise.resolve({ isOnDisk: false }),
): Promise<PGlite> {
  const isNewInMemory = directory === null && template === null
  const startParams = [
    ...PGlite.defaultStartParams.filter((parameter) => !isDurable || parameter !== '-F'),
    ...[
      'shared_buffers=16MB',
      'max_wal_size=64MB',
      `min_wal_size=${isNewInMemory ? 2 : 32}MB`,
      'TimeZone=UTC',
      `max_stack_depth=${maxStackDepthKb}kB`,
    ].flatMap(toOption),
    // Emscripten forwards fsync to the file system, but not fdatasync.
    ...(isDurable ? toOption('wal_sync_method=fsync') : []),
  ]
  if (directory === null) await released
  return PGlite.create({
    ...(directory === null ? {} : { fs: new DurableNodeFs(directory, released) }),
    // Nothing is recovered from this log, and dumps contain it.
    ...(isNewInMemory ? { initDbStartParams: ['--wal-segsize=1'] } : {}),
    ...(template === null ? {} : { loadDataDir: new Blob([template as Uint8Array<ArrayBuffer>]) }),
    // PostgreSQL syncs by itself; PGlite's hook after each query would only cost time.
    relaxedDurability: true,
    startParams,
  })
}

/**
 * PostgreSQL measures its C stack in WebAssembly memory (8 MB in PGlite); the calls use up to 32 times that of the
 * thread's own stack, which only V8 checks.
 */
const maxStackDepthKb = 2048
/** Megabytes of stack for PGlite's thread, so that `max_stack_depth` is reached first. */
export const threadStackMb = 64

function toOption(setting: string): readonly string[] {
  return ['-c', setting]
}
