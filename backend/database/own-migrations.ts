import { basename } from 'node:path'

import type { Database } from './database.ts'
import { migrationVersions } from './migrate.ts'
import { quoteLiteral } from './settings-text.ts'

/** A migration of the operator's own, noted with its text where the Supabase CLI notes them. */
export interface OwnMigration {
  readonly version: string
  readonly name: string
  readonly sql: string
}

/** Why a migration can't be applied; the message is for the person at the terminal. */
export class MigrationRefusedError extends Error {
  override readonly name = 'MigrationRefusedError'
}

/** Reads version and name off a file's name, 20261121120000_add_table.sql. */
export function parseOwnMigration(path: string, sql: string): OwnMigration {
  const [, version = '', name = ''] = /^(\d{4,20})_([\w-]+)\.sql$/.exec(basename(path)) ?? []
  if (version === '') {
    throw new MigrationRefusedError(
      `${basename(path)} must be named like 20261121120000_add_table.sql: the number orders migrations and tells them apart.`,
    )
  }
  if (migrationVersions().includes(version)) {
    throw new MigrationRefusedError(`${version} is a migration of Understudy itself. Take another number.`)
  }
  return { version, name, sql }
}

/** Runs a migration once, in one transaction. One that has been changed since it ran is refused. */
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
      `${version}_${name}.sql has been applied already, with another text. Put the change into a new file.`,
    )
  }
  await database.runScript(`${sql}
    ;insert into supabase_migrations.schema_migrations (version, name, statements)
    values (${quoteLiteral(version)}, ${quoteLiteral(name)}, array[${quoteLiteral(sql)}])
    ;notify pgrst, 'reload schema'`)
  return 'applied'
}
