import { randomUUID } from 'node:crypto'
import { readdir, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import process from 'node:process'

import { databaseDirectory } from '#backend/database/data-directory.ts'
import { DatabaseError } from '#backend/database/database.ts'
import type { PgliteDatabase } from '#backend/database/pglite-database.ts'

import { copiesFolder } from './operator-paths.ts'

/**
 * Copies the running database for the process that asked, which deletes the copy. Refuses when the copy would fill the
 * disk, because visitors' writes need it too.
 */
export async function copyForProcess(
  database: Pick<PgliteDatabase, 'copyTo'>,
  dataDir: string,
  pid: number,
): Promise<string> {
  const folder = copiesFolder(dataDir)
  await removeAbandonedCopies(folder)
  await requireSpace(dataDir)
  const directory = join(folder, `${pid}-${randomUUID()}`)
  try {
    await database.copyTo(directory)
  } catch (error) {
    await rm(directory, { recursive: true, force: true })
    throw error
  }
  return directory
}

/** Copies whose process was killed before it could delete them. */
async function removeAbandonedCopies(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => [])
  for (const name of names) {
    if (!isRunning(Number.parseInt(name, 10))) await rm(join(folder, name), { recursive: true, force: true })
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // EPERM: another user's.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

async function requireSpace(dataDir: string): Promise<void> {
  const { bavail, bsize } = await statfs(dataDir)
  const needed = (await sizeOf(databaseDirectory(dataDir))) + marginBytes
  if (bavail * bsize >= needed) return
  throw new DatabaseError({
    message: `The copy to read from needs ${megabytes(needed)} MB, and the disk of "${dataDir}" has ${megabytes(bavail * bsize)} left`,
    sqlstate: '53100',
    hint: 'Free some disk space, or stop the server, so that no copy is needed.',
  })
}

/** The free space that `/healthz` requires, plus room for some writes. */
const marginBytes = 64 * 2 ** 20

async function sizeOf(directory: string): Promise<number> {
  const entries = await readdir(directory, { withFileTypes: true, recursive: true })
  let bytes = 0
  for (const entry of entries) {
    // A table may be dropped meanwhile.
    if (entry.isFile())
      bytes += await stat(join(entry.parentPath, entry.name)).then(
        ({ size }) => size,
        () => 0,
      )
  }
  return bytes
}

function megabytes(bytes: number): number {
  return Math.round(bytes / 1e6)
}
