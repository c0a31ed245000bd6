import type { Statement } from '#backend/database/database.ts'

import type { WriteRequest } from './build-write.ts'
import { buildDelete, buildInsert, buildPut, buildUpdate, sourceOf } from './build-write.ts'
import { explainRequest, isExplained } from './explain-request.ts'
import { parseAccept } from './parse-accept.ts'
import { parseRows } from './parse-body.ts'
import { appliedPreferences, preferencesOf } from './parse-preferences.ts'
import { parseQuery } from './parse-query.ts'
import type { Preferences, QueryParameters } from './query-plan.ts'
import { planRead } from './read-plan.ts'
import { answerRead } from './read-request.ts'
import { limitsFor } from './request-limits.ts'
import type { RestAnswer } from './rest-answer.ts'
import { contentRange, withResponseSettings } from './rest-answer.ts'
import { methodNotSupported, putFiltersInvalid, putRangeNotAllowed } from './rest-error.ts'
import type { ResultRow } from './result-sql.ts'
import type { RestContext } from './run-request.ts'
import { runRequest } from './run-request.ts'
import type { Table } from './schema-cache.ts'
import { tableNotFound } from './schema-refusals.ts'

/** GET, HEAD, POST, PATCH, PUT, DELETE and OPTIONS on a table. */
export async function answerTable(context: RestContext, name: string): Promise<RestAnswer> {
  const table = await context.schema.find(({ tables }) => tables.get(name))
  if (table === undefined) {
    const { tables } = await context.schema.current()
    throw tableNotFound(context.schema.name, name, tables.keys())
  }
  switch (context.request.method) {
    case 'GET':
    case 'HEAD':
      return answerRead(context, table)
    case 'POST':
      return insert(context, table)
    case 'PATCH':
      return update(context, table)
    case 'PUT':
      return put(context, table)
    case 'DELETE':
      return remove(context, table)
    case 'OPTIONS':
      return allowed(table)
    default:
      throw methodNotSupported(context.request.method)
  }
}

async function insert(context: RestContext, table: Table): Promise<RestAnswer> {
  const request = await toWriteRequest(context, table)
  const { preferences } = request
  const isMerge = preferencesOf(context).resolution === 'merge-duplicates'
  return write(context, request, buildInsert(request, await parseRows(context, table)), (row) => {
    const isOnlyMerged = isMerge && (row.inserted ?? row.page_total) === 0
    return writeAnswer(request, row, isOnlyMerged ? 200 : 201, {
      'Content-Range': contentRange(0, 0, countOf(preferences, row)),
      Location: preferences.returned === 'headers-only' ? locationOf(table, row) : null,
      'Preference-Applied': appliedPreferences(preferences, ['resolution', 'missing', ...changePreferences]),
    })
  })
}

async function update(context: RestContext, table: Table): Promise<RestAnswer> {
  const request = await toWriteRequest(context, table)
  const { preferences } = request
  return write(context, request, buildUpdate(request, await parseRows(context, table)), (row) =>
    writeAnswer(request, row, 204, {
      'Content-Range': contentRange(0, row.page_total, countOf(preferences, row)),
      'Preference-Applied': appliedPreferences(preferences, ['missing', ...changePreferences]),
    }),
  )
}

async function put(context: RestContext, table: Table): Promise<RestAnswer> {
  const given = await toWriteRequest(context, table)
  requirePutKey(given.query, table)
  const request: WriteRequest = { ...given, preferences: { ...given.preferences, resolution: 'merge-duplicates' } }
  const isShown = request.preferences.returned === 'representation'
  return write(context, request, buildPut(request, await parseRows(context, table)), (row) =>
    writeAnswer(request, row, isShown && row.inserted !== 0 ? 201 : 204, {
      'Preference-Applied': appliedPreferences(request.preferences, changePreferences),
    }),
  )
}

async function remove(context: RestContext, table: Table): Promise<RestAnswer> {
  const request = await toWriteRequest(context, table)
  return write(context, request, buildDelete(request), (row) =>
    writeAnswer(request, row, 204, {
      'Content-Range': contentRange(0, 0, countOf(request.preferences, row)),
      'Preference-Applied': appliedPreferences(request.preferences, changePreferences),
    }),
  )
}

function allowed(table: Table): RestAnswer {
  const withKey = table.primaryKey.length > 0 ? ['PUT'] : []
  return {
    status: 200,
    headers: { Allow: ['OPTIONS', 'GET', 'HEAD', 'POST', ...withKey, 'PATCH', 'DELETE'].join(',') },
    body: null,
  }
}

const changePreferences = ['returned', 'count', 'tx', 'handling', 'timezone', 'maxAffected'] as const

async function write(
  context: RestContext,
  { preferences, format }: WriteRequest,
  statement: Statement,
  answer: (row: ResultRow) => RestAnswer,
): Promise<RestAnswer> {
  const options = { preferences, readOnly: false }
  return isExplained(format)
    ? explainRequest(context, statement, options, format)
    : answer(await runRequest(context, statement, options))
}

async function toWriteRequest(context: RestContext, table: Table): Promise<WriteRequest> {
  const limits = limitsFor(context.caller.role, context.config)
  const query = parseQuery(context.query.parameters, { limits })
  const { hasAggregates } = context.config
  const schema = await context.schema.current()
  return {
    table,
    query,
    // Written rows are all returned: no limit, and the filters applied to the write.
    plan: planRead(schema, sourceOf(table), { ...query, conditions: [] }, { maxRows: null, hasAggregates, limits }),
    preferences: withoutUselessResolution(preferencesOf(context), query, table),
    format: parseAccept(context.request.headers.get('accept') ?? undefined, context.config),
  }
}

/** Without a key, no row can be a duplicate. */
function withoutUselessResolution(preferences: Preferences, query: QueryParameters, table: Table): Preferences {
  const isUseless = query.onConflict === null && table.primaryKey.length === 0
  return isUseless ? { ...preferences, resolution: null } : preferences
}

function requirePutKey({ conditions, range }: QueryParameters, { primaryKey }: Table): void {
  if (range.offset !== 0 || range.limit !== null) {
    throw putRangeNotAllowed()
  }
  const named = conditions.map((condition) =>
    condition.type === 'filter' &&
    condition.test.type === 'compare' &&
    condition.test.operator === 'eq' &&
    condition.test.quantifier === null &&
    !condition.isNegated &&
    condition.field.path.length === 0
      ? condition.field.column
      : null,
  )
  const [all, own] = [new Set([...named, ...primaryKey]).size, new Set(named).size]
  if (primaryKey.length === 0 || all !== primaryKey.length || own !== primaryKey.length) {
    throw putFiltersInvalid()
  }
}

function writeAnswer(
  { preferences, format }: WriteRequest,
  row: ResultRow,
  emptyStatus: number,
  headers: RestAnswer['headers'],
): RestAnswer {
  const answer =
    preferences.returned === 'representation'
      ? {
          status: emptyStatus === 204 ? 200 : emptyStatus,
          headers: { 'Content-Type': format.contentType, ...headers },
          body: row.body,
        }
      : { status: emptyStatus, headers, body: null }
  return withResponseSettings(answer, row)
}

function countOf(preferences: Preferences, row: ResultRow): number | null {
  return preferences.count === null ? null : row.total
}

/** Location of the one new row; null for several. */
function locationOf(table: Table, row: ResultRow): string | null {
  const parsed: unknown = JSON.parse(row.body ?? '[]')
  const first: unknown = Array.isArray(parsed) ? parsed[0] : parsed
  if (row.page_total !== 1 || typeof first !== 'object' || first === null) {
    return null
  }
  const filters = Object.entries(first).map(
    ([column, value]) => `${encodeURIComponent(column)}=eq.${encodeURIComponent(String(value))}`,
  )
  return filters.length === 0 ? null : `/${table.name}?${filters.join('&')}`
}
