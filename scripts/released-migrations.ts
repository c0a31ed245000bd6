import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { root } from './tasks.ts'

/*
 * Migrations are append-only from the first release on: supabase/released-migrations.json lists every released file with
 * its SHA-256, and released-migrations.test.ts fails when one changes.
 */
export const migrationsFolder = join(root, 'supabase/migrations')
export const releasedPath = join(root, 'supabase/released-migrations.json')

interface ReleasedMigrations {
  /** SHA-256 by file name. */
  readonly released: Readonly<Record<string, string>>
}

/** Says what is wrong with the folder, one sentence per file: a released file changed or gone, or one added before it. */
export function findChangedMigrations(folder: string, path: string): readonly string[] {
  const released = readReleased(path)
  const files = hashFiles(folder)
  const last = Object.keys(released).toSorted().at(-1) ?? ''
  const changed = Object.entries(released).flatMap(([name, hash]) => {
    const found = files[name]
    if (found === undefined) return [`${name} was released and is missing.`]
    return found === hash ? [] : [`${name} was released and has changed. Put the change into a new file.`]
  })
  const inserted = Object.keys(files).filter((name) => released[name] === undefined && name < last)
  return [...changed, ...inserted.map((name) => `${name} sorts before ${last}, which was released. Rename it.`)]
}

/** Lists every migration as released. Part of making a release. */
export function recordReleasedMigrations(folder: string, path: string): void {
  const [problem] = findChangedMigrations(folder, path)
  if (problem !== undefined) throw new Error(problem)
  const list: ReleasedMigrations = { released: hashFiles(folder) }
  writeFileSync(path, `${JSON.stringify(list, null, 2)}\n`)
}

function readReleased(path: string): Readonly<Record<string, string>> {
  const list = JSON.parse(readFileSync(path, 'utf8')) as ReleasedMigrations
  return list.released
}

function hashFiles(folder: string): Readonly<Record<string, string>> {
  const names = readdirSync(folder).filter((name) => name.endsWith('.sql'))
  return Object.fromEntries(
    names.toSorted().map((name) => [
      name,
      createHash('sha256')
        .update(readFileSync(join(folder, name)))
        .digest('hex'),
    ]),
  )
}
