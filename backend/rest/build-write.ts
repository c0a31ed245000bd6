import type { Statement } from '#backend/database/database.ts'

import { whereSql } from './condition-sql.ts'
import type { ColumnSource } from './field-sql.ts'
import type { RowsBody } from './parse-body.ts'
import type { FieldItem, Preferences, QueryParameters, ResultFormat } from './query-plan.ts'
import type { ReadPlan } from './read-plan.ts'
import { whereClauseRequired } from './rest-error.ts'
import { bodySql, expectationSql, expectSql, pageSql, responseSettingsSql } from './result-sql.ts'
import type { Column, Table } from './schema-cache.ts'
import { columnNotFound } from './schema-refusals.ts'
import { columnsReadBy, selectSql } from './select-sql.ts'
import { qualifiedName, quoteName, SqlParameters } from './sql-text.ts'

export interface WriteRequest {
  readonly table: Table
  readonly query: QueryParameters
  /** What to return of the written rows. */
  readonly plan: ReadPlan
  readonly preferences: Preferences
  readonly format: ResultFormat
}

/** POST on a table: one row or many, or an upsert. */
export function buildInsert(request: WriteRequest, body: RowsBody): Statement {
  const { table, query, preferences } = request
  const parameters = new SqlParameters()
  const columns = writtenColumns(table, query, body)
  const isMerge = preferences.resolution === 'merge-duplicates'
  const insert = insertSql(request, [
    insertedRows(columns, body, preferences, parameters),
    conflictSql(table, query, preferences, columns),
  ])
  const target = query.onConflict ?? table.primaryKey
  return finish(request, insert, parameters, isMerge ? insertedSql(table, target, columns, body, parameters) : '')
}

/** PUT on a table: inserts or replaces the one row the URL names. */
export function buildPut(request: WriteRequest, body: RowsBody): Statement {
  const { table, query, preferences } = request
  const parameters = new SqlParameters()
  const columns = writtenColumns(table, query, body)
  const names = columns.map(({ name }) => quoteName(name)).join(', ')
  const given = { ...sourceOf(table), alias: 'pgrst_body' }
  const records = recordsSql(columns, body, parameters, preferences.missing === 'default')
  // The body must match the URL, so that it can't replace another row.
  const rows = `(${names}) select ${names} from ${records} as pgrst_body ${whereSql(given, query.conditions, parameters)}`
  const insert = insertSql(request, [rows, mergeSql(table.primaryKey, columns)])
  return finish(
    request,
    insert,
    parameters,
    `${insertedSql(table, table.primaryKey, columns, body, parameters)}, ${expectSql('count(*) = 1', 'PGRST115')} as is_same_row`,
  )
}

export function buildUpdate(request: WriteRequest, body: RowsBody): Statement {
  const { table, query } = request
  const parameters = new SqlParameters()
  const source = sourceOf(table)
  const columns = writtenColumns(table, query, body)
  if (query.conditions.length === 0) {
    throw whereClauseRequired('UPDATE')
  }
  if (columns.length === 0) {
    const nothing = `select ${returningSql(request)} from ${qualifiedName(table)} as ${source.alias} where false`
    return finish(request, nothing, parameters)
  }
  const assignments = columns.map(({ name }) => `${quoteName(name)} = pgrst_body.${quoteName(name)}`)
  const update = [
    `update ${qualifiedName(table)} as ${source.alias} set ${assignments.join(', ')}`,
    `from (select * from ${recordsSql(columns, body, parameters, request.preferences.missing === 'default')} as given limit 1) as pgrst_body`,
    whereSql(source, query.conditions, parameters),
    `returning ${returningSql(request)}`,
  ].join(' ')
  return finish(request, update, parameters)
}

export function buildDelete(request: WriteRequest): Statement {
  const { table, query } = request
  const parameters = new SqlParameters()
  const source = sourceOf(table)
  if (query.conditions.length === 0) {
    throw whereClauseRequired('DELETE')
  }
  const where = whereSql(source, query.conditions, parameters)
  const removal = `delete from ${qualifiedName(table)} as ${source.alias} ${where} returning ${returningSql(request)}`
  return finish(request, removal, parameters)
}

/** A table's rows as a writing statement sees them. */
export function sourceOf(table: Table): ColumnSource {
  return { name: table.name, alias: quoteName(table.name), columns: table.columns, table, isWholeRow: false }
}

/**
 * How many rows an upsert inserted. Views and partitioned tables can't tell; there, counts the rows that didn't exist
 * before.
 */
function insertedSql(
  table: Table,
  target: readonly string[],
  columns: readonly Column[],
  body: RowsBody,
  parameters: SqlParameters,
): string {
  if (knowsInserted(table)) {
    return ', count(*) filter (where pgrst_inserted) as inserted'
  }
  const isKeyGiven = target.length > 0 && target.every((name) => columns.some((column) => column.name === name))
  if (!isKeyGiven) {
    return ', count(*) as inserted'
  }
  const records = recordsSql(columns, body, parameters)
  const same = target.map((name) => `there.${quoteName(name)} = given.${quoteName(name)}`).join(' and ')
  return `, count(*) - (select count(*) from ${qualifiedName(table)} as there join ${records} as given on ${same}) as inserted`
}

function knowsInserted({ isView, isPartitioned }: Table): boolean {
  return !isView && !isPartitioned
}

function insertSql(request: WriteRequest, parts: readonly string[]): string {
  const { table, preferences } = request
  const isMerge = preferences.resolution === 'merge-duplicates'
  const inserted = isMerge && knowsInserted(table) ? ', (xmax = 0) as pgrst_inserted' : ''
  return [
    `insert into ${qualifiedName(table)} as ${quoteName(table.name)}`,
    ...parts,
    `returning ${returningSql(request)}${inserted}`,
  ].join(' ')
}

/** The plan of the response; for headers-only the primary key as text, for Location. */
function answeredPlan({ table, plan, preferences }: WriteRequest): ReadPlan | null {
  if (preferences.returned === 'representation') {
    return plan
  }
  if (preferences.returned === 'headers-only' && table.primaryKey.length > 0) {
    const items = table.primaryKey.map((column): FieldItem => ({
      type: 'field',
      field: { column, path: [] },
      alias: null,
      // Cast to text, except columns with a representation.
      cast: table.columns.get(column)?.representation?.toJson === undefined ? 'text' : null,
      aggregate: null,
    }))
    return { ...plan, items, embeds: [], order: [] }
  }
  return null
}

/** Names no column unless a representation is requested, so that writing needs no read permission. */
function returningSql(request: WriteRequest): string {
  const plan = answeredPlan(request)
  const columns = plan === null ? [] : columnsReadBy(plan)
  const alias = quoteName(request.table.name)
  return columns.length === 0 ? '1 as pgrst_one' : columns.map((column) => `${alias}.${quoteName(column)}`).join(', ')
}

/** Writes `*` out, because the row may also carry internal columns. */
function finish(request: WriteRequest, write: string, parameters: SqlParameters, extra = ''): Statement {
  const { preferences, format } = request
  const plan = answeredPlan(request)
  // The Location key is read as JSON, whatever Accept prefers.
  const shownFormat: ResultFormat = preferences.returned === 'representation' ? format : { ...format, type: 'json' }
  const shown =
    plan === null
      ? null
      : selectSql({ ...plan, conditions: [] }, `written as ${plan.source.alias}`, parameters, {
          isAllExpanded: true,
          hasRange: false,
        })
  const body =
    shown === null
      ? 'null'
      : `(with page as (${shown}) select ${bodySql(shownFormat, 'rows', request.plan.maxBytes)} from ${pageSql(shownFormat, 'rows')})`
  return parameters.statement(
    `with written as (${write})
    select count(*) as page_total, count(*) as total, ${body} as body, ${responseSettingsSql}${extra}${expectationSql(format.isSingular, preferences.maxAffected)}
    from written`,
  )
}

/** The columns of `columns=` or of the body's objects; all must exist. */
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
  const definitions = columns.map(
    ({ name, type, representation }) => `${quoteName(name)} ${representation?.fromJson === undefined ? type : 'json'}`,
  )
  const isRepresented = columns.some(({ representation }) => representation?.fromJson !== undefined)
  const json = `${parameters.add(body.json)}::json`
  const withDefaults = isMissingDefault ? defaultsSql(columns, json, parameters) : json
  const values = isRepresented ? columns.map(recordedValue).join(', ') : '*'
  return `(select ${values} from json_to_recordset(${withDefaults}) as record(${definitions.join(', ')}))`
}

function recordedValue({ name, representation }: Column): string {
  const value = quoteName(name)
  return representation?.fromJson === undefined ? value : `${representation.fromJson}(${value}) as ${value}`
}

/** Merges each column's default under the objects, so that missing keys get it instead of null. */
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
  // PostgreSQL itself checks that the columns exist and are unique.
  return resolution === 'ignore-duplicates' || columns.length === 0
    ? `on conflict (${target.map(quoteName).join(', ')}) do nothing`
    : mergeSql(target, columns)
}

function mergeSql(target: readonly string[], columns: readonly Column[]): string {
  const assignments = columns.map(({ name }) => `${quoteName(name)} = excluded.${quoteName(name)}`).join(', ')
  return `on conflict (${target.map(quoteName).join(', ')}) do update set ${assignments}`
}
