import type { Database } from '#server/database/database.ts'

export interface Column {
  readonly name: string
  /** As PostgreSQL writes it: `timestamp with time zone`, `uuid[]`. */
  readonly type: string
  /** SQL of the default, from the catalog. */
  readonly defaultSql: string | null
}

export interface Table {
  readonly name: string
  readonly columns: ReadonlyMap<string, Column>
  readonly primaryKey: readonly string[]
}

export interface FunctionArgument {
  readonly name: string
  readonly type: string
  readonly isRequired: boolean
}

export interface DatabaseFunction {
  readonly name: string
  readonly args: readonly FunctionArgument[]
  readonly isVolatile: boolean
  readonly returnsSet: boolean
  readonly result: 'void' | 'scalar' | 'rows'
  /** The columns of `returns table (…)`; null when they are a table's, or not known before the call. */
  readonly columns: ReadonlyMap<string, Column> | null
}

export interface Schema {
  readonly tables: ReadonlyMap<string, Table>
  /** Several by one name are overloads. */
  readonly functions: ReadonlyMap<string, readonly DatabaseFunction[]>
}

/** What schema `public` holds. Only names found here ever stand in a statement. */
export class SchemaCache {
  readonly #database: Database
  readonly #now: () => number
  #loaded: Promise<Schema> | null = null
  #loadedAtMs = 0

  constructor(database: Database, now: () => number) {
    this.#database = database
    this.#now = now
  }

  /** The schema as last read. */
  current(): Promise<Schema> {
    return this.#loaded ?? this.#load()
  }

  /**
   * Asks again when `find` comes back empty, since a migration may have run meanwhile; at most once a second, so that
   * wrong names are no way to keep the database busy.
   */
  async find<T>(find: (schema: Schema) => T | undefined): Promise<T | undefined> {
    const found = find(await this.current())
    if (found !== undefined || this.#now() - this.#loadedAtMs < shortestReloadMs) {
      return found
    }
    return find(await this.#load())
  }

  #load(): Promise<Schema> {
    this.#loadedAtMs = this.#now()
    const loading = readSchema(this.#database)
    this.#loaded = loading
    loading.catch(() => {
      this.#loaded = null
    })
    return loading
  }
}

const shortestReloadMs = 1000

async function readSchema(database: Database): Promise<Schema> {
  const [tables, functions] = await database.transaction('system', [{ text: tablesText }, { text: functionsText }], {
    readOnly: true,
  })
  return {
    tables: new Map((tables?.rows ?? []).map((row) => toTable(row as unknown as TableRow)).map((t) => [t.name, t])),
    functions: Map.groupBy(
      (functions?.rows ?? []).map((row) => toFunction(row as unknown as FunctionRow)),
      ({ name }) => name,
    ),
  }
}

const tablesText = `
  select c.relname as name,
    coalesce((
      select jsonb_agg(jsonb_build_object(
        'name', a.attname, 'type', format_type(a.atttypid, a.atttypmod), 'defaultSql', pg_get_expr(d.adbin, d.adrelid)
      ) order by a.attnum)
      from pg_attribute a left join pg_attrdef d
        on d.adrelid = a.attrelid and d.adnum = a.attnum and a.attgenerated = ''
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    ), '[]') as columns,
    coalesce((
      select jsonb_agg(a.attname order by array_position(i.indkey::smallint[], a.attnum))
      from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
      where i.indrelid = c.oid and i.indisprimary
    ), '[]') as primary_key
  from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f')`

const functionsText = `
  select p.proname as name, p.provolatile = 'v' as is_volatile, p.proretset as returns_set, p.pronargdefaults as defaults,
    case
      when p.prorettype = 'void'::regtype then 'void'
      when t.typtype = 'c' or p.prorettype = 'record'::regtype or p.proargmodes && '{o,b,t}' then 'rows'
      else 'scalar'
    end as result,
    coalesce((
      select jsonb_agg(jsonb_build_object(
        'name', coalesce(a.name, ''), 'mode', coalesce(a.mode, 'i'), 'type', format_type(a.type, null)
      ) order by a.position)
      from unnest(coalesce(p.proallargtypes, p.proargtypes::oid[]), p.proargmodes::text[], p.proargnames)
        with ordinality a (type, mode, name, position)
    ), '[]') as args
  from pg_proc p join pg_type t on t.oid = p.prorettype
  where p.pronamespace = 'public'::regnamespace and p.prokind = 'f'
    and p.prorettype not in ('trigger'::regtype, 'event_trigger'::regtype)`

interface TableRow {
  readonly name: string
  readonly columns: readonly Column[]
  readonly primary_key: readonly string[]
}

interface FunctionRow {
  readonly name: string
  readonly is_volatile: boolean
  readonly returns_set: boolean
  readonly defaults: number
  readonly result: DatabaseFunction['result']
  readonly args: readonly { readonly name: string; readonly mode: string; readonly type: string }[]
}

function toTable(row: TableRow): Table {
  return { name: row.name, columns: byName(row.columns), primaryKey: row.primary_key }
}

function toFunction(row: FunctionRow): DatabaseFunction {
  const inputs = row.args.filter(({ mode }) => 'ibv'.includes(mode))
  const outputs = row.args.filter(({ mode }) => 'obt'.includes(mode))
  return {
    name: row.name,
    args: inputs.map(({ name, type }, index) => ({ name, type, isRequired: index < inputs.length - row.defaults })),
    isVolatile: row.is_volatile,
    returnsSet: row.returns_set,
    result: row.result,
    columns: outputs.length === 0 ? null : byName(outputs.map(({ name, type }) => ({ name, type, defaultSql: null }))),
  }
}

function byName(columns: readonly Column[]): ReadonlyMap<string, Column> {
  return new Map(columns.map((column) => [column.name, column]))
}
