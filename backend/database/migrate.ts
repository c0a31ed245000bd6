import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

import { StartRefusedError } from './start-refusal.ts'
import type { Database } from './database.ts'
import { DatabaseError } from './database.ts'
import { quoteLiteral } from './settings-text.ts'

/**
 * Migrates the database: files of `embedded/`, which are idempotent, whenever their text changes; those of
 * supabase/migrations once, in order. Both are recorded in the Supabase CLI's table.
 */
export async function migrate(database: Migratable, options: MigrateOptions = {}): Promise<void> {
  await database.runScript(bookkeeping)
  const [result] = await database.transaction('system', [
    { text: 'select version, name, statements is null as is_ours from supabase_migrations.schema_migrations' },
  ])
  refuseUnknown(result?.rows ?? [])
  const applied = new Map(result?.rows.map((row) => [String(row['version']), String(row['name'])]))
  for (const file of options.withoutEmbedded === true ? [] : embeddedFiles()) {
    if (applied.get(file.version) !== file.name) {
      await apply(database, file)
    }
  }
  for (const file of migrationFiles()) {
    if (!applied.has(file.version)) {
      await apply(database, file)
    }
  }
}

/** Ignores rows of the Supabase CLI and of operators, which store the migration's text; ours don't. */
function refuseUnknown(rows: readonly Readonly<Record<string, unknown>>[]): void {
  const known = migrationVersions()
  const unknown = rows
    .filter((row) => row['is_ours'] === true && !String(row['version']).startsWith('embedded/'))
    .map((row) => String(row['version']))
    .filter((version) => !known.includes(version))
    .toSorted()
  const newest = unknown.at(-1)
  if (newest === undefined) return
  if (newest > (known.at(-1) ?? '')) {
    throw new StartRefusedError(
      `This database was used by a newer version of Understudy (migration ${newest}). Start that version or a newer one, or restore a backup made with this one.`,
    )
  }
  throw new StartRefusedError(
    `This database was made by an unreleased version of Understudy (migration ${newest}) and can't be updated. Start with an empty database.`,
  )
}

interface MigrateOptions {
  /** On Supabase, which provides what `embedded/` creates. */
  readonly withoutEmbedded?: boolean
}

/** Versions in supabase/migrations, in order. */
export function migrationVersions(): readonly string[] {
  return migrationFiles().map(({ version }) => version)
}

type Migratable = Pick<Database, 'runScript' | 'transaction'>

const embeddedFolder = join(import.meta.dirname, 'embedded')
const migrationsFolder = join(import.meta.dirname, '../../supabase/migrations')

const bookkeeping = `
  create schema if not exists supabase_migrations;
  create table if not exists supabase_migrations.schema_migrations (
    version text primary key, statements text[], name text
  );
`

interface SqlFile {
  readonly path: string
  readonly version: string
  /** For files of `embedded/`, a hash of the text. */
  readonly name: string
  readonly sql: string
}

function embeddedFiles(): SqlFile[] {
  return sqlFiles(embeddedFolder).map(({ path, sql }) => ({
    path,
    version: `embedded/${basename(path, '.sql')}`,
    name: createHash('sha256').update(sql).digest('hex'),
    sql,
  }))
}

function migrationFiles(): SqlFile[] {
  return sqlFiles(migrationsFolder).map(({ path, sql }) => {
    const [version = '', ...words] = basename(path, '.sql').split('_')
    return { path, version, name: words.join('_'), sql }
  })
}

function sqlFiles(folder: string): readonly { readonly path: string; readonly sql: string }[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => ({ path: join(folder, name), sql: readFileSync(join(folder, name), 'utf8') }))
}

async function apply(database: Migratable, { path, version, name, sql }: SqlFile): Promise<void> {
  try {
    await database.runScript(`${sql}
      ;insert into supabase_migrations.schema_migrations (version, name)
      values (${quoteLiteral(version)}, ${quoteLiteral(name)})
      on conflict (version) do update set name = excluded.name`)
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    const reason = error instanceof DatabaseError && error.hint !== null ? `${message}. ${error.hint}` : message
    throw new Error(`The migration ${basename(path)} failed: ${reason}`, { cause: error })
  }
}
