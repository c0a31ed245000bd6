import type { FieldPath, OrderTerm, SelectItem } from './query-plan.ts'
import { relationshipNotFound, undefinedColumn } from './rest-error.ts'
import type { Column } from './schema-cache.ts'
import type { SqlParameters } from './sql-text.ts'
import { quoteName } from './sql-text.ts'

/** Where the columns of a statement come from: a table, or what a function returns. */
export interface ColumnSource {
  /** How callers know it, for errors. */
  readonly name: string
  /** How the statement calls it, quoted. */
  readonly alias: string
  /** Null when the columns are only known to PostgreSQL; then it judges the names. */
  readonly columns: ReadonlyMap<string, Column> | null
}

/** A column, or the value at a place inside it. */
export function fieldSql(source: ColumnSource, { column, path }: FieldPath, parameters: SqlParameters): string {
  const type = typeOf(source, column)
  const base = `${source.alias}.${quoteName(column)}`
  if (path.length === 0) {
    return base
  }
  const json = type === 'json' || type === 'jsonb' ? base : `to_jsonb(${base})`
  return path.reduce((sql, { arrow, key }) => {
    const place = typeof key === 'number' ? String(key) : `${parameters.add(key)}::text`
    return `${sql} ${arrow} ${place}`
  }, json)
}

/** The type of a column, or null when it isn't known. Throws PostgreSQL's own error when there is no such column. */
export function typeOf(source: ColumnSource, column: string): string | null {
  if (source.columns === null) {
    return null
  }
  const known = source.columns.get(column)
  if (known === undefined) {
    throw undefinedColumn(source.name, column)
  }
  return known.type
}

export function selectSql(source: ColumnSource, items: readonly SelectItem[], parameters: SqlParameters): string {
  return items.map((item) => itemSql(source, item, parameters)).join(', ')
}

export function orderSql(source: ColumnSource, terms: readonly OrderTerm[], parameters: SqlParameters): string {
  if (terms.length === 0) {
    return ''
  }
  const parts = terms.map(({ field, direction, nulls }) =>
    [fieldSql(source, field, parameters), direction, nulls === null ? null : `nulls ${nulls}`]
      .filter((part) => part !== null)
      .join(' '),
  )
  return `order by ${parts.join(', ')}`
}

/** The columns that the items are made of, for RETURNING: a caller needs the right to read these and no others. */
export function columnsOf(source: ColumnSource, items: readonly SelectItem[], terms: readonly OrderTerm[]): string[] {
  const fields = [
    ...items.flatMap((item) => (item.type === 'field' ? [item.field.column] : [])),
    ...terms.map(({ field }) => field.column),
  ]
  for (const field of fields) {
    typeOf(source, field)
  }
  const all = items.some(({ type }) => type === 'all') ? [...(source.columns?.keys() ?? [])] : []
  return [...new Set([...all, ...fields])]
}

function itemSql(source: ColumnSource, item: SelectItem, parameters: SqlParameters): string {
  if (item.type === 'all') {
    return `${source.alias}.*`
  }
  if (item.type === 'embed') {
    throw relationshipNotFound(source.name, item.relation)
  }
  const value = fieldSql(source, item.field, parameters)
  const sql = item.cast === null ? value : `cast(${value} as ${item.cast})`
  const name = item.alias ?? nameOf(item.field)
  return `${sql} as ${quoteName(name)}`
}

/** A JSON path is called by its last key; a number there says nothing, so the one before it counts. */
function nameOf({ column, path }: FieldPath): string {
  const key = path.findLast(({ key }) => typeof key === 'string')?.key
  return typeof key === 'string' ? key : column
}
