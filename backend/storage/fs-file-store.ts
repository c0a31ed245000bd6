import { randomUUID } from 'node:crypto'
import { link, open, readdir, rename, rm, stat, mkdir, type FileHandle } from 'node:fs/promises'
import { dirname, join } from 'node:path'

import type { ByteRange, FileStat, FileStore } from './file-store.ts'
import { createFsPartStore } from './fs-part-store.ts'
import {
  isMissing,
  createFolder,
  createReserve,
  type FreeSpace,
  nullWhenMissing,
  syncFolder,
  writeFailed,
  writeWhole,
} from './fs-write.ts'

export interface FsFileStoreOptions {
  /** Keeps unfinished files, which a running server may still be writing. */
  readonly isServerRunning?: boolean
  /** How full the disk is; `statfs` by default. */
  readonly freeSpace?: FreeSpace
  /** Called once if the disk doesn't say how much is free. */
  readonly onFreeSpaceUnknown?: (error: unknown) => void
}

/** Keeps files in a folder. A file appears under its key only once it is complete and durable. */
export async function openFsFileStore(folder: string, options: FsFileStoreOptions = {}): Promise<FileStore> {
  const unfinished = join(folder, 'unfinished')
  // Unfinished files were never acknowledged, so a crash may lose them.
  if (options.isServerRunning !== true) await rm(unfinished, { recursive: true, force: true })
  await mkdir(unfinished, { recursive: true })

  const requireSpace = createReserve(folder, options.freeSpace, options.onFreeSpaceUnknown)
  const pathOf = (key: string): string => {
    if (!keyShape.test(key)) throw new Error(`Invalid file key: ${JSON.stringify(key)}`)
    return join(folder, key.slice(0, 2), key)
  }

  return {
    parts: await createFsPartStore(join(folder, 'parts'), pathOf, requireSpace),
    put: async (key, content) => {
      const path = pathOf(key)
      await requireSpace()
      const temporary = join(unfinished, randomUUID())
      try {
        await writeWhole(temporary, content)
        await createFolder(dirname(path))
        await rename(temporary, path)
        await syncFolder(dirname(path))
      } catch (cause) {
        await rm(temporary, { force: true })
        throw writeFailed(cause)
      }
    },
    get: async (key, range) => {
      const path = pathOf(key)
      const file = await open(path, 'r').catch(nullWhenMissing)
      if (file === null) return null
      return streamFile(file, range)
    },
    stat: async (key): Promise<FileStat | null> => {
      const found = await stat(pathOf(key)).catch(nullWhenMissing)
      return found === null ? null : { size: found.size, modifiedAtMs: found.ctimeMs }
    },
    copy: async (from, to) => {
      const path = pathOf(to)
      try {
        // Files never change, so a hard link is a copy.
        await createFolder(dirname(path))
        await link(pathOf(from), path)
        await syncFolder(dirname(path))
        return true
      } catch (cause) {
        if (isMissing(cause)) return false
        throw writeFailed(cause)
      }
    },
    delete: async (key) => {
      await rm(pathOf(key), { force: true })
    },
    list: async function* () {
      for (const prefix of await readdir(folder)) {
        if (!/^[a-z0-9]{2}$/.test(prefix)) continue
        for (const key of await readdir(join(folder, prefix))) {
          const found = await stat(join(folder, prefix, key)).catch(nullWhenMissing)
          // ctime, because a hard link keeps the mtime of the original.
          if (found !== null) yield { key, modifiedAtMs: found.ctimeMs }
        }
      }
    },
  }
}

const chunkBytes = 256 * 1024

/**
 * Reads a file, or a range of it, and closes it. `Readable.toWeb` would end the process when a client leaves at the wrong
 * moment (https://github.com/nodejs/node/issues/64529).
 */
function streamFile(
  file: FileHandle,
  { start = 0, end = Infinity }: Partial<ByteRange> = {},
): ReadableStream<Uint8Array> {
  let at = start
  let isCancelled = false
  const pull = async (controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> => {
    const length = Math.min(chunkBytes, end + 1 - at)
    const { bytesRead, buffer } = await file.read({ buffer: new Uint8Array(length), position: at })
    if (isCancelled) return
    at += bytesRead
    if (bytesRead > 0) controller.enqueue(buffer.subarray(0, bytesRead))
    if (bytesRead < length || at > end) {
      await file.close()
      if (!isCancelled) controller.close()
    }
  }
  return new ReadableStream(
    {
      pull: async (controller) => {
        try {
          await pull(controller)
        } catch (error) {
          await file.close().catch(() => undefined)
          controller.error(error)
        }
      },
      cancel: async () => {
        isCancelled = true
        await file.close()
      },
    },
    { highWaterMark: 0 },
  )
}

const keyShape = /^[a-z0-9]{2}[a-z0-9-]{1,200}$/
