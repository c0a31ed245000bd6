import type { Statement } from '#server/database/database.ts'

import { rangeSql } from './build-read.ts'
import { whereSql } from './condition-sql.ts'
import type { ColumnSource } from './field-sql.ts'
import { orderSql, selectSql } from './field-sql.ts'
import type { Preferences, QueryParameters, ResultFormat } from './query-plan.ts'
import { bodySql, expectationSql } from './result-sql.ts'
import type { DatabaseFunction, FunctionArgument } from './schema-cache.ts'
import { quoteName, SqlParameters, tableName } from './sql-text.ts'

/** The arguments by name, as JSON from a body or as text from the address. */
export type CallArguments =
  | { readonly type: 'json'; readonly json: string; readonly names: readonly string[] }
  | { readonly type: 'text'; readonly values: ReadonlyMap<string, string> }

export interface CallRequest {
  readonly called: DatabaseFunction
  readonly args: CallArguments
  readonly query: QueryParameters
  readonly preferences: Preferences
  readonly format: ResultFormat
}

/** POST or GET on rpc/. The function runs once; what it gives is filtered and cut like a table. */
export function buildCall({ called, args, query, preferences, format }: CallRequest): Statement {
  const parameters = new SqlParameters()
  const call = callSql(called, args, parameters)
  if (called.result === 'void') {
    return parameters.statement(
      `with result as materialized (select 1 as one from ${call} as called)
      select count(*) as page_total, null::bigint as total, null as body from result`,
    )
  }
  const isRows = called.result === 'rows'
  const source: ColumnSource = { name: called.name, alias: quoteName(called.name), columns: called.columns }
  const columns = isRows ? '' : '(pgrst_scalar)'
  const from = `from result as ${source.alias}`
  const items = isRows ? selectSql(source, query.select, parameters) : `${source.alias}.pgrst_scalar`
  const where = isRows ? whereSql(source, query.conditions, parameters) : ''
  const order = isRows ? orderSql(source, query.order, parameters) : ''
  const total = preferences.count === null ? 'null::bigint' : `(select count(*) ${from} ${where})`
  const isSingular = format.isSingular && isRows && called.returnsSet
  return parameters.statement(
    `with result as materialized (select called.* from ${call} as called${columns}),
    page as (select ${items} ${from} ${where} ${order} ${called.returnsSet ? rangeSql(query.range) : ''})
    select count(*) as page_total, ${total} as total, ${bodySql(format, shapeOf(called))} as body${
      called.isVolatile ? expectationSql(isSingular, preferences.maxAffected) : ''
    } from page`,
  )
}

function shapeOf({ result, returnsSet }: DatabaseFunction): Parameters<typeof bodySql>[1] {
  if (result === 'rows') {
    return returnsSet ? 'rows' : 'row'
  }
  return returnsSet ? 'scalars' : 'scalar'
}

function callSql(called: DatabaseFunction, args: CallArguments, parameters: SqlParameters): string {
  const name = tableName(called.name)
  const given = called.args.filter((argument) => isGiven(args, argument.name))
  if (given.length === 0) {
    return `${name}()`
  }
  if (args.type === 'text') {
    const values = given.map(
      ({ name, type }) => `${quoteName(name)} := cast(${parameters.add(args.values.get(name) ?? '')} as ${type})`,
    )
    return `${name}(${values.join(', ')})`
  }
  const passed = given.map((argument) => `${quoteName(argument.name)} := args.${quoteName(argument.name)}`)
  return `json_to_record(${parameters.add(args.json)}::json) as args(${definitionsOf(given)}), lateral ${name}(${passed.join(', ')})`
}

function isGiven(args: CallArguments, name: string): boolean {
  return args.type === 'json' ? args.names.includes(name) : args.values.has(name)
}

function definitionsOf(args: readonly FunctionArgument[]): string {
  return args.map(({ name, type }) => `${quoteName(name)} ${type}`).join(', ')
}
