import type { Caller, DatabaseError } from '#backend/database/database.ts'
import { factorMissing, sessionGone } from '#backend/database/caller-claims.ts'

import {
  answerTooLarge,
  badRaisedError,
  factorRequired,
  notOneRow,
  putKeyMismatch,
  readOnlyKey,
  RestError,
  sessionEnded,
  tooManyAffected,
} from './rest-error.ts'
import { sizeExceeded } from './size-within.ts'

/** Maps a PostgreSQL error as PostgREST does: status by SQLSTATE, the rest unchanged. */
export function toRestError(error: DatabaseError, caller: Caller): RestError {
  if (error.sqlstate === expectationFailed) {
    const count = Number(error.detail)
    if (error.message === 'PGRST115') return putKeyMismatch()
    return error.message === 'PGRST116' ? notOneRow(count) : tooManyAffected(count)
  }
  if (error.message === sizeExceeded) return answerTooLarge()
  if (error.sqlstate === 'PGRST') return raisedError(error)
  if (error.sqlstate === sessionGone) return sessionEnded(error.message)
  if (error.sqlstate === factorMissing) return factorRequired(error.message)
  if (error.sqlstate === writeInReadOnly && caller.isReadOnly === true) return readOnlyKey()
  const status = statusOf(error.sqlstate, caller.role !== 'anon')
  return new RestError({
    status,
    code: error.sqlstate,
    message: error.message,
    details: error.detail,
    hint: error.hint,
    headers: {
      ...(status === 401 ? { 'WWW-Authenticate': 'Bearer' } : {}),
      // Clients retry reads on 503; a database restart takes about this long.
      ...(status === 503 ? { 'Retry-After': '1' } : {}),
    },
  })
}

/** `raise sqlstate 'PGRST'`: message and detail are JSON that define the response. */
function raisedError({ message, detail }: DatabaseError): RestError {
  const body = parseObject(message)
  const answer = parseObject(detail ?? '')
  const status = answer?.['status']
  const headers = answer?.['headers'] ?? {}
  if (body === null || typeof body['code'] !== 'string' || typeof body['message'] !== 'string') {
    return badRaisedError('Invalid JSON value for MESSAGE')
  }
  if (typeof status !== 'number' || !Number.isInteger(status) || status < 200 || status > 599 || !isTexts(headers)) {
    return badRaisedError('Invalid JSON value for DETAIL')
  }
  const { code, details, hint } = body
  return new RestError({
    status,
    code,
    message: body['message'],
    details: typeof details === 'string' ? details : null,
    hint: typeof hint === 'string' ? hint : null,
    headers,
  })
}

function parseObject(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null
  } catch {
    return null
  }
}

function isTexts(value: unknown): value is Readonly<Record<string, string>> {
  return typeof value === 'object' && value !== null && Object.values(value).every((each) => typeof each === 'string')
}

/** Raised by `rest.expect` (embedded/40-rest.sql) to roll back a write that touched the wrong number of rows. */
const expectationFailed = 'PGR00'
const writeInReadOnly = '25006'

/** 401 when signing in may help; 403 when already signed in. */
export function statusOf(sqlstate: string, isSignedIn: boolean): number {
  const exact = exactStatuses.get(sqlstate)
  if (exact !== undefined) {
    return exact
  }
  if (sqlstate === '42501') {
    return isSignedIn ? 403 : 401
  }
  const chosen = /^PT([1-5]\d\d)$/.exec(sqlstate)?.[1]
  if (chosen !== undefined) {
    return Number(chosen)
  }
  return classStatuses.get(sqlstate.slice(0, 2)) ?? 400
}

const exactStatuses: ReadonlyMap<string, number> = new Map([
  ['23503', 409],
  ['23505', 409],
  ['25006', 405],
  ['42883', 404],
  ['42P01', 404],
  ['42P17', 500],
  ['53400', 500],
  ['P0001', 400],
])

const classStatuses: ReadonlyMap<string, number> = new Map([
  ['08', 503],
  ['09', 500],
  ['0L', 403],
  ['0P', 403],
  ['25', 500],
  ['28', 403],
  ['2D', 500],
  ['38', 500],
  ['39', 500],
  ['3B', 500],
  ['40', 500],
  ['53', 503],
  ['54', 500],
  ['55', 500],
  ['57', 500],
  ['58', 500],
  ['F0', 500],
  ['HV', 500],
  ['P0', 500],
  ['XX', 500],
])
