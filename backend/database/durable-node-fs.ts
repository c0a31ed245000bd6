import { execFile, spawnSync } from 'node:child_process'
import { closeSync, constants, fdatasyncSync, fsyncSync, openSync, readdirSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'

import type { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'

/**
 * A data directory with a real fsync. PGlite's own file system ignores fsync, so a power cut could lose acknowledged
 * rows. PostgreSQL decides what to sync and when: the log on commit, the tables at a checkpoint.
 */
export class DurableNodeFs extends NodeFS {
  readonly #released: Promise<DirectoryState>
  #isOnDisk = false

  /** Doesn't touch the directory before `released` resolves. */
  constructor(directory: string, released: Promise<DirectoryState> = Promise.resolve({ isOnDisk: false })) {
    super(directory)
    this.#released = released
  }

  /** PGlite calls this after loading its program and before opening the directory. */
  override async initialSyncFs(): Promise<void> {
    this.#isOnDisk = (await this.#released).isOnDisk
    await super.initialSyncFs()
  }

  override async init(pg: PGlite, options: EmscriptenOptions): ReturnType<NodeFS['init']> {
    const result = await super.init(pg, options)
    const preRun = result.emscriptenOpts.preRun
    result.emscriptenOpts.preRun = [
      ...(Array.isArray(preRun) ? preRun : []),
      (module) =>
        syncForReal((module as unknown as WithNodeFs).NODEFS, {
          syncAll: () => this.#isOnDisk || syncFileSystem(this.rootDir),
          isOpening: () => !pg.ready,
        }),
    ]
    return result
  }
}

/**
 * Implements fsync, skipping files that are already durable: after a crash, PostgreSQL syncs each of its 1,400 files
 * twice, though hardly any were written. `syncAll` syncs what an earlier process left, or returns false when it can't.
 */
function syncForReal(
  { stream_ops: streams, node_ops: nodes }: EmscriptenNodeFs,
  { syncAll, isOpening }: { readonly syncAll: () => boolean; readonly isOpening: () => boolean },
): void {
  /** Written or synced by this process; an earlier one may have written to any other file. */
  const known = new WeakMap<EmscriptenNode, 'changed' | 'on the disk'>()
  let isRestOnDisk: boolean | null = null
  const note = (...changed: readonly EmscriptenNode[]) => changed.forEach((node) => known.set(node, 'changed'))

  streams.fsync = ({ node, nfd }) => {
    if (nfd === undefined) return 0
    const state = known.get(node)
    if (state === undefined) isRestOnDisk ??= syncAll()
    if (state === 'on the disk' || (state === undefined && isRestOnDisk === true)) return 0
    // fdatasync doesn't cover a folder's entries.
    if (isFolder(node)) fsyncSync(nfd)
    else fdatasyncSync(nfd)
    known.set(node, 'on the disk')
    return 0
  }

  const { write, setattr: setOpen } = streams
  streams.write = (stream, ...rest) => {
    known.set(stream.node, 'changed')
    return write(stream, ...rest)
  }
  streams.setattr = (stream, ...rest) => {
    known.set(stream.node, 'changed')
    setOpen(stream, ...rest)
  }
  const { mknod, rename, readdir } = nodes
  nodes.readdir = (folder) => {
    // PostgreSQL only lists the top directory to open and sync each file after a crash.
    if (!isTop(folder) || !isOpening()) return readdir(folder)
    isRestOnDisk ??= syncAll()
    return isRestOnDisk ? ['.', '..'] : readdir(folder)
  }
  nodes.mknod = (folder, ...rest) => {
    const made = mknod(folder, ...rest)
    note(folder, made)
    return made
  }
  nodes.rename = (node, folder, ...rest) => {
    note(node, node.parent, folder)
    rename(node, folder, ...rest)
  }
  for (const name of ['setattr', 'unlink', 'rmdir', 'symlink'] as const) {
    const change = nodes[name]
    nodes[name] = (node, ...rest) => {
      note(node)
      change(node, ...rest)
    }
  }
}

function isFolder({ mode }: EmscriptenNode): boolean {
  return (mode & constants.S_IFMT) === constants.S_IFDIR
}

function isTop(node: EmscriptenNode): boolean {
  return node.mount.root === node
}

/**
 * Linux file systems where one syncfs makes everything durable; others hand data on to a server or process, so each
 * file must be synced.
 */
const syncfsFileSystems = new Set([
  0xef53, // ext2, ext3, ext4
  0x58465342, // XFS
  0x9123683e, // Btrfs
  0x2fc12fc1, // ZFS
  0xf2f52010, // F2FS
  0x01021994, // tmpfs
  0x794c7630, // overlayfs
])

/** False when unavailable. Node has no syncfs, so this runs `sync -f` of coreutils or busybox. */
function syncFileSystem(path: string): boolean {
  return hasSyncfs(path) && spawnSync('sync', ['-f', path], { stdio: 'ignore' }).status === 0
}

/** As syncFileSystem, without blocking. The directory must have no writers left. */
export async function beginFileSystemSync(path: string): Promise<boolean> {
  if (!hasSyncfs(path)) return false
  return new Promise((resolve) => {
    execFile('sync', ['-f', path], (error) => resolve(error === null))
  })
}

function hasSyncfs(path: string): boolean {
  return process.platform === 'linux' && syncfsFileSystems.has(statfsSync(path).type)
}

/** Syncs a whole directory after it was unpacked without syncing. */
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

/** Syncs one file, or a folder's entries. */
export function syncPath(path: string): void {
  const descriptor = openSync(path, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

export interface DirectoryState {
  /** Whether everything in it is durable, so a crash leaves nothing to sync. */
  readonly isOnDisk: boolean
}

type EmscriptenOptions = Parameters<NodeFS['init']>[1]

/* Emscripten NODEFS's record of a file or folder, and its system call hooks. */
interface EmscriptenNode {
  readonly mode: number
  readonly mount: { readonly root: EmscriptenNode }
  readonly parent: EmscriptenNode
}

interface EmscriptenStream {
  readonly node: EmscriptenNode
  /** The operating system's file descriptor. */
  readonly nfd?: number
}

interface EmscriptenNodeFs {
  readonly stream_ops: {
    fsync?: (stream: EmscriptenStream) => number
    write: (stream: EmscriptenStream, ...rest: readonly unknown[]) => number
    setattr: (stream: EmscriptenStream, ...rest: readonly unknown[]) => void
  }
  readonly node_ops: {
    mknod: (folder: EmscriptenNode, ...rest: readonly unknown[]) => EmscriptenNode
    rename: (node: EmscriptenNode, folder: EmscriptenNode, ...rest: readonly unknown[]) => void
    readdir: (folder: EmscriptenNode) => readonly string[]
  } & Record<'setattr' | 'unlink' | 'rmdir' | 'symlink', (node: EmscriptenNode, ...rest: readonly unknown[]) => void>
}

interface WithNodeFs {
  readonly NODEFS: EmscriptenNodeFs
}
