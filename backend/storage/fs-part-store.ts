import { open, readdir, rename, rm, stat, mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'

import { partBytes, type PartStore } from './file-store.ts'
import { isMissing, createFolder, nullWhenMissing, syncFolder, writeFailed } from './fs-write.ts'

/** Writes parts at their offsets in one file, then renames it to its key. */
export async function createFsPartStore(
  folder: string,
  pathOf: (key: string) => string,
  requireSpace: () => Promise<void>,
): Promise<PartStore> {
  await mkdir(folder, { recursive: true })
  // pathOf validates the key.
  const growing = (key: string): string => {
    pathOf(key)
    return join(folder, key)
  }

  return {
    begin: async (key) => {
      try {
        // May exist after a crash.
        await (await open(growing(key), 'a', 0o600)).close()
        await syncFolder(folder)
        return 'file'
      } catch (cause) {
        throw writeFailed(cause)
      }
    },
    put: async (key, _, number, content) => {
      await requireSpace()
      try {
        const file = await open(growing(key), 'r+')
        try {
          const start = (number - 1) * partBytes
          let written = 0
          while (written < content.byteLength) {
            const { bytesWritten } = await file.write(content, written, content.byteLength - written, start + written)
            written += bytesWritten
          }
          await file.datasync()
        } finally {
          await file.close()
        }
      } catch (cause) {
        throw writeFailed(cause)
      }
      return String(content.byteLength)
    },
    finish: async (key, _, tags) => {
      const path = pathOf(key)
      try {
        const file = await open(growing(key), 'r+')
        try {
          // An earlier upload of the last part may have been longer.
          await file.truncate(tags.reduce((sum, size) => sum + Number(size), 0))
          await file.sync()
        } finally {
          await file.close()
        }
        await createFolder(dirname(path))
        await rename(growing(key), path)
        await syncFolder(dirname(path))
      } catch (cause) {
        if (isMissing(cause) && (await stat(path).catch(nullWhenMissing)) !== null) return
        throw writeFailed(cause)
      }
    },
    abandon: async (key) => {
      await rm(growing(key), { force: true })
    },
    list: async function* () {
      for (const key of await readdir(folder)) {
        const found = await stat(join(folder, key)).catch(nullWhenMissing)
        if (found !== null) yield { key, handle: 'file', startedAtMs: found.ctimeMs }
      }
    },
  }
}
