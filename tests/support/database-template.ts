import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'

import pino from 'pino'

import { migrate } from '#server/database/migrate.ts'
import { PgliteDatabase } from '#server/database/pglite-database.ts'

/** The path of a dumped, migrated PGlite database; made once per state of the SQL files and kept in `.cache`. */
export async function pgliteTemplate(): Promise<string> {
  const path = join(cacheFolder, `${await stateOfSql()}.tar`)
  if (!existsSync(path)) {
    mkdirSync(cacheFolder, { recursive: true })
    const unfinished = `${path}.${process.pid}`
    writeFileSync(unfinished, await makeTemplate())
    renameSync(unfinished, path)
  }
  return path
}

const root = join(import.meta.dirname, '../..')
const cacheFolder = join(root, '.cache/test-database')

async function makeTemplate(): Promise<Uint8Array> {
  const database = await PgliteDatabase.open({ dataDir: null, log: pino({ level: 'error' }) })
  try {
    await migrate(database)
    return await database.dump()
  } finally {
    await database.close()
  }
}

async function stateOfSql(): Promise<string> {
  const hash = createHash('sha256')
  hash.update(readFileSync(join(root, 'node_modules/@electric-sql/pglite/package.json')))
  for (const folder of ['server/database/embedded', 'supabase/migrations']) {
    for (const name of readdirSync(join(root, folder)).sort()) {
      hash.update(name)
      hash.update(readFileSync(join(root, folder, name)))
    }
  }
  return hash.digest('hex').slice(0, 24)
}
