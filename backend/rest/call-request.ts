import { buildCall } from './build-call.ts'
import type { CallArguments } from './build-call.ts'
import type { CallShape } from './choose-function.ts'
import { chooseFunction } from './choose-function.ts'
import type { ColumnSource } from './field-sql.ts'
import { explainRequest, isExplained } from './explain-request.ts'
import { parseAccept } from './parse-accept.ts'
import type { ArgumentsBody } from './parse-body.ts'
import { parseArguments } from './parse-body.ts'
import { appliedPreferences, preferencesOf } from './parse-preferences.ts'
import { beginsFilter } from './parse-filter.ts'
import { isReserved, parseQuery } from './parse-query.ts'
import type { Condition, QueryParameters } from './query-plan.ts'
import { refuseDeepText } from './refuse-large-query.ts'
import { planRead } from './read-plan.ts'
import { limitsFor } from './request-limits.ts'
import type { RestAnswer } from './rest-answer.ts'
import { contentRange, readStatus, withResponseSettings } from './rest-answer.ts'
import { badMethodForFunction, maxAffectedOfScalar, noSuchColumn, notOneRow } from './rest-error.ts'
import type { RestConfig } from './rest-config.ts'
import type { TransactionSettings } from './role-settings.ts'
import { noTransactionSettings, transactionSettings } from './role-settings.ts'
import type { RestContext } from './run-request.ts'
import { runRequest } from './run-request.ts'
import type { DatabaseFunction, Schema, SchemaView } from './schema-cache.ts'
import { quoteName } from './sql-text.ts'

/** POST, GET, HEAD and OPTIONS on rpc/name. Only POST on a volatile function may write. */
export async function answerCall(context: RestContext, name: string): Promise<RestAnswer> {
  const { request, schema, config } = context
  const address = context.query.parameters
  const isPost = request.method === 'POST'
  if (request.method === 'OPTIONS') {
    return allowed(schema, name)
  }
  if (!isPost && request.method !== 'GET' && request.method !== 'HEAD') {
    throw badMethodForFunction(request.method)
  }
  const limits = limitsFor(context.caller.role, config)
  const query = parseQuery(address, {
    isArgument: isPost ? undefined : isArgument,
    limits,
    range: request.method === 'GET' ? (request.headers.get('range') ?? undefined) : undefined,
  })
  const given = withColumns(isPost ? await parseArguments(context) : addressArguments(address), query.columns)
  const { called, isWhole } = await chooseFunction(schema, name, shapeOf(given))
  const args = toCallArguments(given, isWhole)
  refuseColumnsOfValue(called, query)
  const preferences = preferencesOf(context)
  if (preferences.maxAffected !== null && !called.returnsSet) throw maxAffectedOfScalar()
  const format = parseAccept(request.headers.get('accept') ?? undefined, config)
  const source = sourceOf(called, await schema.current())
  const plan = planRead(await schema.current(), source, query, { ...config, limits })
  const statement = buildCall({ called, args, plan, preferences, format })
  const options = {
    preferences,
    readOnly: !isPost || !called.isVolatile,
    functionSettings: hoistedSettings(called, config),
  }
  if (isExplained(format)) return explainRequest(context, statement, options, format)
  const row = await runRequest(context, statement, options)
  if (format.isSingular && called.returnsSet && row.page_total !== 1) {
    throw notOneRow(row.page_total)
  }
  const applied = appliedPreferences(preferences, ['count', 'tx', 'handling', 'timezone', 'maxAffected'])
  const headers = {
    'Content-Range': contentRange(query.range.offset, row.page_total, row.total),
    'Preference-Applied': applied,
  }
  const answer =
    called.result === 'void'
      ? { status: 204, headers, body: null }
      : {
          status: readStatus(query.range.offset, row, applied),
          headers: { 'Content-Type': format.contentType, ...headers },
          body: request.method === 'HEAD' ? null : row.body,
        }
  return withResponseSettings(answer, row)
}

/** Some of a function's settings only work from the start of its transaction. */
function hoistedSettings({ settings }: DatabaseFunction, { hoistedSettings }: RestConfig): TransactionSettings {
  if (settings.length === 0) return noTransactionSettings
  const pairs = settings.map((text) => {
    const at = text.indexOf('=')
    return { name: text.slice(0, at), value: text.slice(at + 1) }
  })
  return transactionSettings(pairs.filter(({ name }) => hoistedSettings.includes(name)))
}

async function allowed(schema: SchemaView, name: string): Promise<RestAnswer> {
  const found = (await schema.find(({ functions }) => functions.get(name))) ?? []
  const isReadable = found.some(({ isVolatile }) => !isVolatile)
  return { status: 200, headers: { Allow: isReadable ? 'OPTIONS,GET,HEAD,POST' : 'OPTIONS,POST' }, body: null }
}

/** A result made of table rows can be filtered and embedded like the table. */
function sourceOf(
  { name, columns, resultTable }: DatabaseFunction,
  { name: schemaName, tables }: Schema,
): ColumnSource {
  const table = resultTable?.schema === schemaName ? tables.get(resultTable.name) : undefined
  return {
    name: table?.name ?? name,
    alias: quoteName(name),
    columns: table?.columns ?? columns,
    table: table ?? null,
    isWholeRow: false,
  }
}

function columnsOf(condition: Condition): readonly string[] {
  return condition.type === 'filter' ? [condition.field.column] : condition.parts.flatMap(columnsOf)
}

type GivenArguments = ArgumentsBody | { readonly type: 'address'; readonly values: CallValues }

type CallValues = ReadonlyMap<string, readonly string[]>

/** In a URL, a parameter is an argument unless its value reads like a filter; one name can be both. */
function isArgument(key: string, value: string): boolean {
  return !isReserved(key) && !key.includes('.') && !beginsFilter(value)
}

function addressArguments(address: URLSearchParams): GivenArguments {
  return { type: 'address', values: groupValues([...address].filter(([key, value]) => isArgument(key, value))) }
}

function groupValues(parameters: Iterable<readonly [string, string]>): CallValues {
  const pairsOf = Map.groupBy(parameters, ([key]) => key)
  for (const [, value] of [...pairsOf.values()].flat()) refuseDeepText(value)
  return new Map([...pairsOf].map(([key, pairs]) => [key, pairs.map(([, value]) => value)]))
}

/** `columns=` selects which keys of a body are arguments; others are ignored. */
function withColumns(given: GivenArguments, columns: QueryParameters['columns']): GivenArguments {
  if (columns === null) return given
  if (given.type === 'json') return { ...given, names: columns }
  return given.type === 'form' ? { ...given, values: given.values.filter(([key]) => columns.includes(key)) } : given
}

/** A scalar has no columns to select, filter or order by. */
function refuseColumnsOfValue({ name, result }: DatabaseFunction, query: QueryParameters): void {
  if (result === 'rows' || result === 'void') return
  const [column] = [
    ...query.select.flatMap((item) => (item.type === 'field' && item.field !== null ? [item.field.column] : [])),
    ...query.conditions.flatMap(columnsOf),
    ...query.order.map(({ field }) => field.column),
  ]
  if (column !== undefined) throw noSuchColumn(name, column)
}

function shapeOf(given: GivenArguments): CallShape {
  switch (given.type) {
    case 'json':
      return { argumentNames: given.names, wholeTypes: ['json', 'jsonb'] }
    case 'form':
      return { argumentNames: [...new Set(given.values.map(([name]) => name))], wholeTypes: [] }
    case 'address':
      return { argumentNames: [...given.values.keys()], wholeTypes: [] }
    case 'text':
      return { argumentNames: null, wholeTypes: ['text'] }
    case 'binary':
      return { argumentNames: null, wholeTypes: ['bytea'] }
    case 'xml':
      return { argumentNames: null, wholeTypes: ['xml'] }
  }
}

function toCallArguments(given: GivenArguments, isWhole: boolean): CallArguments {
  switch (given.type) {
    case 'json':
      return isWhole
        ? { type: 'whole', body: given.json }
        : { type: 'json', json: given.json, isList: given.isList, names: given.names ?? [] }
    case 'form':
      return { type: 'text', values: groupValues(given.values) }
    case 'address':
      return { type: 'text', values: given.values }
    default:
      return { type: 'whole', body: given.text }
  }
}
