import type { FieldPath } from './query-plan.ts'
import type { Column, Representation } from './schema-cache.ts'
import type { SchemaName, SqlParameters } from './sql-text.ts'
import { quoteName } from './sql-text.ts'

/** Where the columns of a statement come from: a table, or what a function or a write returns. */
export interface ColumnSource {
  /** How callers know it, for errors and relationships. */
  readonly name: string
  /** How the statement calls it, quoted. */
  readonly alias: string
  /** Null when the columns are only known to PostgreSQL. */
  readonly columns: ReadonlyMap<string, Column> | null
  /** The table whose rows these are. */
  readonly table: SchemaName | null
  /** Whether the alias stands for rows of the table's own type, with nothing added or left out. */
  readonly isWholeRow: boolean
}

/** A column, or the value at a place inside it. Whether there is such a column PostgreSQL says itself. */
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

/** How clients see a column whose domain has casts of its own; null for what is inside it, and for all others. */
export function representationOf(source: ColumnSource, { column, path }: FieldPath): Representation | null {
  return path.length === 0 ? (source.columns?.get(column)?.representation ?? null) : null
}

/** The type of a column; null for a computed one, which is a function of the row, and for one that isn't there. */
export function typeOf(source: ColumnSource, column: string): string | null {
  return source.columns?.get(column)?.type ?? null
}

/** A JSON path is called by its last key; a number there says nothing, so the one before it counts. */
export function nameOfField({ column, path }: FieldPath): string {
  const key = path.findLast((step) => typeof step.key === 'string')?.key
  return typeof key === 'string' ? key : column
}
