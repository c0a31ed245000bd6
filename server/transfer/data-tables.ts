import { TransferError, tableName, type ArchivedTable } from './archive-format.ts'
import type { SqlSession } from './sql-session.ts'

/** Schemas and tables that hold no data of anybody, each with the reason. Every other table moves, also an operator's. */
const leftOut: ReadonlyMap<string, string> = new Map([
  ['realtime', 'what servers tell each other, and what channels were told in the last days'],
  ['rest', 'made anew from the tables'],
  ['extensions', 'belongs to PostgreSQL'],
  ['information_schema', 'belongs to PostgreSQL'],
  ['supabase_migrations', 'noted where the migrations are applied; the manifest names them'],
  ['auth.housekeeping', 'when this installation last tidied up'],
  ['public.address_rules', 'what the settings of this installation say'],
  ['storage.discarded_files', 'files of this installation that are about to be removed'],
  ['storage.file_holds', 'what keeps files from being removed at this moment'],
  ['storage.resumable_uploads', 'uploads on their way here, whose parts are here'],
  ['storage.sweeps', 'when this installation last looked for files to remove'],
])
/** Of the schemas that Supabase keeps for its own services, what is people's; it documents these tables. */
const fromSupabase: ReadonlySet<string> = new Set([
  'auth.users',
  'auth.identities',
  'auth.mfa_factors',
  'auth.sso_providers',
  'auth.sso_domains',
  'auth.saml_providers',
  'storage.buckets',
  'storage.objects',
])

/** Why a table does not move; null when it does. */
export function whyLeftOut(table: { readonly schema: string; readonly name: string }): string | null {
  return leftOut.get(table.schema) ?? leftOut.get(tableName(table)) ?? null
}

/** Whether rows of this table can go to Supabase or come from there. */
export function belongsOnSupabase({ schema, name }: { readonly schema: string; readonly name: string }): boolean {
  return !['auth', 'storage'].includes(schema) || fromSupabase.has(`${schema}.${name}`)
}

/** Every table with data in it, with the columns that can be written, parents before their children. */
export async function listDataTables(session: SqlSession, isSupabase: boolean): Promise<readonly ArchivedTable[]> {
  const rows = await session.query(`
    select n.nspname, c.relname, to_json(array_agg(a.attname order by a.attnum))::text
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where c.relkind in ('r', 'p') and not c.relispartition and n.nspname !~ '^pg_'
      and not exists (
        select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e'
      )
    group by n.nspname, c.relname
    order by n.nspname, c.relname`)
  const tables = rows
    .map(([schema, name, columns]) => ({
      schema: schema ?? '',
      name: name ?? '',
      columns: JSON.parse(columns ?? '[]') as string[],
    }))
    .filter((table) => whyLeftOut(table) === null)
    .filter((table) => !isSupabase || table.schema === 'public' || fromSupabase.has(tableName(table)))
  return parentsFirst(tables, await listParents(session))
}

async function listParents(session: SqlSession): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = await session.query(`
    select cn.nspname || '.' || c.relname, pn.nspname || '.' || p.relname
    from pg_constraint k
    join pg_class c on c.oid = k.conrelid join pg_namespace cn on cn.oid = c.relnamespace
    join pg_class p on p.oid = k.confrelid join pg_namespace pn on pn.oid = p.relnamespace
    where k.contype = 'f' and c.oid <> p.oid`)
  const parents = new Map<string, string[]>()
  for (const [child, parent] of rows) {
    parents.set(child ?? '', [...(parents.get(child ?? '') ?? []), parent ?? ''])
  }
  return parents
}

function parentsFirst(
  tables: readonly ArchivedTable[],
  parents: ReadonlyMap<string, readonly string[]>,
): readonly ArchivedTable[] {
  const byName = new Map(tables.map((table) => [tableName(table), table]))
  const ordered = new Set<ArchivedTable>()
  const visit = (table: ArchivedTable, path: readonly string[]): void => {
    const name = tableName(table)
    if (path.includes(name)) throw new TransferError(`The tables ${[...path, name].join(' → ')} refer to each other.`)
    for (const parent of parents.get(name) ?? []) {
      const found = byName.get(parent)
      if (found !== undefined && !ordered.has(found)) visit(found, [...path, name])
    }
    ordered.add(table)
  }
  for (const table of tables) visit(table, [])
  return [...ordered]
}

/** A name as SQL takes it. */
export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

export function quoteTable({ schema, name }: { readonly schema: string; readonly name: string }): string {
  return `${quoteName(schema)}.${quoteName(name)}`
}
