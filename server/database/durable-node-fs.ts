import { closeSync, fdatasyncSync, fsyncSync, openSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

import type { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'

/**
 * A data directory whose fsync is real. PGlite's own file system answers PostgreSQL's fsync with nothing, so a power
 * cut could take rows that were acknowledged. Here PostgreSQL decides what must be on the disk and when: the log at
 * commit, the tables at a checkpoint.
 */
export class DurableNodeFs extends NodeFS {
  override async init(pg: PGlite, options: EmscriptenOptions): ReturnType<NodeFS['init']> {
    const result = await super.init(pg, options)
    const preRun = result.emscriptenOpts.preRun
    result.emscriptenOpts.preRun = [
      ...(Array.isArray(preRun) ? preRun : []),
      (module) => {
        const streams = (module as unknown as WithNodeFs).NODEFS.stream_ops
        streams.fsync = (stream) => {
          if (stream.nfd !== undefined) {
            fdatasyncSync(stream.nfd)
          }
          return 0
        }
      },
    ]
    return result
  }
}

/** Brings a whole directory to the disk, once, after it was unpacked by something that doesn't sync. */
export function syncTree(directory: string): void {
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name)
    if (entry.isDirectory()) {
      syncTree(path)
    } else {
      syncPath(path)
    }
  }
  syncPath(directory)
}

/** Brings one file, or the entries of one folder, to the disk. */
export function syncPath(path: string): void {
  const descriptor = openSync(path, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

type EmscriptenOptions = Parameters<NodeFS['init']>[1]

/** What Emscripten's NODEFS keeps for an open file, and the hook that its fd_sync calls. */
interface WithNodeFs {
  readonly NODEFS: {
    readonly stream_ops: { fsync?: (stream: { readonly nfd?: number }) => number }
  }
}
