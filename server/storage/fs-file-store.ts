import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'

import { FileStoreError, type FileStat, type FileStore } from './file-store.ts'

/** Keeps files in a folder. A file appears under its key only when it is whole and on the disk. */
export async function openFsFileStore(folder: string): Promise<FileStore> {
  const unfinished = join(folder, 'unfinished')
  // What a crash left half-written was never acknowledged.
  await rm(unfinished, { recursive: true, force: true })
  await mkdir(unfinished, { recursive: true })

  const pathOf = (key: string): string => {
    if (!keyShape.test(key)) throw new Error(`Not a key of a file: ${JSON.stringify(key)}`)
    return join(folder, key.slice(0, 2), key)
  }

  return {
    put: async (key, content) => {
      const path = pathOf(key)
      const temporary = join(unfinished, randomUUID())
      try {
        await writeDurably(temporary, content)
        await makeFolder(dirname(path))
        await rename(temporary, path)
        await syncFolder(dirname(path))
      } catch (cause) {
        await rm(temporary, { force: true })
        throw new FileStoreError(isFull(cause) ? 'full' : 'unavailable', 'A file could not be written', cause)
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
      return found === null ? null : { size: found.size, modifiedAtMs: found.mtimeMs }
    },
    delete: async (key) => {
      await rm(pathOf(key), { force: true })
    },
    list: async function* () {
      for (const prefix of await readdir(folder)) {
        if (!/^[a-z0-9]{2}$/.test(prefix)) continue
        for (const key of await readdir(join(folder, prefix))) {
          const found = await stat(join(folder, prefix, key)).catch(nullWhenMissing)
          if (found !== null) yield { key, modifiedAtMs: found.mtimeMs }
        }
      }
    },
  }
}

const keyShape = /^[a-z0-9]{2}[a-z0-9-]{1,200}$/

async function writeDurably(path: string, content: Uint8Array): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(content)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** A new folder is itself an entry that a power cut can lose. */
async function makeFolder(path: string): Promise<void> {
  const made = await mkdir(path, { recursive: true })
  if (made !== undefined) await syncFolder(dirname(path))
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

function nullWhenMissing(cause: unknown): null {
  if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return null
  throw new FileStoreError('unavailable', 'A file could not be read', cause)
}

function isFull(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && (cause.code === 'ENOSPC' || cause.code === 'EDQUOT')
}
