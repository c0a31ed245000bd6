import type { FieldPath } from './query-plan.ts'
import type { Column, Representation } from './schema-cache.ts'
import type { SchemaName, SqlParameters } from './sql-text.ts'
import { quoteName } from './sql-text.ts'

/** A source of columns: a table, or the rows of a function or write. */
export interface ColumnSource {
  /** The name callers use, for errors and relationships. */
  readonly name: string
  /** The quoted alias in the statement. */
  readonly alias: string
  /** Null when only PostgreSQL knows the columns. */
  readonly columns: ReadonlyMap<string, Column> | null
  readonly table: SchemaName | null
  /** Whether the alias is exactly a row of the table's type. */
  readonly isWholeRow: boolean
}

/** A column or a path inside it. PostgreSQL itself checks that the column exists. */
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

/** The column's representation, from its domain's casts; null for JSON paths and other columns. */
export function representationOf(source: ColumnSource, { column, path }: FieldPath): Representation | null {
  return path.length === 0 ? (source.columns?.get(column)?.representation ?? null) : null
}

/** A column's type; null for computed columns (functions of the row) and unknown ones. */
export function typeOf(source: ColumnSource, column: string): string | null {
  return source.columns?.get(column)?.type ?? null
}

/** A JSON path takes the name of its last non-numeric key. */
export function nameOfField({ column, path }: FieldPath): string {
  const key = path.findLast((step) => typeof step.key === 'string')?.key
  return typeof key === 'string' ? key : column
}
