import { TransferError, tableName, type ArchivedTable } from './archive-format.ts'
import type { SqlSession } from './sql-session.ts'

/** Schemas that hold no data of anybody: what one server tells the others, and bookkeeping that is made anew. */
const leftOut = ['realtime', 'rest', 'extensions', 'supabase_migrations', 'information_schema', 'pg_catalog']
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
/** Tables that say what this server is doing at the moment. */
const passing: ReadonlySet<string> = new Set([
  'storage.discarded_files',
  'storage.file_holds',
  'storage.resumable_uploads',
  'storage.sweeps',
])

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
      and n.nspname <> all ('{${leftOut.join(',')}}')
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
    .filter((table) => !passing.has(tableName(table)))
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
