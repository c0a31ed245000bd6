import { execFile, spawnSync } from 'node:child_process'
import { closeSync, constants, fdatasyncSync, fsyncSync, openSync, readdirSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'

import type { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'

/**
 * A data directory whose fsync is real. PGlite's own file system answers PostgreSQL's fsync with nothing, so a power
 * cut could take rows that were acknowledged. Here PostgreSQL decides what must be on the disk and when: the log at
 * commit, the tables at a checkpoint.
 */
export class DurableNodeFs extends NodeFS {
  readonly #released: Promise<DirectoryState>
  #isOnDisk = false

  /** Nothing reads or writes the directory before `released` resolves. */
  constructor(directory: string, released: Promise<DirectoryState> = Promise.resolve({ isOnDisk: false })) {
    super(directory)
    this.#released = released
  }

  /** PGlite calls this between loading its program and opening the directory. */
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
 * Gives the file system an fsync, and spares the calls for what is on the disk already: after a crash PostgreSQL syncs
 * each of its 1,400 files, twice, of which hardly any was written to, and a disk takes its time to answer each call.
 * `syncAll` brings to the disk whatever an earlier process has left, or answers false where it can't.
 */
function syncForReal(
  { stream_ops: streams, node_ops: nodes }: EmscriptenNodeFs,
  { syncAll, isOpening }: { readonly syncAll: () => boolean; readonly isOpening: () => boolean },
): void {
  /** By what this process has done; an earlier one may have written to every other file. */
  const known = new WeakMap<EmscriptenNode, 'changed' | 'on the disk'>()
  let isRestOnDisk: boolean | null = null
  const note = (...changed: readonly EmscriptenNode[]) => changed.forEach((node) => known.set(node, 'changed'))

  streams.fsync = ({ node, nfd }) => {
    if (nfd === undefined) return 0
    const state = known.get(node)
    if (state === undefined) isRestOnDisk ??= syncAll()
    if (state === 'on the disk' || (state === undefined && isRestOnDisk === true)) return 0
    // The entries of a folder are none of its data, for fdatasync.
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
    // PostgreSQL lists the top of the directory for one thing only: to open and sync each file below it after a crash.
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
 * Those of Linux that bring everything to the disk at one call (syncfs); others only hand it on, to a server or to
 * another process, so that each file has to be asked for by name.
 */
const syncedAtOnce = new Set([
  0xef53, // ext2, ext3, ext4
  0x58465342, // XFS
  0x9123683e, // Btrfs
  0x2fc12fc1, // ZFS
  0xf2f52010, // F2FS
  0x01021994, // tmpfs
  0x794c7630, // overlayfs
])

/** False where there is no such call; Node has none, so coreutils and busybox make it. */
function syncFileSystem(path: string): boolean {
  return isSyncedAtOnce(path) && spawnSync('sync', ['-f', path], { stdio: 'ignore' }).status === 0
}

/** The same without blocking the thread. Whoever wrote to the directory must have stopped. */
export async function beginFileSystemSync(path: string): Promise<boolean> {
  if (!isSyncedAtOnce(path)) return false
  return new Promise((resolve) => {
    execFile('sync', ['-f', path], (error) => resolve(error === null))
  })
}

function isSyncedAtOnce(path: string): boolean {
  return process.platform === 'linux' && syncedAtOnce.has(statfsSync(path).type)
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

export interface DirectoryState {
  /** Whether everything in it has reached the disk, so that a crash leaves nothing to sync. */
  readonly isOnDisk: boolean
}

type EmscriptenOptions = Parameters<NodeFS['init']>[1]

/* What Emscripten's NODEFS keeps for a file or a folder, and the hooks that its system calls go through. */
interface EmscriptenNode {
  readonly mode: number
  readonly mount: { readonly root: EmscriptenNode }
  readonly parent: EmscriptenNode
}

interface EmscriptenStream {
  readonly node: EmscriptenNode
  /** The descriptor of the operating system. */
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
