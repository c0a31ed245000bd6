import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'

import pino from 'pino'

import { DatabaseError } from '#backend/database/database.ts'
import { migrationVersions } from '#backend/database/migrate.ts'
import { applyOwnMigration, parseOwnMigration } from '#backend/database/own-migrations.ts'
import { openOperatorDatabase, type OperatorDatabase } from '#server/operator/operator-database.ts'
import { splitStatements } from '#server/operator/split-statements.ts'
import { textTable } from '#server/operator/text-table.ts'

import { describeRefusal, operatorTask } from './operator-task.ts'
import { stop } from './tasks.ts'

/* npm run db -- status | apply FILE.sql | psql: operates the configured database as its owner. */
const [command, file, ...more] = process.argv.slice(2)
const usage = 'Name a command: npm run db -- status, npm run db -- apply FILE.sql, or npm run db -- psql'

await operatorTask(async (config) => {
  if (more.length > 0 || !['status', 'apply', 'psql'].includes(command ?? '')) stop(usage)
  if (command === 'apply' && file === undefined) stop('Name a file: npm run db -- apply 20261121120000_add_table.sql')
  const database = await openOperatorDatabase(config, pino({ level: 'fatal' }))
  try {
    if (command === 'apply') await apply(database, resolve(file ?? ''))
    else if (command === 'status') await showStatus(database)
    else await prompt(database)
  } finally {
    await database.close()
  }
})

async function apply(database: OperatorDatabase, path: string): Promise<void> {
  const migration = parseOwnMigration(path, readFileSync(path, 'utf8'))
  const outcome = await applyOwnMigration(database, migration)
  console.log(`${migration.version}_${migration.name}: ${outcome}.`)
}

async function showStatus(database: OperatorDatabase): Promise<void> {
  console.log(`Database: ${database.place}\n`)
  const [facts, versions, tables] = await database.transaction(
    'system',
    [
      `select split_part(version(), ' on ', 1) as version, pg_size_pretty(pg_database_size(current_database())) as size,
         (select count(*) from auth.users) as accounts, (select count(*) from public.demos) as demos`,
      `select version, name, statements is not null as with_text
         from supabase_migrations.schema_migrations where version not like 'embedded/%' order by version`,
      `select schemaname || '.' || relname as table, n_live_tup as rows_about, n_dead_tup as dead_about,
         pg_size_pretty(pg_total_relation_size(relid)) as size, coalesce(last_vacuum, last_autovacuum) as vacuumed
         from pg_stat_user_tables where n_live_tup + n_dead_tup > 0 order by pg_total_relation_size(relid) desc limit 15`,
    ].map((text) => ({ text })),
    { readOnly: true },
  )
  for (const result of [facts, tables]) if (result !== undefined) console.log(`${textTable(result)}\n`)
  const applied = new Set(versions?.rows.map((row) => String(row['version'])))
  const waiting = migrationVersions().filter((version) => !applied.has(version))
  console.log(
    waiting.length === 0
      ? 'All migrations of this version are applied.'
      : `Pending, applied at the next start: ${waiting.join(', ')}`,
  )
  for (const row of versions?.rows ?? []) {
    if (migrationVersions().includes(String(row['version']))) continue
    console.log(`Your own: ${String(row['version'])}_${String(row['name'])}`)
  }
}

/**
 * Runs psql if installed; otherwise each line ending with a semicolon is one transaction, and so is the rest at the
 * end.
 */
async function prompt(database: OperatorDatabase): Promise<void> {
  if (database.url !== null && process.stdin.isTTY && spawnSync('psql', ['--version']).status === 0) {
    // In the environment, because any user of the machine can see arguments.
    spawnSync('psql', [], { stdio: 'inherit', env: { ...process.env, ...psqlEnvironment(database.url) } })
    return
  }
  console.log(`${database.place}. End statements with a semicolon; one line is one transaction; \\q quits.`)
  const lines = createInterface({ input: process.stdin, output: process.stdout, terminal: process.stdin.isTTY })
  const ask = (mark: string): void => {
    if (!process.stdin.isTTY) return
    lines.setPrompt(`understudy${mark} `)
    lines.prompt()
  }
  ask('=#')
  let text = ''
  for await (const line of lines) {
    if (line.trim() === String.raw`\q`) return lines.close()
    const { statements, rest } = splitStatements(`${text}${line}\n`)
    text = rest.trim() === '' ? '' : `${text}${line}\n`
    if (text === '' && statements.length > 0) await runAll(database, statements)
    ask(text === '' ? '=#' : '-#')
  }
  // As in psql, a file's last statement may omit its semicolon.
  if (process.stdin.isTTY || text.replaceAll(/^\s*--.*$/gm, '').trim() === '') return
  const { statements } = splitStatements(`${text};`)
  if (statements.length > 0) return runAll(database, statements)
  console.log('A quote or comment is not closed; everything after it was not run.')
  process.exitCode = 1
}

async function runAll(database: OperatorDatabase, statements: readonly string[]): Promise<void> {
  try {
    const results = await database.transaction(
      'system',
      statements.map((text) => ({ text })),
    )
    for (const result of results) console.log(textTable(result))
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error
    console.log(describeRefusal(error))
    process.exitCode = process.stdin.isTTY ? 0 : 1
  }
}

function psqlEnvironment(address: string): Readonly<Record<string, string>> {
  const url = new URL(address)
  const sslMode = url.searchParams.get('sslmode')
  const rootCertificate = url.searchParams.get('sslrootcert')
  return {
    PGHOST: decodeURIComponent(url.hostname),
    PGPORT: url.port === '' ? '5432' : url.port,
    PGUSER: decodeURIComponent(url.username),
    PGPASSWORD: decodeURIComponent(url.password),
    PGDATABASE: decodeURIComponent(url.pathname.slice(1)),
    // libpq has another name for pg's "no-verify".
    ...(sslMode === null ? {} : { PGSSLMODE: sslMode === 'no-verify' ? 'require' : sslMode }),
    ...(rootCertificate === null ? {} : { PGSSLROOTCERT: rootCertificate }),
  }
}
