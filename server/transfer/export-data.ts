import { archiveFormat, archiveVersion, type ArchivedTable, type Manifest, type Summary } from './archive-format.ts'
import { tableName } from './archive-format.ts'
import { listDataTables, quoteName, quoteTable } from './data-tables.ts'
import type { SqlSession, TextRow } from './sql-session.ts'
import { createArchive, type ArchivedFile } from './write-archive.ts'

export interface ExportOptions {
  readonly session: SqlSession
  readonly source: Manifest['source']
  /** Null when there is no such file. */
  readonly readFile: (object: StoredObject) => Promise<ArchivedFile | null>
  readonly jwtSecret: string | null
  readonly path: string
}

export interface StoredObject {
  readonly key: string
  readonly bucket: string
  readonly name: string
}

export interface ExportReport {
  readonly summary: Summary
  /** Objects whose files are missing; their rows are in the archive. */
  readonly missing: readonly string[]
}

/** Writes a consistent snapshot to an archive, however long it takes. */
export async function exportData(options: ExportOptions): Promise<ExportReport> {
  const { session, source, path } = options
  const archive = createArchive(path)
  try {
    await session.exec(`begin isolation level repeatable read, read only; ${textSettings}`)
    const tables = await listDataTables(session, source === 'supabase')
    await archive.writeManifest({ ...(await describe(options)), tables: [...tables] })
    for (const table of tables) await archive.writeRows(table, readRows(session, table))
    const missing: string[] = []
    for (const object of await listObjects(session)) {
      const file = await options.readFile(object)
      if (file === null) missing.push(`${object.bucket}/${object.name}`)
      else await archive.writeFile(object.key, file)
    }
    await session.exec('commit')
    return { summary: await archive.finish(), missing }
  } catch (error) {
    await archive.abandon()
    throw error
  }
}

/** Session settings for the text format of values, without timeouts. */
export const textSettings = `set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0;
  set local "TimeZone" = 'UTC'; set local "DateStyle" = 'ISO, YMD'; set local "IntervalStyle" = 'postgres';
  set local extra_float_digits = 1; set local bytea_output = 'hex'; set local xmlbinary = 'base64'`

async function describe({ session, source, jwtSecret }: ExportOptions): Promise<Omit<Manifest, 'tables'>> {
  const noted = await session.query(`select version, coalesce(name, ''), array_to_string(statements, ';')
    from supabase_migrations.schema_migrations where version not like 'embedded/%' order by version`)
  return {
    format: archiveFormat,
    version: archiveVersion,
    madeAt: new Date().toISOString(),
    source,
    migrations: noted.map(([version]) => version ?? ''),
    // Our own migrations are recorded without their SQL; the Supabase CLI records it, under the same versions.
    ownMigrations: noted.flatMap(([version, name, sql]) =>
      sql === null || sql === undefined ? [] : [{ version: version ?? '', name: name ?? '', sql }],
    ),
    jwtSecret,
  }
}

async function* readRows(session: SqlSession, table: ArchivedTable): AsyncGenerator<readonly TextRow[]> {
  const values = table.columns.map((column) =>
    // Objects from before Supabase had versions; here the id names the file.
    tableName(table) === 'storage.objects' && column === 'version' ? objectKey : `${quoteName(column)}::text`,
  )
  await session.exec(`declare rows no scroll cursor for select ${values.join(', ')} from ${quoteTable(table)}`)
  for (;;) {
    const batch = await session.query(`fetch ${rowsAtOnce} from rows`)
    if (batch.length === 0) break
    yield batch
  }
  await session.exec('close rows')
}

const rowsAtOnce = 500
const objectKey = 'coalesce(version, id::text)'

async function listObjects(session: SqlSession): Promise<readonly StoredObject[]> {
  const rows = await session.query(
    `select distinct on (key) ${objectKey} as key, bucket_id, name from storage.objects order by key`,
  )
  return rows.map(([key, bucket, name]) => ({ key: key ?? '', bucket: bucket ?? '', name: name ?? '' }))
}
