import type { Database } from '#backend/database/database.ts'

import { isOrderedAsJson, parseChangeFilter, takesPlainText, type PreparedCondition } from './change-filter.ts'

export interface PublishedTable {
  readonly relation: number
  readonly schema: string
  readonly name: string
  readonly columns: readonly TableColumn[]
  readonly keys: readonly string[]
}

interface TableColumn {
  readonly name: string
  /** In pg_type's spelling: `timestamptz`, `_int4`. */
  readonly type: string
  readonly sqlType: string
}

/** The changes a client subscribes to; no table means every published table of the schema. */
export interface ChangeRequest {
  readonly schema: string
  readonly table: string | null
  readonly filter: string | null
  readonly select: readonly string[] | null
}

/** Tables of the publication supabase_realtime, with what subscriptions need to know. */
export class PublishedTables {
  readonly #database: Database
  #tables: ReadonlyMap<number, PublishedTable> = new Map()

  constructor(database: Database) {
    this.#database = database
  }

  get(relation: number): PublishedTable | undefined {
    return this.#tables.get(relation)
  }

  /** Reads the publication and adds triggers to new tables. */
  async refresh(isStart = false): Promise<void> {
    const rows = isStart ? [] : await this.#read()
    if (isStart || rows.some((row) => row['is_captured'] !== true && (row['keys'] as unknown[]).length > 0)) {
      await this.#database.transaction('system', [{ text: 'select realtime.follow_publication()' }])
      rows.splice(0, rows.length, ...(await this.#read()))
    }
    const tables = rows.map(toTable).filter((table) => table.keys.length > 0)
    this.#tables = new Map(tables.map((table) => [table.relation, table]))
  }

  /** The matching tables with prepared filters; a string is the error. */
  async plan({
    schema,
    table,
    filter,
    select,
  }: ChangeRequest): Promise<ReadonlyMap<number, readonly PreparedCondition[]> | string> {
    const isRequested = (each: PublishedTable) =>
      (schema === '*' || each.schema === schema) && (table === null || table === '*' || each.name === table)
    await this.refresh()
    const meant = [...this.#tables.values()].filter(isRequested)
    if (meant.length === 0) return 'no such table is published'
    const conditions = filter === null || filter === '' ? [] : parseChangeFilter(filter)
    if (typeof conditions === 'string') return conditions
    const planned = new Map<number, readonly PreparedCondition[]>()
    for (const each of meant) {
      const unknown = select?.find((wanted) => each.columns.every(({ name }) => name !== wanted))
      if (unknown !== undefined) return `invalid column for select ${unknown}`
      const prepared: PreparedCondition[] = []
      for (const condition of conditions) {
        const column = each.columns.find(({ name }) => name === condition.column)
        if (column === undefined) return `invalid column for filter ${condition.column}`
        if (['lt', 'lte', 'gt', 'gte'].includes(condition.operator) && !isOrderedAsJson(column.type)) {
          return `the operator ${condition.operator} is not supported for the type ${column.sqlType}`
        }
        const values = takesPlainText(condition.operator)
          ? condition.values
          : await this.#canonical(column.sqlType, condition.values)
        if (values === null) return `a value of ${condition.column} is no ${column.sqlType}`
        prepared.push({ ...condition, values })
      }
      planned.set(each.relation, prepared)
    }
    return planned
  }

  async #read(): Promise<Readonly<Record<string, unknown>>[]> {
    const [result] = await this.#database.transaction(
      'system',
      [{ text: 'select * from realtime.published_tables()' }],
      {
        readOnly: true,
      },
    )
    return [...(result?.rows ?? [])]
  }

  async #canonical(type: string, values: readonly string[]): Promise<readonly unknown[] | null> {
    const text = 'select realtime.canonical($1, v) as value from unnest($2::text[]) with ordinality u (v, n) order by n'
    const [result] = await this.#database.transaction('system', [{ text, values: [type, values] }], { readOnly: true })
    const canonical = result?.rows.map((row) => row['value'] ?? null) ?? []
    return canonical.includes(null) ? null : canonical
  }
}

function toTable(row: Readonly<Record<string, unknown>>): PublishedTable {
  return {
    relation: Number(row['relation']),
    schema: String(row['schema_name']),
    name: String(row['table_name']),
    columns: row['columns'] as readonly TableColumn[],
    keys: row['keys'] as readonly string[],
  }
}
