import { buildCall } from './build-call.ts'
import type { CallArguments } from './build-call.ts'
import { chooseFunction } from './choose-function.ts'
import { parseAccept } from './parse-accept.ts'
import { parseArguments } from './parse-body.ts'
import { appliedPreferences, parsePreferences } from './parse-preferences.ts'
import { parseQuery } from './parse-query.ts'
import type { RestAnswer } from './rest-answer.ts'
import { contentRange, readStatus } from './rest-answer.ts'
import { badMethodForFunction, notOneRow } from './rest-error.ts'
import type { DatabaseFunction, SchemaCache } from './schema-cache.ts'
import type { RestContext } from './table-request.ts'
import { runStatement } from './table-request.ts'

/** POST, GET and HEAD on rpc/name. Only POST on a volatile function may write. */
export async function answerCall(context: RestContext, name: string): Promise<RestAnswer> {
  const { request } = context
  const isPost = request.method === 'POST'
  if (!isPost && request.method !== 'GET' && request.method !== 'HEAD') {
    throw badMethodForFunction(request.method)
  }
  const address = new URL(request.url).searchParams
  const args = isPost ? await bodyArguments(request) : await addressArguments(context.schema, name, address)
  const argumentNames = args.type === 'json' ? args.names : [...args.values.keys()]
  const called = await chooseFunction(context.schema, name, argumentNames)
  const query = parseQuery(address, {
    argumentNames: isPost ? new Set() : new Set(argumentNames),
    range: request.method === 'GET' ? (request.headers.get('range') ?? undefined) : undefined,
  })
  const preferences = parsePreferences(request.headers.get('prefer') ?? undefined)
  const format = parseAccept(request.headers.get('accept') ?? undefined)
  const statement = buildCall({ called, args, query, preferences, format })
  const row = await runStatement(context, statement, !isPost || !called.isVolatile)
  if (format.isSingular && isSetOfRows(called) && row.page_total !== 1) {
    throw notOneRow(row.page_total)
  }
  const headers = {
    'Content-Range': contentRange(query.range.offset, row.page_total, row.total),
    'Preference-Applied': appliedPreferences(preferences, ['count', 'handling', 'maxAffected']),
  }
  if (called.result === 'void') {
    return { status: 204, headers, body: null }
  }
  return {
    status: readStatus(query.range.offset, row),
    headers: { 'Content-Type': format.contentType, ...headers },
    body: request.method === 'HEAD' ? null : row.body,
  }
}

function isSetOfRows({ result, returnsSet }: DatabaseFunction): boolean {
  return result === 'rows' && returnsSet
}

async function bodyArguments(request: Request): Promise<CallArguments> {
  return { type: 'json', ...(await parseArguments(request)) }
}

/** In an address a parameter is an argument when a function of that name knows it; the others are filters. */
async function addressArguments(schema: SchemaCache, name: string, address: URLSearchParams): Promise<CallArguments> {
  const candidates = (await schema.find(({ functions }) => functions.get(name))) ?? []
  const known = new Set(candidates.flatMap(({ args }) => args.map((argument) => argument.name)))
  return { type: 'text', values: new Map([...address].filter(([key]) => known.has(key))) }
}
