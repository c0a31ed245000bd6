import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  type Dirent,
} from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'

import pino from 'pino'

import { migrate } from '#backend/database/migrate.ts'
import { openPglite } from '#backend/database/open-pglite.ts'
import { PgliteDatabase } from '#backend/database/pglite-database.ts'

/**
 * V8's flags that leave PGlite unoptimised. Optimising it costs 4 s of CPU and 600 MB each time it is loaded, and no
 * test's database lives long enough to gain from it.
 */
export const unoptimised = ['--no-wasm-tier-up', '--no-wasm-dynamic-tiering'] as const

/** The path of a dumped, migrated PGlite database; created once per state of the SQL files and cached in `.cache`. */
export async function pgliteTemplate(): Promise<string> {
  const path = join(cacheFolder, `${stateOf(sqlFolders)}.tar`)
  if (!existsSync(path)) {
    mkdirSync(cacheFolder, { recursive: true })
    const unfinished = `${path}.${process.pid}`
    writeFileSync(unfinished, await makeTemplate())
    renameSync(unfinished, path)
  }
  return path
}

/**
 * The path of a data directory after a server's first start, created by `start` and cached in `.cache`; copied, because
 * creating one takes as long as several tests.
 */
export async function startedDataDirectory(start: (dataDir: string) => Promise<void>): Promise<string> {
  const path = join(cacheFolder, `${stateOf([...sqlFolders, 'sample'])}-started`)
  if (existsSync(path)) return path
  mkdirSync(cacheFolder, { recursive: true })
  const unfinished = mkdtempSync(`${path}.`)
  await start(unfinished)
  try {
    renameSync(unfinished, path)
  } catch (error) {
    // Another worker was faster.
    if (!existsSync(path)) throw error
    rmSync(unfinished, { recursive: true })
  }
  return path
}

const root = join(import.meta.dirname, '../..')
const sqlFolders = ['backend/database/embedded', 'supabase/migrations']
const cacheFolder = join(root, '.cache/test-database')

async function makeTemplate(): Promise<Uint8Array> {
  const database = await PgliteDatabase.open({ dataDir: null, log: pino({ level: 'error' }) })
  try {
    await migrate(database)
    return await withoutUnused(await database.dump())
  } finally {
    await database.close()
  }
}

/** Without the databases that new ones are copied from: a third of the dump, which every test file loads. */
async function withoutUnused(template: Uint8Array): Promise<Uint8Array> {
  const database = await openPglite({ directory: null, template, isDurable: false })
  try {
    await database.exec('update pg_database set datistemplate = false')
    for (const name of ['template0', 'template1']) await database.exec(`drop database ${name}`)
    await database.exec('checkpoint')
    return new Uint8Array(await (await database.dumpDataDir('none')).arrayBuffer())
  } finally {
    await database.close()
  }
}

/** Changes with PGlite, its settings, and any file in these folders. */
function stateOf(folders: readonly string[]): string {
  const hash = createHash('sha256')
  hash.update(readFileSync(join(root, 'node_modules/@electric-sql/pglite/package.json')))
  hash.update(readFileSync(join(root, 'backend/database/open-pglite.ts')))
  for (const folder of folders) {
    for (const entry of readdirSync(join(root, folder), { recursive: true, withFileTypes: true }).toSorted(byPath)) {
      if (!entry.isFile()) continue
      hash.update(pathOf(entry))
      hash.update(readFileSync(pathOf(entry)))
    }
  }
  return hash.digest('hex').slice(0, 24)
}

function pathOf({ parentPath, name }: Dirent): string {
  return join(parentPath, name)
}

function byPath(a: Dirent, b: Dirent): number {
  return pathOf(a) < pathOf(b) ? -1 : 1
}
