import type { Logger } from 'pino'

import type { Database } from '#backend/database/database.ts'

import type { ForeignKey, ViewColumn } from './relationships.ts'
import { relationshipsOf } from './relationships.ts'
import type { Column, DatabaseFunction, Schema, Table } from './schema-cache.ts'
import type { SchemaName } from './sql-text.ts'
import type { ColumnOrigin } from './view-columns.ts'
import { readColumnOrigins } from './view-columns.ts'

/**
 * Reads the catalog for all exposed schemas at once, tracing views to tables and keys to relationships. Unreadable
 * objects are logged and left out, so that one of them doesn't break the rest.
 */
export async function readSchemas(
  database: Database,
  names: readonly string[],
  log: Pick<Logger, 'warn'>,
): Promise<ReadonlyMap<string, Schema>> {
  const results = await database.transaction(
    'system',
    [
      { text: tablesText, values: [names] },
      { text: functionsText, values: [names] },
      { text: foreignKeysText },
      { text: viewsText },
      { text: schemasText, values: [names] },
    ],
    // An empty search path makes PostgreSQL qualify every type and default.
    { readOnly: true, settings: [['search_path', '']] },
  )
  const [tableRows, functionRows, keyRows, viewRows, schemaRows] = results.map(({ rows }) => rows)
  const rawTables = (tableRows ?? []) as unknown as readonly TableRow[]
  const sources = (viewRows ?? []) as unknown as readonly ViewRow[]
  const readEach = <Row extends SchemaName, T>(kind: string, rows: readonly Row[], read: (row: Row) => readonly T[]) =>
    rows.flatMap((row) => {
      try {
        return read(row)
      } catch (error) {
        log.warn({ err: error, schema: row.schema, name: row.name }, `rest/v1 skips an unreadable ${kind}`)
        return []
      }
    })
  const trace = viewTracer(sources)
  const viewColumns = readEach('view', sources, trace)
  const tables = readEach('table', rawTables, (row) => [
    toTable(row, row.is_view ? viewKeys(row, viewColumns, sources) : row.primary_key),
  ])
  const functions = readEach('function', (functionRows ?? []) as unknown as readonly FunctionRow[], (row) => [
    toFunction(row),
  ]).toSorted(byArguments)
  const keys = (keyRows ?? []) as unknown as readonly ForeignKey[]
  const comments = new Map(
    ((schemaRows ?? []) as unknown as readonly { name: string; comment: string | null }[]).map((row) => [
      row.name,
      row.comment,
    ]),
  )
  // Callers of one schema have no access to a junction table in a hidden one.
  const relationships = relationshipsOf({ tables, functions, keys, viewColumns }).filter(
    (found) => found.type !== 'junction' || names.includes(found.junction.schema),
  )
  return new Map(
    names.map((name) => [
      name,
      {
        name,
        comment: comments.get(name) ?? null,
        tables: new Map(tables.filter(({ schema }) => schema === name).map((table) => [table.name, table])),
        functions: Map.groupBy(
          functions.filter((each) => each.schema === name && isCallable(each)),
          (found) => found.name,
        ),
        relationships: Map.groupBy(
          relationships.filter(({ from, to }) => from.schema === name && to.schema === name),
          ({ from }) => from.name,
        ),
      },
    ]),
  )
}

/**
 * A text that changes when a table, view, function or foreign key of these schemas is created, replaced, renamed or
 * dropped.
 */
export async function readFingerprint(database: Database, names: readonly string[]): Promise<string> {
  const statement = { text: fingerprintText, values: [names] }
  const [result] = await database.transaction('system', [statement], { readOnly: true })
  return String(result?.rows[0]?.['fingerprint'])
}

const fingerprintText = `
  with exposed as (select oid from pg_namespace where nspname = any($1))
  select md5(string_agg(version, ',' order by version)) as fingerprint from (
    select 'table ' || c.oid || ' ' || c.xmin as version from pg_class c where c.relnamespace in (select oid from exposed)
    union all
    select 'function ' || p.oid || ' ' || p.xmin from pg_proc p where p.pronamespace in (select oid from exposed)
    union all
    select 'key ' || k.oid || ' ' || k.xmin from pg_constraint k where k.contype = 'f'
  ) versions`

/** PostgreSQL ignores implicit casts on domains; PostgREST uses them as representations. */
const tablesText = `
  with representations as (
    select d.oid as domain, jsonb_object_agg(
      case when k.castsource = d.oid then 'toJson' when k.castsource = 'json'::regtype then 'fromJson' else 'fromText' end,
      format('%I.%I', fn.nspname, f.proname)) as functions
    from pg_cast k
    join pg_type d on d.typtype = 'd' and (
      (d.oid = k.castsource and k.casttarget = 'json'::regtype)
      or (d.oid = k.casttarget and k.castsource in ('json'::regtype, 'text'::regtype)))
    join pg_proc f on f.oid = k.castfunc join pg_namespace fn on fn.oid = f.pronamespace
    where k.castcontext = 'i' and k.castmethod = 'f'
    group by d.oid
  )
  select c.oid::bigint as id, n.nspname as schema, c.relname as name, c.relkind in ('v', 'm') as is_view,
    c.relkind = 'p' as is_partitioned,
    obj_description(c.oid, 'pg_class') as comment,
    coalesce((
      select jsonb_agg(jsonb_build_object(
        'name', a.attname, 'type', format_type(a.atttypid, a.atttypmod),
        'defaultSql', coalesce(pg_get_expr(d.adbin, d.adrelid), case a.attidentity when 'd'
          then format('nextval(%L::regclass)', pg_get_serial_sequence(c.oid::regclass::text, a.attname)) end,
          pg_get_expr(t.typdefaultbin, 0)), 'isNullable', not a.attnotnull, 'comment', col_description(c.oid, a.attnum),
        'representation', representations.functions
      ) order by a.attnum)
      from pg_attribute a join pg_type t on t.oid = a.atttypid left join pg_attrdef d
        on d.adrelid = a.attrelid and d.adnum = a.attnum and a.attgenerated = ''
      left join representations on representations.domain = a.atttypid
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    ), '[]') as columns,
    coalesce((
      select jsonb_agg(a.attname order by array_position(i.indkey::smallint[], a.attnum))
      from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
      where i.indrelid = c.oid and i.indisprimary
    ), '[]') as primary_key
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = any($1) and c.relkind in ('r', 'p', 'v', 'm', 'f') and not c.relispartition
  order by n.nspname, c.relname`

const functionsText = `
  select n.nspname as schema, p.proname as name, p.provolatile = 'v' as is_volatile, p.proretset as returns_set,
    p.prorows = 1 as is_one_row, p.pronargdefaults as defaults, p.provariadic <> 0 as is_variadic,
    coalesce(to_jsonb(p.proconfig), '[]') as settings,
    format_type(p.prorettype, null) as result_type, obj_description(p.oid, 'pg_proc') as comment,
    case
      when p.prorettype = 'void'::regtype then 'void'
      when t.typtype = 'c' or p.proargmodes && '{o,b,t}' then 'rows'
      when p.prorettype = 'record'::regtype then 'record'
      else 'scalar'
    end as result,
    (select jsonb_build_object('schema', rn.nspname, 'name', r.relname)
      from pg_class r join pg_namespace rn on rn.oid = r.relnamespace
      where r.oid = t.typrelid and r.relkind in ('r', 'p', 'v', 'm', 'f')) as result_table,
    coalesce((
      select jsonb_agg(jsonb_build_object(
        'name', coalesce(a.name, ''), 'mode', coalesce(a.mode, 'i'), 'type', format_type(a.type, null),
        'sqlType', format_type(a.type, -1)
      ) order by a.position)
      from unnest(coalesce(p.proallargtypes, p.proargtypes::oid[]), p.proargmodes::text[], p.proargnames)
        with ordinality a (type, mode, name, position)
    ), '[]') as args,
    (select jsonb_build_object('schema', an.nspname, 'name', r.relname)
      from pg_type at join pg_class r on r.oid = at.typrelid join pg_namespace an on an.oid = r.relnamespace
      where p.pronargs = 1 and at.oid = p.proargtypes[0] and r.relkind in ('r', 'p', 'v', 'm', 'f')) as argument_table
  from pg_proc p join pg_type t on t.oid = p.prorettype join pg_namespace n on n.oid = p.pronamespace
  where n.nspname = any($1) and p.prokind = 'f'
    and p.prorettype not in ('trigger'::regtype, 'event_trigger'::regtype)
  order by n.nspname, p.proname, p.oid`

const foreignKeysText = `
  select k.conname as name,
    jsonb_build_object('schema', fn.nspname, 'name', f.relname) as from,
    jsonb_build_object('schema', tn.nspname, 'name', t.relname) as to,
    f.oid::bigint as from_id, t.oid::bigint as to_id,
    (select jsonb_agg(jsonb_build_array(fa.attname, ta.attname) order by c.position)
      from unnest(k.conkey, k.confkey) with ordinality c (from_number, to_number, position)
      join pg_attribute fa on fa.attrelid = k.conrelid and fa.attnum = c.from_number
      join pg_attribute ta on ta.attrelid = k.confrelid and ta.attnum = c.to_number) as pairs,
    exists (
      select from pg_index i
      where i.indrelid = k.conrelid and i.indisunique and i.indpred is null and i.indexprs is null
        and i.indnkeyatts = cardinality(k.conkey) and i.indkey::smallint[] @> k.conkey and i.indnkeyatts = i.indnatts
    ) as is_unique,
    coalesce((
      select k.conkey <@ i.indkey::smallint[] from pg_index i where i.indrelid = k.conrelid and i.indisprimary
    ), false) as is_in_primary_key
  from pg_constraint k
  join pg_class f on f.oid = k.conrelid join pg_namespace fn on fn.oid = f.relnamespace
  join pg_class t on t.oid = k.confrelid join pg_namespace tn on tn.oid = t.relnamespace
  where k.contype = 'f' and k.conparentid = 0 and fn.nspname not in ('pg_catalog', 'information_schema')
  order by fn.nspname, f.relname, k.conname`

const viewsText = `
  select c.oid::bigint as id, n.nspname as schema, c.relname as name, r.ev_action::text as rule,
    null::jsonb as primary_key,
    (select jsonb_object_agg(a.attnum, a.attname) from pg_attribute a
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  join pg_rewrite r on r.ev_class = c.oid and r.rulename = '_RETURN'
  where c.relkind in ('v', 'm') and n.nspname not in ('pg_catalog', 'information_schema')
  union all
  select c.oid::bigint, n.nspname, c.relname, null,
    (select jsonb_agg(a.attname) from pg_index i
      join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
      where i.indrelid = c.oid and i.indisprimary),
    (select jsonb_object_agg(a.attnum, a.attname) from pg_attribute a
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped)
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p', 'f') and n.nspname not in ('pg_catalog', 'information_schema')`

const schemasText = `select nspname as name, obj_description(oid, 'pg_namespace') as comment
  from pg_namespace where nspname = any($1)`

interface TableRow {
  readonly id: number
  readonly schema: string
  readonly name: string
  readonly is_view: boolean
  readonly is_partitioned: boolean
  readonly comment: string | null
  readonly columns: readonly Column[]
  readonly primary_key: readonly string[]
}

interface FunctionRow {
  readonly schema: string
  readonly name: string
  readonly is_volatile: boolean
  readonly returns_set: boolean
  readonly is_one_row: boolean
  readonly is_variadic: boolean
  readonly settings: readonly string[]
  readonly defaults: number
  readonly result: DatabaseFunction['result']
  readonly result_type: string
  readonly result_table: DatabaseFunction['resultTable']
  readonly argument_table: DatabaseFunction['resultTable']
  readonly comment: string | null
  readonly args: readonly {
    readonly name: string
    readonly mode: string
    readonly type: string
    readonly sqlType: string
  }[]
}

interface ViewRow {
  readonly id: number
  readonly schema: string
  readonly name: string
  /** Null for a table, where tracing ends. */
  readonly rule: string | null
  readonly columns: Readonly<Record<string, string>> | null
  readonly primary_key: readonly string[] | null
}

/** Traces each view's columns down to tables, through any views between. */
function viewTracer(rows: readonly ViewRow[]): (view: ViewRow) => readonly ViewColumn[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  const known = new Map<number, ReadonlyMap<number, ColumnOrigin>>()
  return (view) =>
    view.rule === null
      ? []
      : Object.entries(view.columns ?? {}).flatMap(([position, column]) => {
          const origin = follow(view.id, Number(position))
          return origin === null ? [] : [{ view: { schema: view.schema, name: view.name }, column, ...origin }]
        })

  function follow(viewId: number, viewPosition: number): Pick<ViewColumn, 'tableId' | 'tableColumn'> | null {
    let [id, position] = [viewId, viewPosition]
    // A view may end up reading itself; such a column comes from no table.
    const visited = new Set<string>()
    while (!visited.has(`${id}.${position}`)) {
      visited.add(`${id}.${position}`)
      const row = byId.get(id)
      if (row === undefined) return null
      if (row.rule === null) {
        const tableColumn = row.columns?.[position]
        return tableColumn === undefined ? null : { tableId: id, tableColumn }
      }
      const origin = originsOf(id, row.rule).get(position)
      if (origin === undefined) return null
      ;[id, position] = [origin.tableId, origin.tablePosition]
    }
    return null
  }

  function originsOf(id: number, rule: string): ReadonlyMap<number, ColumnOrigin> {
    const found = known.get(id) ?? new Map(readColumnOrigins(rule).map((origin) => [origin.position, origin]))
    known.set(id, found)
    return found
  }
}

/** View columns that show a whole primary key of an underlying table. */
function viewKeys(
  { schema, name }: TableRow,
  viewColumns: readonly ViewColumn[],
  sources: readonly ViewRow[],
): readonly string[] {
  const own = viewColumns.filter(({ view }) => view.schema === schema && view.name === name)
  const tableIds = new Set(own.map(({ tableId }) => tableId))
  return [...tableIds].flatMap((tableId) => {
    const key = sources.find(({ id }) => id === tableId)?.primary_key ?? []
    const shown = key.map(
      (column) => own.find((each) => each.tableId === tableId && each.tableColumn === column)?.column,
    )
    return shown.some((column) => column === undefined) ? [] : shown.filter((column) => column !== undefined)
  })
}

function toTable(row: TableRow, primaryKey: readonly string[]): Table {
  return {
    schema: row.schema,
    name: row.name,
    isView: row.is_view,
    isPartitioned: row.is_partitioned,
    comment: row.comment,
    columns: byName(row.columns),
    primaryKey,
  }
}

function toFunction(row: FunctionRow): DatabaseFunction & { readonly argumentTable: FunctionRow['argument_table'] } {
  const inputs = row.args.filter(({ mode }) => 'ibv'.includes(mode))
  const outputs = row.args.filter(({ mode }) => 'obt'.includes(mode))
  return {
    schema: row.schema,
    name: row.name,
    args: inputs.map(({ name, type, sqlType, mode }, index) => ({
      name,
      type,
      sqlType,
      isRequired: index < inputs.length - row.defaults && mode !== 'v',
      isVariadic: mode === 'v',
    })),
    isVolatile: row.is_volatile,
    returnsSet: row.returns_set,
    isOneRow: row.is_one_row,
    settings: row.settings,
    result: row.result,
    resultType: row.result_type,
    resultTable: row.result_table,
    argumentTable: row.argument_table,
    comment: row.comment,
    columns:
      outputs.length === 0
        ? null
        : byName(
            outputs.map(({ name, type }) => ({
              name,
              type,
              defaultSql: null,
              isNullable: true,
              comment: null,
              representation: null,
            })),
          ),
  }
}

/** All arguments are named, or the only one is unnamed and of a type that can take the body. */
function isCallable({ args }: DatabaseFunction): boolean {
  const [only, ...others] = args
  return args.every(({ name }) => name !== '') || (others.length === 0 && wholeTypes.has(only?.type ?? ''))
}

const wholeTypes: ReadonlySet<string> = new Set(['bytea', 'json', 'jsonb', 'text', 'xml'])

/** PostgREST's order of overloads: fewest arguments first, then by comment, names and types. */
function byArguments(one: DatabaseFunction, other: DatabaseFunction): number {
  if (one.args.length !== other.args.length) return one.args.length - other.args.length
  const [first, second] = [one, other].map(({ comment, args }) =>
    [comment ?? '', ...args.flatMap(({ name, type }) => [name, type])].join('\0'),
  )
  return first === second ? 0 : (first ?? '') < (second ?? '') ? -1 : 1
}

function byName(columns: readonly Column[]): ReadonlyMap<string, Column> {
  return new Map(columns.map((column) => [column.name, column]))
}
