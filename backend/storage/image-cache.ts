import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** LRU cache of rendered images on disk. Losing it costs time, never data. */
export interface ImageCache {
  readonly get: (key: string) => Promise<Uint8Array | null>
  readonly put: (key: string, content: Uint8Array) => Promise<void>
}

export function renderingFolders(dataDir: string): { readonly usual: string; readonly other: string } {
  return { usual: join(dataDir, 'cache', 'images'), other: join(dataDir, 'cache', 'other-images') }
}

/** A key for one rendering of a file; keys of the same file share a prefix. */
export function renderingKey(fileKey: string, rendering: string): string {
  return `${fileMark(fileKey)}-${createHash('sha256').update(`${fileKey} ${rendering}`).digest('hex')}`
}

/** Deletes this server's renderings of deleted files, so that what an author hid doesn't stay on disk. */
export async function dropRenderings(folders: readonly string[], fileKeys: readonly string[]): Promise<void> {
  const marks = new Set(fileKeys.map(fileMark))
  for (const folder of folders) {
    const names = await readdir(folder).catch(() => [])
    const dropped = names.filter((name) => marks.has(name.split('-')[0] ?? ''))
    for (const name of dropped) await rm(join(folder, name), { force: true })
  }
}

function fileMark(fileKey: string): string {
  return createHash('sha256').update(fileKey).digest('hex').slice(0, 24)
}

export function createImageCache(folder: string, bytesMax: number): ImageCache {
  /** In order of last use. */
  const sizes = new Map<string, number>()
  let total = 0
  let opening: Promise<void> | null = null

  return {
    get: async (key) => {
      await open()
      const size = sizes.get(key)
      if (size === undefined) return null
      sizes.delete(key)
      sizes.set(key, size)
      return readFile(join(folder, key)).catch(() => {
        sizes.delete(key)
        total -= size
        return null
      })
    },
    put: async (key, content) => {
      await open()
      const temporary = join(folder, `${randomUUID()}.unfinished`)
      try {
        await writeFile(temporary, content)
        await rename(temporary, join(folder, key))
      } catch {
        // A full disk must not prevent showing the image.
        await rm(temporary, { force: true })
        return
      }
      total += content.byteLength - (sizes.get(key) ?? 0)
      sizes.set(key, content.byteLength)
      await evictSurplus()
    },
  }

  function open(): Promise<void> {
    opening ??= readFolder()
    return opening
  }

  async function readFolder(): Promise<void> {
    await mkdir(folder, { recursive: true })
    const found = await Promise.all(
      (await readdir(folder)).map(async (key) => ({ key, ...(await stat(join(folder, key))) })),
    )
    for (const { key, size } of found.sort((a, b) => a.mtimeMs - b.mtimeMs)) {
      if (key.endsWith('.unfinished')) {
        await rm(join(folder, key), { force: true })
        continue
      }
      sizes.set(key, size)
      total += size
    }
    await evictSurplus()
  }

  async function evictSurplus(): Promise<void> {
    for (const [key, size] of sizes) {
      if (total <= bytesMax) return
      sizes.delete(key)
      total -= size
      await rm(join(folder, key), { force: true })
    }
  }
}
