import type { Statement } from '#server/database/database.ts'

import { whereSql } from './condition-sql.ts'
import type { ColumnSource } from './field-sql.ts'
import { columnsOf, orderSql, selectSql } from './field-sql.ts'
import type { Preferences, QueryParameters, ResultFormat, SelectItem } from './query-plan.ts'
import { columnNotFound, whereClauseRequired } from './rest-error.ts'
import { bodySql, expectationSql } from './result-sql.ts'
import type { RowsBody } from './parse-body.ts'
import type { Column, Table } from './schema-cache.ts'
import { quoteName, SqlParameters, tableName } from './sql-text.ts'

export interface WriteRequest {
  readonly table: Table
  readonly query: QueryParameters
  readonly preferences: Preferences
  readonly format: ResultFormat
}

/** POST on a table: one row or many, or an upsert. */
export function buildInsert(request: WriteRequest, body: RowsBody): Statement {
  const { table, query, preferences } = request
  const parameters = new SqlParameters()
  const columns = writtenColumns(table, query, body)
  const isMerge = preferences.resolution === 'merge-duplicates'
  const inserted = isMerge ? ', (xmax = 0) as pgrst_inserted' : ''
  const insert = [
    `insert into ${tableName(table.name)} as ${quoteName(table.name)}`,
    insertedRows(columns, body, preferences, parameters),
    conflictSql(table, query, preferences, columns),
    `returning ${returningSql(request)}${inserted}`,
  ].join(' ')
  return finish(request, insert, parameters, isMerge ? ', count(*) filter (where pgrst_inserted) as inserted' : '')
}

/** PATCH on a table. */
export function buildUpdate(request: WriteRequest, body: RowsBody): Statement {
  const { table, query } = request
  const parameters = new SqlParameters()
  const source = sourceOf(table)
  const columns = writtenColumns(table, query, body)
  if (query.conditions.length === 0) {
    throw whereClauseRequired('UPDATE')
  }
  if (columns.length === 0) {
    return finish(
      request,
      `select ${returningSql(request)} from ${tableName(table.name)} as ${source.alias} where false`,
      parameters,
    )
  }
  const assignments = columns.map(({ name }) => `${quoteName(name)} = pgrst_body.${quoteName(name)}`)
  const update = [
    `update ${tableName(table.name)} as ${source.alias} set ${assignments.join(', ')}`,
    `from (select * from ${recordsSql(columns, body, parameters)} as given limit 1) as pgrst_body`,
    whereSql(source, query.conditions, parameters),
    `returning ${returningSql(request)}`,
  ].join(' ')
  return finish(request, update, parameters)
}

/** DELETE on a table. */
export function buildDelete(request: WriteRequest): Statement {
  const { table, query } = request
  const parameters = new SqlParameters()
  const source = sourceOf(table)
  if (query.conditions.length === 0) {
    throw whereClauseRequired('DELETE')
  }
  const where = whereSql(source, query.conditions, parameters)
  const removal = `delete from ${tableName(table.name)} as ${source.alias} ${where} returning ${returningSql(request)}`
  return finish(request, removal, parameters)
}

function sourceOf(table: Table): ColumnSource {
  return { name: table.name, alias: quoteName(table.name), columns: table.columns }
}

/** The items that the answer shows; for headers-only the primary key as text, for the Location. */
function answeredItems({ table, query, preferences }: WriteRequest): readonly SelectItem[] {
  if (preferences.returned === 'representation') {
    return query.select
  }
  if (preferences.returned === 'headers-only') {
    return table.primaryKey.map((column) => ({ type: 'field', field: { column, path: [] }, alias: null, cast: 'text' }))
  }
  return []
}

/** Without a representation no column is named: then no right to read is needed. */
function returningSql(request: WriteRequest): string {
  const source = sourceOf(request.table)
  const order = request.preferences.returned === 'representation' ? request.query.order : []
  const columns = columnsOf(source, answeredItems(request), order)
  return columns.length === 0
    ? '1 as pgrst_one'
    : columns.map((column) => `${source.alias}.${quoteName(column)}`).join(', ')
}

/** Only what RETURNING gave may be shown, so `*` is written out: the row may also carry our own columns. */
function finish(request: WriteRequest, write: string, parameters: SqlParameters, extra = ''): Statement {
  const { table, query, preferences, format } = request
  const source = sourceOf(table)
  const items = answeredItems(request).flatMap((item): readonly SelectItem[] =>
    item.type === 'all'
      ? [...table.columns.keys()].map((column) => ({
          type: 'field',
          field: { column, path: [] },
          alias: null,
          cast: null,
        }))
      : [item],
  )
  const isShown = items.length > 0
  const order = preferences.returned === 'representation' ? orderSql(source, query.order, parameters) : ''
  const body = isShown
    ? `(select ${bodySql(format, 'rows')} from (
        select ${selectSql(source, items, parameters)} from written as ${source.alias} ${order}) as page)`
    : 'null'
  return parameters.statement(
    `with written as (${write})
    select count(*) as page_total, count(*) as total, ${body} as body${extra}${expectationSql(format.isSingular, preferences.maxAffected)}
    from written`,
  )
}

/** The columns of `columns=` or of the body's objects; all of them must be there. */
function writtenColumns(table: Table, query: QueryParameters, body: RowsBody): readonly Column[] {
  return (query.columns ?? body.keys()).map((name) => {
    const column = table.columns.get(name)
    if (column === undefined) {
      throw columnNotFound(table.name, name)
    }
    return column
  })
}

function insertedRows(
  columns: readonly Column[],
  body: RowsBody,
  preferences: Preferences,
  parameters: SqlParameters,
): string {
  if (columns.length === 0) {
    return body.count === 0 ? `(select where false)` : 'default values'
  }
  const names = columns.map(({ name }) => quoteName(name)).join(', ')
  const records = recordsSql(columns, body, parameters, preferences.missing === 'default')
  return `(${names}) select ${names} from ${records} as pgrst_body`
}

/** The body's objects as typed rows. */
function recordsSql(
  columns: readonly Column[],
  body: RowsBody,
  parameters: SqlParameters,
  isMissingDefault = false,
): string {
  const definitions = columns.map(({ name, type }) => `${quoteName(name)} ${type}`).join(', ')
  const json = `${parameters.add(body.json)}::json`
  const withDefaults = isMissingDefault ? defaultsSql(columns, json, parameters) : json
  return `(select * from json_to_recordset(${withDefaults}) as record(${definitions}))`
}

/** Puts each column's default under the objects, so that a key that is missing gets it instead of null. */
function defaultsSql(columns: readonly Column[], json: string, parameters: SqlParameters): string {
  const defaults = columns.flatMap(({ name, defaultSql }) =>
    defaultSql === null ? [] : [`${parameters.add(name)}::text, ${defaultSql}`],
  )
  return defaults.length === 0
    ? json
    : `(select json_agg(jsonb_build_object(${defaults.join(', ')}) || element::jsonb) from json_array_elements(${json}) element)`
}

function conflictSql(
  table: Table,
  query: QueryParameters,
  { resolution }: Preferences,
  columns: readonly Column[],
): string {
  const target = query.onConflict ?? table.primaryKey
  if (resolution === null || target.length === 0) {
    return ''
  }
  for (const name of target) {
    if (!table.columns.has(name)) {
      throw columnNotFound(table.name, name)
    }
  }
  const assignments = columns.map(({ name }) => `${quoteName(name)} = excluded.${quoteName(name)}`).join(', ')
  const action =
    resolution === 'ignore-duplicates' || assignments === '' ? 'do nothing' : `do update set ${assignments}`
  return `on conflict (${target.map(quoteName).join(', ')}) ${action}`
}
