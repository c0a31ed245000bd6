import { mkdir, open } from 'node:fs/promises'
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
