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
import { isReserved, parseQuery } from './parse-query.ts'
import { refuseDeepText } from './refuse-large-query.ts'
import { planRead } from './read-plan.ts'
import { limitsFor } from './request-limits.ts'
import type { RestAnswer } from './rest-answer.ts'
import { contentRange, readStatus, withResponseSettings } from './rest-answer.ts'
import { badMethodForFunction, mostAffectedOfOne, notOneRow } from './rest-error.ts'
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
  const given = isPost
    ? await parseArguments(request, context.caller.role)
    : await addressArguments(schema, name, address)
  const { called, isWhole } = await chooseFunction(schema, name, shapeOf(given))
  const args = toCallArguments(given, isWhole)
  const query = parseQuery(address, {
    argumentNames: isPost ? new Set() : new Set(shapeOf(given).argumentNames),
    limits,
    range: request.method === 'GET' ? (request.headers.get('range') ?? undefined) : undefined,
  })
  const preferences = preferencesOf(context)
  if (preferences.maxAffected !== null && !called.returnsSet) throw mostAffectedOfOne()
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

/** What a function sets for itself comes too late for some settings, unless the transaction begins with it. */
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

/** The rows of a table may be filtered, and other tables embedded, as if the table itself had been asked. */
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

type GivenArguments = ArgumentsBody | { readonly type: 'address'; readonly values: CallValues }

type CallValues = ReadonlyMap<string, readonly string[]>

/** In an address a parameter is an argument when a function of that name knows it, or when it can't be a filter. */
async function addressArguments(schema: SchemaView, name: string, address: URLSearchParams): Promise<GivenArguments> {
  const candidates = (await schema.find(({ functions }) => functions.get(name))) ?? []
  const known = new Set(candidates.flatMap(({ args }) => args.map((argument) => argument.name)))
  return {
    type: 'address',
    values: groupValues(address, (key) => known.has(key) || !isFilter(key, address.get(key) ?? '')),
  }
}

function isFilter(key: string, value: string): boolean {
  return isReserved(key) || key.includes('.') || /^(?:not\.)?[a-z]+(?:\([^)]*\))?\./.test(value)
}

function groupValues(parameters: URLSearchParams, isWanted: (key: string) => boolean): CallValues {
  const keys = [...new Set(parameters.keys())].filter(isWanted)
  for (const key of keys) parameters.getAll(key).forEach(refuseDeepText)
  return new Map(keys.map((key) => [key, parameters.getAll(key)]))
}

function shapeOf(given: GivenArguments): CallShape {
  switch (given.type) {
    case 'json':
      return { argumentNames: given.names, wholeTypes: ['json', 'jsonb'] }
    case 'form':
      return { argumentNames: [...new Set(given.values.keys())], wholeTypes: [] }
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
        : { type: 'json', json: given.json, names: given.names ?? [] }
    case 'form':
      return { type: 'text', values: groupValues(given.values, () => true) }
    case 'address':
      return { type: 'text', values: given.values }
    default:
      return { type: 'whole', body: given.text }
  }
}
