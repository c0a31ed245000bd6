import { mkdir, open, statfs } from 'node:fs/promises'
import { dirname } from 'node:path'

import { FileStoreError } from './file-store.ts'

export async function writeWhole(path: string, content: Uint8Array): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(content)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Refuses new files while the disk is nearly full, and so keeps the rest for the database. */
export function createReserve(
  folder: string,
  freeSpace: FreeSpace = statfs,
  onFailure: (error: unknown) => void = () => undefined,
): () => Promise<void> {
  let hasFailed = false
  let askedAt = -Infinity
  let isFull = false
  return async () => {
    if (performance.now() - askedAt > reserveCheckMs) {
      askedAt = performance.now()
      isFull = await hasLittle()
    }
    if (isFull) throw new FileStoreError('full', 'The last free space of the disk is for the database', null)
  }

  /** Some file systems don't say how full they are. */
  async function hasLittle(): Promise<boolean> {
    try {
      const { bavail, blocks, bsize } = await freeSpace(folder)
      return bavail * bsize < Math.min(reserveBytes, (blocks * bsize) / 20)
    } catch (error) {
      if (!hasFailed) onFailure(error)
      hasFailed = true
      return false
    }
  }
}

export type FreeSpace = (
  folder: string,
) => Promise<{ readonly bavail: number; readonly blocks: number; readonly bsize: number }>

const reserveBytes = 1024 ** 3
const reserveCheckMs = 1_000

/** Also syncs the parent folder, whose new entry a power cut could lose. */
export async function createFolder(path: string): Promise<void> {
  const made = await mkdir(path, { recursive: true })
  if (made !== undefined) await syncFolder(dirname(path))
}

export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

export function writeFailed(cause: unknown): FileStoreError {
  const isFull = errorCode(cause) === 'ENOSPC' || errorCode(cause) === 'EDQUOT'
  return new FileStoreError(isFull ? 'full' : 'unavailable', 'A file could not be written', cause)
}

export function nullWhenMissing(cause: unknown): null {
  if (isMissing(cause)) return null
  throw new FileStoreError('unavailable', 'A file could not be read', cause)
}

export function isMissing(cause: unknown): boolean {
  return errorCode(cause) === 'ENOENT'
}

function errorCode(cause: unknown): unknown {
  return cause instanceof Error && 'code' in cause ? cause.code : null
}
