import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { link, open, readdir, rename, rm, stat, mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'

import type { FileStat, FileStore } from './file-store.ts'
import { createFsPartStore } from './fs-part-store.ts'
import { isMissing, createFolder, nullWhenMissing, syncFolder, writeFailed, writeWhole } from './fs-write.ts'

export interface FsFileStoreOptions {
  /** Keeps unfinished files, which a running server may still be writing. */
  readonly isServerRunning?: boolean
}

/** Keeps files in a folder. A file appears under its key only once it is complete and durable. */
export async function openFsFileStore(folder: string, options: FsFileStoreOptions = {}): Promise<FileStore> {
  const unfinished = join(folder, 'unfinished')
  // Unfinished files were never acknowledged, so a crash may lose them.
  if (options.isServerRunning !== true) await rm(unfinished, { recursive: true, force: true })
  await mkdir(unfinished, { recursive: true })

  const pathOf = (key: string): string => {
    if (!keyShape.test(key)) throw new Error(`Invalid file key: ${JSON.stringify(key)}`)
    return join(folder, key.slice(0, 2), key)
  }

  return {
    parts: await createFsPartStore(join(folder, 'parts'), pathOf),
    put: async (key, content) => {
      const path = pathOf(key)
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
      const stream = createReadStream(path, { fd: file, ...range, highWaterMark: 256 * 1024 })
      return Readable.toWeb(stream) as ReadableStream<Uint8Array>
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

const keyShape = /^[a-z0-9]{2}[a-z0-9-]{1,200}$/
