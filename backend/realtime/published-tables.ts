import type { Caller, Database } from '#backend/database/database.ts'

import {
  isOrderedAsJson,
  parseChangeFilter,
  prepareCondition,
  takesPlainText,
  type FilterCondition,
  type PreparedCondition,
} from './change-filter.ts'
import { createPace } from './pace.ts'

export interface PublishedTable {
  readonly relation: number
  readonly schema: string
  readonly name: string
  readonly columns: readonly TableColumn[]
  readonly keys: readonly string[]
  /** Columns that each role may not read. */
  readonly hidden: Readonly<Record<string, readonly string[]>>
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

/** A table's filter. Filters with equal keys accept the same rows. */
export interface PreparedFilter {
  readonly key: string
  readonly conditions: readonly PreparedCondition[]
  /** A value that every accepted row has; null without one. */
  readonly exact: ExactValue | null
}

export interface ExactValue {
  readonly column: string
  /** As JSON, so that text and numbers stay distinct. */
  readonly value: string
  /** Whether deleted rows still have it. */
  readonly isKey: boolean
}

/** Who subscribes, and what a plan may cost. */
export interface Planner {
  readonly caller: Caller
  /** False once the client has gone. */
  readonly isWanted: () => boolean
  /** False when the client has compiled too many patterns. */
  readonly maySpend: (steps: number) => boolean
}

/** Tables of the publication supabase_realtime, with what subscriptions need to know. */
export class PublishedTables {
  readonly #database: Database
  #tables: ReadonlyMap<number, PublishedTable> = new Map()
  #refreshing: Promise<void> | null = null
  /** Starts when the running refresh ends, for everyone who asked meanwhile. */
  #nextRefresh: Promise<void> | null = null

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

  /**
   * For each request the matching tables with prepared filters, or the error. Null once the client has gone. Costs the
   * caller one query at most.
   */
  async plan(
    requests: readonly ChangeRequest[],
    planner: Planner,
  ): Promise<readonly (ReadonlyMap<number, PreparedFilter> | string)[] | null> {
    await this.#refreshTogether()
    const pace = createPace()
    const drafts: (readonly Draft[] | string)[] = []
    // Equal requests are planned once.
    const known = new Map<string, readonly Draft[] | string>()
    for (const request of requests) {
      if (!planner.isWanted()) return null
      if (pace.isDue()) await pace.rest()
      const key = JSON.stringify([request.schema, request.table, request.filter, request.select])
      const draft = known.get(key) ?? this.#draft(request, planner)
      known.set(key, draft)
      drafts.push(draft)
    }
    const values = new Values()
    for (const draft of known.values()) {
      if (typeof draft === 'string') continue
      for (const { conditions } of draft) {
        for (const { sqlType, condition } of conditions) {
          if (!takesPlainText(condition.operator)) values.add(sqlType, condition.values)
        }
      }
    }
    if (values.size > valuesMax) return requests.map(() => `the filters of a channel have at most ${valuesMax} values`)
    if (!planner.isWanted()) return null
    if (values.size > 0) await values.convert(this.#database, planner.caller)
    const finished = new Map<readonly Draft[] | string, ReadonlyMap<number, PreparedFilter> | string>()
    for (const draft of drafts) {
      if (pace.isDue()) await pace.rest()
      if (!finished.has(draft)) finished.set(draft, finish(draft, values))
    }
    return drafts.map((draft) => finished.get(draft) ?? '')
  }

  /** One refresh serves all joins that wait for it. */
  #refreshTogether(): Promise<void> {
    const run = (): Promise<void> => {
      this.#nextRefresh = null
      this.#refreshing = this.refresh().finally(() => {
        this.#refreshing = null
      })
      return this.#refreshing
    }
    if (this.#refreshing === null) return run()
    this.#nextRefresh ??= this.#refreshing.catch(() => undefined).then(run)
    return this.#nextRefresh
  }

  /** The requested tables with parsed filters; a string is the error. */
  #draft({ schema, table, filter, select }: ChangeRequest, { caller, maySpend }: Planner): readonly Draft[] | string {
    const meant = [...this.#tables.values()].filter(
      (each) => (schema === '*' || each.schema === schema) && (table === null || table === '*' || each.name === table),
    )
    if (meant.length === 0) return 'no such table is published'
    const parsed = filter === null || filter === '' ? [] : parseChangeFilter(filter, maySpend)
    if (typeof parsed === 'string') return parsed
    const drafts: Draft[] = []
    for (const each of meant) {
      const unknown = select?.find((wanted) => each.columns.every(({ name }) => name !== wanted))
      if (unknown !== undefined) return `invalid column for select ${unknown}`
      const conditions: DraftCondition[] = []
      for (const condition of parsed) {
        const column = each.columns.find(({ name }) => name === condition.column)
        // A filter on a hidden column would reveal it.
        if (column === undefined || each.hidden[caller.role]?.includes(column.name) === true) {
          return `invalid column for filter ${condition.column}`
        }
        if (['lt', 'lte', 'gt', 'gte'].includes(condition.operator) && !isOrderedAsJson(column.type)) {
          return `the operator ${condition.operator} is not supported for the type ${column.sqlType}`
        }
        conditions.push({ sqlType: column.sqlType, type: column.type, condition })
      }
      drafts.push({ table: each, conditions })
    }
    return drafts
  }

  async #read(): Promise<Readonly<Record<string, unknown>>[]> {
    const [result] = await this.#database.transaction(
      'system',
      [{ text: 'select t.*, realtime.hidden_columns(t.relation::oid) as hidden from realtime.published_tables() t' }],
      {
        readOnly: true,
      },
    )
    return [...(result?.rows ?? [])]
  }
}

interface Draft {
  readonly table: PublishedTable
  readonly conditions: readonly DraftCondition[]
}

interface DraftCondition {
  readonly sqlType: string
  readonly type: string
  readonly condition: FilterCondition
}

/** Filter values in the output format of their column types, each converted once. */
class Values {
  readonly #converted = new Map<string, Map<string, unknown>>()

  get size(): number {
    return [...this.#converted.values()].reduce((sum, { size }) => sum + size, 0)
  }

  add(type: string, values: readonly string[]): void {
    const known = this.#converted.get(type) ?? new Map<string, unknown>()
    this.#converted.set(type, known)
    for (const value of values) known.set(value, null)
  }

  async convert(database: Database, caller: Caller): Promise<void> {
    const pairs = [...this.#converted].flatMap(([type, values]) => [...values.keys()].map((value) => [type, value]))
    const text = `select realtime.canonical(u.t, u.v) as value
      from unnest($1::text[], $2::text[]) with ordinality u (t, v, n) order by n`
    const values = [pairs.map(([type]) => type), pairs.map(([, value]) => value)]
    const [result] = await database.transaction(caller, [{ text, values }], { readOnly: true })
    for (const [index, [type = '', value = '']] of pairs.entries()) {
      this.#converted.get(type)?.set(value, result?.rows[index]?.['value'] ?? null)
    }
  }

  /** Null for a value that isn't of the type. */
  get(type: string, value: string): unknown {
    return this.#converted.get(type)?.get(value) ?? null
  }
}

function finish(draft: readonly Draft[] | string, values: Values): ReadonlyMap<number, PreparedFilter> | string {
  if (typeof draft === 'string') return draft
  const planned = new Map<number, PreparedFilter>()
  for (const { table, conditions } of draft) {
    const prepared: PreparedCondition[] = []
    const keys: unknown[] = []
    let exact: ExactValue | null = null
    for (const { sqlType, type, condition } of conditions) {
      const { column, isNegated, operator } = condition
      const converted: readonly unknown[] = takesPlainText(operator)
        ? condition.values
        : condition.values.map((value) => values.get(sqlType, value))
      if (converted.includes(null)) return `a value of ${column} is no ${sqlType}`
      prepared.push(prepareCondition(condition, converted))
      keys.push([column, isNegated, operator, converted])
      const isKey = table.keys.includes(column)
      // Found before the row's visibility is checked, so the time this takes may only depend on ids that nobody guesses.
      const isFindable = isKey || type === 'uuid'
      if (operator === 'eq' && !isNegated && isFindable && (exact === null || (isKey && !exact.isKey))) {
        exact = { column, value: JSON.stringify(converted[0] ?? null), isKey }
      }
    }
    planned.set(table.relation, { key: JSON.stringify(keys), conditions: prepared, exact })
  }
  return planned
}

/** Converting one takes some 20 µs of the database's time. */
const valuesMax = 2_000

function toTable(row: Readonly<Record<string, unknown>>): PublishedTable {
  return {
    relation: Number(row['relation']),
    schema: String(row['schema_name']),
    name: String(row['table_name']),
    columns: row['columns'] as readonly TableColumn[],
    keys: row['keys'] as readonly string[],
    hidden: row['hidden'] as Readonly<Record<string, readonly string[]>>,
  }
}
