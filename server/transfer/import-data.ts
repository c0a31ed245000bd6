import { migrationVersions } from '#backend/database/migrate.ts'
import type { FileStore } from '#backend/storage/file-store.ts'
import { putStream } from '#backend/storage/store-stream.ts'

import { tableName, TransferError, type ArchivedTable, type Manifest, type Summary } from './archive-format.ts'
import { isExchangedWithSupabase, listDataTables, quoteName, quoteTable, exclusionReason } from './data-tables.ts'
import { textSettings } from './export-data.ts'
import { readArchive } from './read-archive.ts'
import { sqlstateOf, type SqlSession, type TextRow } from './sql-session.ts'

export interface ImportOptions {
  /** The caller migrated the target and applied the archive's own migrations. */
  readonly session: SqlSession
  readonly isSupabase: boolean
  readonly path: string
  /** Deletes all existing data first. Otherwise a target in use is refused. */
  readonly replaces: boolean
  /** Where the archive's files go; null when uploaded later (`uploadFiles`, for Supabase). */
  readonly files: Pick<FileStore, 'put' | 'stat' | 'delete' | 'parts'> | null
}

export interface ImportReport {
  readonly manifest: Manifest
  readonly summary: Summary
  /** What is not imported, and why. */
  readonly skipped: readonly string[]
}

/** The target has user data, and replacing it was not confirmed. */
export class InUseError extends TransferError {}

/** Reads a whole archive, so that a damaged one changes nothing, and returns its manifest. */
export async function verifyArchive(path: string): Promise<Manifest> {
  let manifest: Manifest | null = null
  for await (const part of readArchive(path)) {
    if (part.type === 'manifest') manifest = part.manifest
  }
  if (manifest === null) throw new TransferError(`${path} is empty.`)
  return manifest
}

/** Replaces all data by an archive's, in one transaction. */
export async function importData(options: ImportOptions): Promise<ImportReport> {
  const { session } = options
  const put: string[] = []
  try {
    await session.exec(`begin; ${textSettings}`)
    const report = await importParts(options, put)
    await session.exec('commit')
    return report
  } catch (error) {
    await session.exec('rollback').catch(() => undefined)
    // Unreferenced files; what can't be removed now is swept later.
    for (const key of put) await options.files?.delete(key).catch(() => undefined)
    throw error
  }
}

async function importParts(options: ImportOptions, put: string[]): Promise<ImportReport> {
  const { session, isSupabase } = options
  const targets = new Map((await listDataTables(session, isSupabase)).map((table) => [tableName(table), table]))
  if (!options.replaces) await refuseIfInUse(session)
  if (isSupabase) await removeAccounts(session, [...targets.values()])
  await disableTriggers(session, isSupabase, [...targets.values()])
  await removeAll(session, isSupabase, [...targets.values()])

  let manifest: Manifest | null = null
  let plans: ReadonlyMap<string, TablePlan> = new Map()
  const skipped: string[] = []
  for await (const part of readArchive(options.path)) {
    if (part.type === 'manifest') {
      manifest = part.manifest
      plans = planTables(manifest, targets, isSupabase, skipped)
    } else if (part.type === 'rows') {
      const plan = plans.get(tableName(part.table))
      if (plan !== undefined) await insertRows(session, plan, part.rows)
    } else if (part.type === 'file') {
      // Files are immutable, so those an interrupted import wrote need not be written again.
      if (options.files === null || (await options.files.stat(part.key))?.size === part.size) continue
      put.push(part.key)
      await putStream(options.files, part.key, part.content)
    } else if (manifest !== null) {
      await verifyCounts(session, plans, part.summary)
      await moveSequences(session, [...plans.values()])
      await enableTriggers(session, isSupabase, [...targets.values()])
      return { manifest, summary: part.summary, skipped }
    }
  }
  throw new TransferError('The archive has no manifest.')
}

/** Throws an InUseError if there are accounts or demos besides the samples. */
export async function refuseIfInUse(session: SqlSession): Promise<void> {
  const [[users, demos] = []] = await session.query(
    'select (select count(*) from auth.users)::text, (select count(*) from public.demos where not is_sample)::text',
  )
  if (users === '0' && demos === '0') return
  throw new InUseError(`There are already ${users} accounts and ${demos} demos here.`)
}

/**
 * Imports rows without firing triggers: their results are already in the archive. Disables our triggers one by one so
 * that foreign keys are still checked; on Supabase, whose tables we don't own, sets session_replication_role to
 * replica.
 */
async function disableTriggers(
  session: SqlSession,
  isSupabase: boolean,
  tables: readonly ArchivedTable[],
): Promise<void> {
  if (!isSupabase) {
    await session.exec(tables.map((table) => `alter table ${quoteTable(table)} disable trigger user;`).join('\n'))
    return
  }
  try {
    await session.exec('set local session_replication_role = replica')
  } catch (error) {
    if (sqlstateOf(error) !== '42501') throw error
    throw new TransferError(
      'The database user may not disable triggers (session_replication_role). Use the address of the user "postgres" from the project\'s settings.',
      { cause: error },
    )
  }
}

async function enableTriggers(
  session: SqlSession,
  isSupabase: boolean,
  tables: readonly ArchivedTable[],
): Promise<void> {
  if (isSupabase) return
  await session.exec('set constraints all immediate')
  await session.exec(tables.map((table) => `alter table ${quoteTable(table)} enable trigger user;`).join('\n'))
}

/** Triggers are still on, so Supabase's own rows about an account are deleted with it. */
async function removeAccounts(session: SqlSession, tables: readonly ArchivedTable[]): Promise<void> {
  for (const table of tables.toReversed()) {
    if (table.schema === 'auth') await session.exec(`delete from ${quoteTable(table)}`)
  }
}

async function removeAll(session: SqlSession, isSupabase: boolean, tables: readonly ArchivedTable[]): Promise<void> {
  if (!isSupabase) {
    // The pending deletions belong to the old rows, and new ones may reference those files. Uploads in progress end.
    // Trials, open talks and events for webhooks belong to the old rows too.
    const alsoCleared = [
      'storage.discarded_files',
      'storage.resumable_uploads',
      'public.agent_trials',
      'public.live_talks',
      'public.webhook_deliveries',
      'live.snapshots',
      'live.events',
      'live.orders',
    ]
    await session.exec(`truncate ${[...alsoCleared, ...tables.map(quoteTable)].join(', ')}`)
    return
  }
  // References don't cascade while triggers are off.
  await session.exec('delete from public.webhook_deliveries')
  for (const table of tables.toReversed()) {
    // The storage service deletes objects with their files; a bucket stays until it is empty.
    if (!['auth', 'storage'].includes(table.schema)) await session.exec(`delete from ${quoteTable(table)}`)
  }
}

interface TablePlan {
  readonly table: ArchivedTable
  /** Which of the archive's columns are imported. */
  readonly columns: readonly { readonly name: string; readonly at: number }[]
  readonly isUpsert: boolean
}

function planTables(
  manifest: Manifest,
  targets: ReadonlyMap<string, ArchivedTable>,
  isSupabase: boolean,
  skipped: string[],
): ReadonlyMap<string, TablePlan> {
  refuseUnknownMigrations(manifest)
  const plans = new Map<string, TablePlan>()
  for (const table of manifest.tables) {
    const name = tableName(table)
    const target = targets.get(name)
    // From a version that exported it.
    if (exclusionReason(table) !== null) continue
    if (isSupabase && name === 'storage.objects') continue
    if (target === undefined) {
      if (isSupabase && !isExchangedWithSupabase(table)) skipped.push(`${name}: Supabase keeps its own`)
      else if (isSupabase || manifest.source === 'supabase') skipped.push(`${name}: no such table here`)
      else throw new TransferError(`The archive has the table ${name}, which this version does not know. Update first.`)
      continue
    }
    const known = table.columns.map((column, at) => ({ name: column, at }))
    const columns = known.filter((column) => target.columns.includes(column.name))
    const unknown = known.filter((column) => !columns.includes(column)).map((column) => column.name)
    if (unknown.length > 0 && !isSupabase && manifest.source !== 'supabase') {
      throw new TransferError(
        `The archive's table ${name} has ${unknown.join(', ')}, which this version does not know. Update first.`,
      )
    }
    for (const column of unknown) skipped.push(`${name}.${column}: no such column here`)
    plans.set(name, { table, columns, isUpsert: isSupabase && name === 'storage.buckets' })
  }
  return plans
}

function refuseUnknownMigrations(manifest: Manifest): void {
  const versions = migrationVersions()
  const known = new Set([...versions, ...manifest.ownMigrations.map(({ version }) => version)])
  const unknown = manifest.migrations.filter((version) => !known.has(version)).toSorted()
  const newest = unknown.at(-1)
  if (newest === undefined) return
  if (newest > (versions.at(-1) ?? '')) {
    throw new TransferError(`The archive is from a newer version (${unknown.join(', ')}). Update first.`)
  }
  throw new TransferError(`The archive is from an unreleased version (${newest}), which this one can't import.`)
}

async function insertRows(session: SqlSession, plan: TablePlan, rows: readonly TextRow[]): Promise<void> {
  const { table, columns, isUpsert } = plan
  const names = columns.map(({ name }) => quoteName(name))
  const conflict = isUpsert
    ? `on conflict (id) do update set ${names.map((name) => `${name} = excluded.${name}`).join(', ')}`
    : ''
  // PostgreSQL parses each text into the column's type, as it does for a dump.
  const target = quoteTable(table)
  const types = await columnTypes(session, plan)
  const values = columns.map((_, index) => `value_${index}::${types[index]}`)
  for (let start = 0; start < rows.length; start += rowsAtOnce) {
    const some = rows.slice(start, start + rowsAtOnce)
    await session.query(
      `insert into ${target} (${names.join(', ')}) overriding system value select ${values.join(', ')}
       from unnest(${columns.map((_, index) => `$${index + 1}::text[]`).join(', ')})
         as given(${columns.map((_, index) => `value_${index}`).join(', ')}) ${conflict}`,
      columns.map(({ at }) => arrayLiteral(some.map((row) => row[at] ?? null))),
    )
  }
}

const rowsAtOnce = 500
const knownTypes = new WeakMap<TablePlan, readonly string[]>()

async function columnTypes(session: SqlSession, plan: TablePlan): Promise<readonly string[]> {
  const known = knownTypes.get(plan)
  if (known !== undefined) return known
  const rows = await session.query(
    `select attname, format_type(atttypid, atttypmod) from pg_attribute where attrelid = $1::text::regclass and attnum > 0`,
    [quoteTable(plan.table)],
  )
  const byName = new Map(rows.map(([name, type]) => [name, type ?? 'text']))
  const types = plan.columns.map(({ name }) => byName.get(name) ?? 'text')
  knownTypes.set(plan, types)
  return types
}

function arrayLiteral(values: TextRow): string {
  const elements = values.map((value) => (value === null ? 'NULL' : `"${value.replace(/["\\]/g, String.raw`\$&`)}"`))
  return `{${elements.join(',')}}`
}

async function verifyCounts(
  session: SqlSession,
  plans: ReadonlyMap<string, TablePlan>,
  summary: Summary,
): Promise<void> {
  for (const [name, { table, isUpsert }] of plans) {
    const [[count] = []] = await session.query(`select count(*)::text from ${quoteTable(table)}`)
    const expected = summary.tables[name]?.rows ?? 0
    if (Number(count) === expected || (isUpsert && Number(count) > expected)) continue
    throw new TransferError(`${name} has ${count} rows after the import, and the archive has ${expected}.`)
  }
}

/** Sequences continue after the imported values. */
async function moveSequences(session: SqlSession, plans: readonly TablePlan[]): Promise<void> {
  for (const { table, columns } of plans) {
    for (const { name } of columns) {
      const target = quoteTable(table)
      const [[sequence] = []] = await session.query('select pg_get_serial_sequence($1, $2)', [target, name])
      if (sequence === null || sequence === undefined) continue
      await session.query(
        `select setval($1::text::regclass, coalesce((select max(${quoteName(name)}) from ${target}), 0) + 1, false)::text`,
        [sequence],
      )
    }
  }
}
