import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { promisify } from 'node:util'

import { syncPath } from './durable-node-fs.ts'

/** Where PGlite's database lies below `DATA_DIR`. */
export function databaseDirectory(dataDir: string): string {
  return join(dataDir, 'database')
}

/** False where no server has been started yet, or `DATA_DIR` is not the one that was meant. */
export function hasDatabase(dataDir: string): boolean {
  return existsSync(join(databaseDirectory(dataDir), 'PG_VERSION'))
}

/**
 * The directory of the database, made when there is none. It is made beside its place and moved there when it is whole,
 * so a start that was cut off leaves nothing but a folder that the next one removes.
 */
export async function prepareDirectory(dataDir: string, durability: 'full' | 'relaxed'): Promise<string> {
  const directory = databaseDirectory(dataDir)
  removeUnfinished(dataDir)
  if (hasDatabase(dataDir)) return directory
  const unfinished = join(dataDir, `${unfinishedPrefix}${randomUUID()}`)
  mkdirSync(unfinished, { recursive: true })
  const maker = join(import.meta.dirname, 'make-directory-process.ts')
  await promisify(execFile)(process.execPath, ['--disable-warning=ExperimentalWarning', maker, unfinished, durability])
  rmSync(directory, { recursive: true, force: true })
  renameSync(unfinished, directory)
  if (durability === 'full') syncPath(dataDir)
  return directory
}

const unfinishedPrefix = 'database.unfinished-'

function removeUnfinished(dataDir: string): void {
  for (const name of readdirSync(dataDir)) {
    if (name.startsWith(unfinishedPrefix)) rmSync(join(dataDir, name), { recursive: true, force: true })
  }
}
