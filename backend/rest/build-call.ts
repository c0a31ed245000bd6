import type { Statement } from '#backend/database/database.ts'

import type { Preferences, ResultFormat } from './query-plan.ts'
import type { ReadPlan } from './read-plan.ts'
import type { ResultShape } from './result-sql.ts'
import { bodySql, expectationSql, pageSql, responseSettingsSql } from './result-sql.ts'
import type { DatabaseFunction, FunctionArgument } from './schema-cache.ts'
import { countedRowsSql, selectSql } from './select-sql.ts'
import { qualifiedName, quoteName, SqlParameters } from './sql-text.ts'

/**
 * Named arguments, as JSON from a body (the first object of a list) or as text; or the whole body as the only argument.
 */
export type CallArguments =
  | { readonly type: 'json'; readonly json: string; readonly isList: boolean; readonly names: readonly string[] }
  | { readonly type: 'text'; readonly values: ReadonlyMap<string, readonly string[]> }
  | { readonly type: 'whole'; readonly body: string }

export interface CallRequest {
  readonly called: DatabaseFunction
  readonly args: CallArguments
  /** Only when rows are returned. */
  readonly plan: ReadPlan
  readonly preferences: Preferences
  readonly format: ResultFormat
}

/** POST or GET on rpc/. The function runs once; its result is filtered and paged like a table. */
export function buildCall({ called, args, plan, preferences, format }: CallRequest): Statement {
  const parameters = new SqlParameters()
  const { call, given } = callSql(called, args, parameters)
  const result = `${given === null ? '' : `${given}, lateral `}${call} as called`
  if (called.result === 'void') {
    return parameters.statement(
      `with result as materialized (select 1 as one from ${result})
      select count(*) as page_total, ${preferences.count === null ? 'null::bigint' : 'count(*)'} as total, null as body, ${responseSettingsSql} from result`,
    )
  }
  const isRows = called.result === 'rows'
  const from = `result as ${plan.source.alias}`
  const page = isRows
    ? selectSql(plan, from, parameters, { hasRange: called.returnsSet })
    : `select ${plan.source.alias}.pgrst_scalar from ${from} ${called.returnsSet ? rangeOf(plan) : ''}`
  const total = preferences.count === null ? 'null::bigint' : `(select count(*) ${countedSql()})`
  const isSingular = format.isSingular && called.returnsSet && called.isVolatile
  const expectation = expectationSql(isSingular, preferences.maxAffected)
  const shape = shapeOf(called)
  return parameters.statement(
    `with result as materialized (${resultSql()}),
    page as (${page})
    select count(*) as page_total, ${total} as total, ${bodySql(format, shape, plan.maxBytes)} as body, ${responseSettingsSql}${expectation}
    from ${pageSql(format, shape)}`,
  )

  function resultSql(): string {
    // PostgreSQL needs a column list for a record in FROM.
    if (called.result === 'record') return `select ${call} as pgrst_scalar${given === null ? '' : ` from ${given}`}`
    return `select called.* from ${result}${isRows ? '' : '(pgrst_scalar)'}`
  }

  function countedSql(): string {
    return isRows ? countedRowsSql(plan, from, parameters) : `from ${from}`
  }
}

function rangeOf({ range: { limit, offset } }: ReadPlan): string {
  return `${limit === null ? '' : `limit ${limit}`} offset ${offset}`
}

function shapeOf({ result, returnsSet }: DatabaseFunction): ResultShape {
  if (result === 'rows') {
    return returnsSet ? 'rows' : 'row'
  }
  return returnsSet ? 'scalars' : 'scalar'
}

interface CallSql {
  readonly call: string
  /** The source of the arguments; null when they are inline. */
  readonly given: string | null
}

function callSql(called: DatabaseFunction, args: CallArguments, parameters: SqlParameters): CallSql {
  const name = qualifiedName(called)
  if (args.type === 'whole') {
    return { call: `${name}(${parameters.add(args.body)}::${called.args[0]?.sqlType ?? 'text'})`, given: null }
  }
  const given = called.args.filter((argument) => isGiven(args, argument.name))
  if (given.length === 0) {
    return { call: `${name}()`, given: null }
  }
  if (args.type === 'text') {
    const values = given.map((argument) => {
      const texts = args.values.get(argument.name) ?? []
      const value = argument.isVariadic ? parameters.add(texts) : parameters.add(texts.at(-1) ?? '')
      return passed(argument, `cast(${value} as ${argument.sqlType})`)
    })
    return { call: `${name}(${values.join(', ')})`, given: null }
  }
  const values = given.map((argument) => passed(argument, `args.${quoteName(argument.name)}`))
  const json = `${parameters.add(args.json)}::json${args.isList ? ' -> 0' : ''}`
  return {
    call: `${name}(${values.join(', ')})`,
    given: `json_to_record(${json}) as args(${definitionsOf(given)})`,
  }
}

function passed({ name, isVariadic }: FunctionArgument, value: string): string {
  return `${isVariadic ? 'variadic ' : ''}${quoteName(name)} := ${value}`
}

function isGiven(args: Exclude<CallArguments, { type: 'whole' }>, name: string): boolean {
  return args.type === 'json' ? args.names.includes(name) : args.values.has(name)
}

function definitionsOf(args: readonly FunctionArgument[]): string {
  return args.map(({ name, sqlType }) => `${quoteName(name)} ${sqlType}`).join(', ')
}
