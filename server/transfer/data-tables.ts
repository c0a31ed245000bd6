import { TransferError, tableName, type ArchivedTable } from './archive-format.ts'
import type { SqlSession } from './sql-session.ts'

/**
 * Schemas and tables without user data, each with the reason. Every other table is exported, including an operator's.
 */
const excludedTables: ReadonlyMap<string, string> = new Map([
  ['realtime', 'messages between servers, and recent channel messages'],
  ['rest', 'rebuilt from the tables'],
  ['limits', 'rate limits of the last day'],
  ['live', 'talks that this installation has open'],
  ['extensions', 'belongs to PostgreSQL'],
  ['information_schema', 'belongs to PostgreSQL'],
  ['supabase_migrations', 'recorded when migrations are applied; the manifest lists them'],
  ['auth.housekeeping', 'when this installation last cleaned up'],
  ['public.agent_trials', 'trials of drafts, minutes old'],
  ['public.live_talks', 'talks that this installation has open'],
  ['public.webhook_deliveries', 'events that this installation sends, and recent results'],
  ['public.address_rules', "derived from this installation's settings"],
  ['tracking.erased_addresses', "pending removals from servers' own folders"],
  ['storage.discarded_files', 'pending file removals of this installation'],
  ['storage.file_holds', 'locks that keep files from being removed now'],
  ['storage.resumable_uploads', 'uploads in progress, whose parts are local'],
  ['storage.workspace_usage', 'counted as objects are written'],
  ['storage.sweeps', 'when this installation last looked for files to remove'],
])
/** User data in Supabase's own service schemas. Supabase documents these tables. */
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

/** Why a table is not exported; null when it is. */
export function exclusionReason(table: { readonly schema: string; readonly name: string }): string | null {
  return excludedTables.get(table.schema) ?? excludedTables.get(tableName(table)) ?? null
}

/** Whether this table's rows can be exchanged with Supabase. */
export function isExchangedWithSupabase({ schema, name }: { readonly schema: string; readonly name: string }): boolean {
  return !['auth', 'storage'].includes(schema) || fromSupabase.has(`${schema}.${name}`)
}

/** Every table with data, with its writable columns, parents before children. */
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
    .filter((table) => exclusionReason(table) === null)
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
    if (path.includes(name)) throw new TransferError(`The tables ${[...path, name].join(' → ')} form a cycle.`)
    for (const parent of parents.get(name) ?? []) {
      const found = byName.get(parent)
      if (found !== undefined && !ordered.has(found)) visit(found, [...path, name])
    }
    ordered.add(table)
  }
  for (const table of tables) visit(table, [])
  return [...ordered]
}

/** A quoted identifier. */
export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

export function quoteTable({ schema, name }: { readonly schema: string; readonly name: string }): string {
  return `${quoteName(schema)}.${quoteName(name)}`
}
