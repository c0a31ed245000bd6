import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { link, open, readdir, rename, rm, stat, mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'

import type { FileStat, FileStore } from './file-store.ts'
import { createFsPartStore } from './fs-part-store.ts'
import { isMissing, makeFolder, nullWhenMissing, syncFolder, writeFailed, writeWhole } from './fs-write.ts'

export interface FsFileStoreOptions {
  /** A server may be writing to the folder at this moment. */
  readonly isBesideServer?: boolean
}

/** Keeps files in a folder. A file appears under its key only when it is whole and on the disk. */
export async function openFsFileStore(folder: string, options: FsFileStoreOptions = {}): Promise<FileStore> {
  const unfinished = join(folder, 'unfinished')
  // What a crash left half-written was never acknowledged.
  if (options.isBesideServer !== true) await rm(unfinished, { recursive: true, force: true })
  await mkdir(unfinished, { recursive: true })

  const pathOf = (key: string): string => {
    if (!keyShape.test(key)) throw new Error(`Not a key of a file: ${JSON.stringify(key)}`)
    return join(folder, key.slice(0, 2), key)
  }

  return {
    parts: await createFsPartStore(join(folder, 'parts'), pathOf),
    put: async (key, content) => {
      const path = pathOf(key)
      const temporary = join(unfinished, randomUUID())
      try {
        await writeWhole(temporary, content)
        await makeFolder(dirname(path))
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
        // A file never changes, so two names for one are two files.
        await makeFolder(dirname(path))
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
          // When it came under this name, not when its bytes were written: a copy may be new and its bytes old.
          if (found !== null) yield { key, modifiedAtMs: found.ctimeMs }
        }
      }
    },
  }
}

const keyShape = /^[a-z0-9]{2}[a-z0-9-]{1,200}$/
