import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { promisify } from 'node:util'

import { DatabaseError } from './database.ts'
import { syncPath } from './durable-node-fs.ts'

/** PGlite's data directory within `DATA_DIR`. */
export function databaseDirectory(dataDir: string): string {
  return join(dataDir, 'database')
}

/** False before the first start, or when `DATA_DIR` is wrong. */
export function hasDatabase(dataDir: string): boolean {
  try {
    return statSync(join(databaseDirectory(dataDir), 'PG_VERSION'), { throwIfNoEntry: false }) !== undefined
  } catch (cause) {
    throw notDatabase(cause)
  }
}

/**
 * Returns the database directory, creating it if missing. It is built next to its final place and renamed when
 * complete; the next start removes an incomplete one. Throws a DatabaseError when the disk is full or something else is
 * in its place, which may be the remains of a database.
 */
export async function prepareDirectory(dataDir: string, durability: 'full' | 'relaxed'): Promise<string> {
  const directory = databaseDirectory(dataDir)
  if (hasDatabase(dataDir)) {
    requireAccess(directory)
    requireAccess(join(directory, 'global', 'pg_control'))
    removeUnfinished(dataDir)
    return directory
  }
  if (existsSync(directory) && readdirSync(directory).length > 0) {
    throw refusal(
      `"${directory}" is neither empty nor a complete database. Move it away, then start over or restore a backup.`,
      '58P01',
    )
  }
  removeUnfinished(dataDir)
  const { bavail, bsize } = statfsSync(dataDir)
  const freeMegabytes = Math.floor((bavail * bsize) / 1e6)
  if (freeMegabytes < neededMegabytes) {
    const room = `A new database takes ${neededMegabytes} MB, and the disk of "${dataDir}" has ${freeMegabytes} left.`
    throw refusal(room, '53100')
  }
  const unfinished = join(dataDir, `${unfinishedPrefix}${randomUUID()}`)
  mkdirSync(unfinished, { recursive: true })
  await makeDatabase(unfinished, durability)
  rmSync(directory, { recursive: true, force: true })
  renameSync(unfinished, directory)
  if (durability === 'full') syncPath(dataDir)
  return directory
}

const neededMegabytes = 100

async function makeDatabase(directory: string, durability: 'full' | 'relaxed'): Promise<void> {
  const maker = join(import.meta.dirname, 'make-directory-process.ts')
  const command = ['--disable-warning=ExperimentalWarning', maker, directory, durability]
  await promisify(execFile)(process.execPath, command).catch((cause: unknown) => {
    rmSync(directory, { recursive: true, force: true })
    throw refusal(`The database could not be made in "${directory}": ${messageOf(cause)}`, '58030', cause)
  })
}

/** PGlite's own error would only say that it didn't start. */
function requireAccess(path: string): void {
  try {
    accessSync(path, constants.R_OK | constants.W_OK)
  } catch (cause) {
    throw notDatabase(cause)
  }
}

function notDatabase(cause: unknown): DatabaseError {
  return refusal(`This user must be able to read and write its files (${messageOf(cause)}).`, '58030', cause)
}

function refusal(message: string, sqlstate: string, cause?: unknown): DatabaseError {
  return new DatabaseError({ message, sqlstate, cause })
}

function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause)
}

const unfinishedPrefix = 'database.unfinished-'

function removeUnfinished(dataDir: string): void {
  for (const name of readdirSync(dataDir)) {
    if (name.startsWith(unfinishedPrefix)) rmSync(join(dataDir, name), { recursive: true, force: true })
  }
}
