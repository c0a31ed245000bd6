import { PGlite } from '@electric-sql/pglite'

import { DurableNodeFs, type DirectoryState } from './durable-node-fs.ts'

export interface PglitePlace {
  /** The PostgreSQL data directory, made when it is empty; null for a database in memory. */
  readonly directory: string | null
  /** A dumped data directory to start from, in memory only. */
  readonly template: Uint8Array | null
  readonly isDurable: boolean
}

/**
 * PGlite the way we run it everywhere: a small cache, a short log, and a sync that reaches the disk. Until `released`
 * resolves it loads the program, but does not touch the data directory.
 */
export async function openPglite(
  { directory, template, isDurable }: PglitePlace,
  released: Promise<DirectoryState> = Promise.resolve({ isOnDisk: false }),
): Promise<PGlite> {
  const startParams = [
    ...PGlite.defaultStartParams.filter((parameter) => !isDurable || parameter !== '-F'),
    ...[
      'shared_buffers=16MB',
      'max_wal_size=64MB',
      'min_wal_size=32MB',
      'TimeZone=UTC',
      `max_stack_depth=${maxStackDepthKb}kB`,
    ].flatMap(toOption),
    // Emscripten passes fsync on to the file system, but not fdatasync.
    ...(isDurable ? toOption('wal_sync_method=fsync') : []),
  ]
  if (directory === null) await released
  return PGlite.create({
    ...(directory === null ? {} : { fs: new DurableNodeFs(directory, released) }),
    ...(template === null ? {} : { loadDataDir: new Blob([template as Uint8Array<ArrayBuffer>]) }),
    // Durability is PostgreSQL's own here; PGlite's hook after each query would only cost time.
    relaxedDurability: true,
    startParams,
  })
}

/**
 * PostgreSQL measures the stack that its C code keeps in WebAssembly memory (8 MB in PGlite); the calls themselves take
 * up to 32 times as much of the thread's own stack, which nobody but V8 watches.
 */
const maxStackDepthKb = 2048
/** For the thread that runs PGlite, in megabytes: `max_stack_depth` must be reached first. */
export const threadStackMb = 64

function toOption(setting: string): readonly string[] {
  return ['-c', setting]
}
