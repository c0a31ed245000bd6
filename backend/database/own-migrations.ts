import { basename } from 'node:path'

import type { Database } from './database.ts'
import { migrationVersions } from './migrate.ts'
import { quoteLiteral } from './settings-text.ts'

/** An operator's migration, recorded with its text in the Supabase CLI's table. */
export interface OwnMigration {
  readonly version: string
  readonly name: string
  readonly sql: string
}

/** Why a migration can't be applied; the message is for the operator. */
export class MigrationRefusedError extends Error {
  override readonly name = 'MigrationRefusedError'
}

/** Parses a file name like 20261121120000_add_table.sql. */
export function parseOwnMigration(path: string, sql: string): OwnMigration {
  const [, version = '', name = ''] = /^(\d{4,20})_([\w-]+)\.sql$/.exec(basename(path)) ?? []
  if (version === '') {
    throw new MigrationRefusedError(
      `${basename(path)} must be named like 20261121120000_add_table.sql: the number orders and identifies migrations.`,
    )
  }
  if (migrationVersions().includes(version)) {
    throw new MigrationRefusedError(`${version} is a migration of Understudy itself. Choose another number.`)
  }
  return { version, name, sql }
}

/** Runs a migration once, in one transaction; refuses one that has changed since. */
export async function applyOwnMigration(
  database: Pick<Database, 'runScript' | 'transaction'>,
  { version, name, sql }: OwnMigration,
): Promise<'applied' | 'already applied'> {
  const text = `select array_to_string(statements, ';') as sql from supabase_migrations.schema_migrations
    where version = ${quoteLiteral(version)}`
  const [found] = await database.transaction('system', [{ text }])
  const known = found?.rows[0]
  if (known !== undefined) {
    if (known['sql'] === sql) return 'already applied'
    throw new MigrationRefusedError(
      `${version}_${name}.sql has already been applied with different text. Put the change in a new file.`,
    )
  }
  await database.runScript(`${sql}
    ;insert into supabase_migrations.schema_migrations (version, name, statements)
    values (${quoteLiteral(version)}, ${quoteLiteral(name)}, array[${quoteLiteral(sql)}])
    ;notify pgrst, 'reload schema'`)
  return 'applied'
}
