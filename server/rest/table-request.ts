import type { Caller, Database, Statement } from '#server/database/database.ts'

import { buildRead } from './build-read.ts'
import { buildDelete, buildInsert, buildUpdate } from './build-write.ts'
import type { WriteRequest } from './build-write.ts'
import { parseAccept } from './parse-accept.ts'
import { parseRows } from './parse-body.ts'
import { appliedPreferences, parsePreferences } from './parse-preferences.ts'
import { parseQuery } from './parse-query.ts'
import type { Preferences } from './query-plan.ts'
import { methodNotSupported, notOneRow, tableNotFound } from './rest-error.ts'
import type { RestAnswer } from './rest-answer.ts'
import { contentRange, readStatus } from './rest-answer.ts'
import type { ResultRow } from './result-sql.ts'
import type { SchemaCache, Table } from './schema-cache.ts'

export interface RestContext {
  readonly database: Database
  readonly schema: SchemaCache
  readonly caller: Caller
  readonly request: Request
}

/** GET, HEAD, POST, PATCH and DELETE on a table. */
export async function answerTable(context: RestContext, name: string): Promise<RestAnswer> {
  const table = await context.schema.find(({ tables }) => tables.get(name))
  if (table === undefined) {
    throw tableNotFound(name)
  }
  switch (context.request.method) {
    case 'GET':
    case 'HEAD':
      return read(context, table)
    case 'POST':
      return insert(context, table)
    case 'PATCH':
      return update(context, table)
    case 'DELETE':
      return remove(context, table)
    default:
      throw methodNotSupported(context.request.method)
  }
}

/** Runs the one statement of a request and gives its one row. */
export async function runStatement(context: RestContext, statement: Statement, readOnly: boolean): Promise<ResultRow> {
  const [result] = await context.database.transaction(context.caller, [statement], { readOnly })
  const row = result?.rows[0]
  if (row === undefined) {
    throw new Error('a statement of rest/v1 answered no row')
  }
  return row as unknown as ResultRow
}

async function read(context: RestContext, table: Table): Promise<RestAnswer> {
  const { request } = context
  const format = parseAccept(request.headers.get('accept') ?? undefined)
  const preferences = parsePreferences(request.headers.get('prefer') ?? undefined)
  const range = request.method === 'GET' ? (request.headers.get('range') ?? undefined) : undefined
  const query = parseQuery(new URL(request.url).searchParams, { range })
  const row = await runStatement(context, buildRead(table, query, format, preferences.count !== null), true)
  if (format.isSingular && row.page_total !== 1) {
    throw notOneRow(row.page_total)
  }
  return {
    status: readStatus(query.range.offset, row),
    headers: {
      'Content-Type': format.contentType,
      'Content-Range': contentRange(query.range.offset, row.page_total, row.total),
      'Preference-Applied': appliedPreferences(preferences, ['count', 'handling']),
    },
    body: request.method === 'HEAD' ? null : row.body,
  }
}

async function insert(context: RestContext, table: Table): Promise<RestAnswer> {
  const request = toWriteRequest(context.request, table)
  const { preferences } = request
  const row = await runStatement(context, buildInsert(request, await parseRows(context.request)), false)
  const isOnlyMerged = preferences.resolution === 'merge-duplicates' && row.inserted === 0
  return writeAnswer(request, row, isOnlyMerged ? 200 : 201, {
    'Content-Range': contentRange(0, 0, countOf(preferences, row)),
    Location: preferences.returned === 'headers-only' ? locationOf(table, row) : null,
    'Preference-Applied': appliedPreferences(preferences, [
      'resolution',
      'missing',
      'returned',
      'count',
      'handling',
      'maxAffected',
    ]),
  })
}

async function update(context: RestContext, table: Table): Promise<RestAnswer> {
  const request = toWriteRequest(context.request, table)
  const row = await runStatement(context, buildUpdate(request, await parseRows(context.request)), false)
  return writeAnswer(request, row, 204, {
    'Content-Range': contentRange(0, row.page_total, countOf(request.preferences, row)),
    'Preference-Applied': appliedPreferences(request.preferences, changePreferences),
  })
}

async function remove(context: RestContext, table: Table): Promise<RestAnswer> {
  const request = toWriteRequest(context.request, table)
  const row = await runStatement(context, buildDelete(request), false)
  return writeAnswer(request, row, 204, {
    'Content-Range': contentRange(0, 0, countOf(request.preferences, row)),
    'Preference-Applied': appliedPreferences(request.preferences, changePreferences),
  })
}

const changePreferences = ['returned', 'count', 'handling', 'maxAffected'] as const

function toWriteRequest(request: Request, table: Table): WriteRequest {
  return {
    table,
    query: parseQuery(new URL(request.url).searchParams),
    preferences: parsePreferences(request.headers.get('prefer') ?? undefined),
    format: parseAccept(request.headers.get('accept') ?? undefined),
  }
}

function writeAnswer(
  { preferences, format }: WriteRequest,
  row: ResultRow,
  emptyStatus: number,
  headers: RestAnswer['headers'],
): RestAnswer {
  if (preferences.returned !== 'representation') {
    return { status: emptyStatus, headers, body: null }
  }
  return {
    status: emptyStatus === 204 ? 200 : emptyStatus,
    headers: { 'Content-Type': format.contentType, ...headers },
    body: row.body,
  }
}

function countOf(preferences: Preferences, row: ResultRow): number | null {
  return preferences.count === null ? null : row.total
}

/** Where the one new row is; several rows have no place of their own. */
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
