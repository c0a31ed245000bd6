import { retryTime } from '#backend/http/volume-limit.ts'
import type { TokenProblem } from '#backend/http/app-env.ts'

/** A rest/v1 error, in PostgREST's words. */
export class RestError extends Error {
  override readonly name = 'RestError'
  readonly status: number
  readonly code: string
  /** Text, except where PostgREST lists the options. */
  readonly details: unknown
  readonly hint: string | null
  readonly headers: Readonly<Record<string, string>>

  constructor(fields: {
    status: number
    code: string
    message: string
    details?: unknown
    hint?: string | null
    headers?: Readonly<Record<string, string>>
  }) {
    super(fields.message)
    this.status = fields.status
    this.code = fields.code
    this.details = fields.details ?? null
    this.hint = fields.hint ?? null
    this.headers = fields.headers ?? {}
  }
}

/** `what` and `text` name the part of the URL; `column` is 1-based. */
export function unreadable(what: string, text: string, column: number, details: string): RestError {
  const message = `"failed to parse ${what} (${text})" (line 1, column ${column})`
  return new RestError({ status: 400, code: 'PGRST100', message, details })
}

export function badMethodForFunction(method: string): RestError {
  return new RestError({
    status: 405,
    code: 'PGRST101',
    message: `Cannot use the ${method} method on RPC`,
  })
}

export function badBody(message = 'Empty or invalid json'): RestError {
  return new RestError({ status: 400, code: 'PGRST102', message })
}

/** `counted` when compared with the actual rows, as opposed to an invalid range. */
export function rangeNotSatisfiable(
  details: string,
  counted: { readonly total: number; readonly applied: string | null } | null,
): RestError {
  return new RestError({
    status: 416,
    code: 'PGRST103',
    message: 'Requested range not satisfiable',
    details,
    headers: {
      ...(counted === null ? {} : { 'Content-Range': `*/${counted.total}` }),
      ...(counted?.applied ? { 'Preference-Applied': counted.applied } : {}),
    },
  })
}

export function schemaNotExposed(schema: string, exposed: readonly string[]): RestError {
  return new RestError({
    status: 406,
    code: 'PGRST106',
    message: `Invalid schema: ${schema}`,
    hint: `Only the following schemas are exposed: ${exposed.join(', ')}`,
  })
}

export function mediaTypeNotAvailable(accept: string): RestError {
  return new RestError({
    status: 406,
    code: 'PGRST107',
    message: `None of these media types are available: ${accept}`,
  })
}

export function notEmbedded(relation: string): RestError {
  return new RestError({
    status: 400,
    code: 'PGRST108',
    message: `'${relation}' is not an embedded resource in this request`,
    hint: `Verify that '${relation}' is included in the 'select' query parameter.`,
  })
}

export function notOneRow(count: number): RestError {
  return new RestError({
    status: 406,
    code: 'PGRST116',
    message: 'Cannot coerce the result to a single JSON object',
    details: `The result contains ${count} rows`,
  })
}

export function invalidPreferences(invalid: readonly string[]): RestError {
  return new RestError({
    status: 400,
    code: 'PGRST122',
    message: 'Invalid preferences given with handling=strict',
    details: `Invalid preferences: ${invalid.join(', ')}`,
  })
}

export function aggregatesNotAllowed(): RestError {
  return new RestError({ status: 400, code: 'PGRST123', message: 'Use of aggregate functions is not allowed' })
}

/** `problem` completes the sentence. */
export function patternTooCostly(problem: string): RestError {
  return new RestError({
    status: 400,
    code: 'PGRSTX01',
    message: 'The pattern would take too long to search for',
    details: `The pattern ${problem}.`,
    hint: 'Use a shorter pattern without back references, lookarounds or large repetitions.',
  })
}

export function requestTooComplex(details: string): RestError {
  return new RestError({ status: 400, code: 'PGRSTX02', message: 'The request is too complex', details })
}

export function answerTooLarge(): RestError {
  return new RestError({
    status: 400,
    code: 'PGRSTX03',
    message: 'The answer would be larger than this server sends',
    hint: 'Ask for fewer rows with limit, or for fewer columns with select.',
  })
}

export function spreadAggregatesNotThere(): RestError {
  return new RestError({
    status: 400,
    code: 'PGRST127',
    message: 'Feature not implemented',
    details: 'Aggregates are not implemented for one-to-many or many-to-many spreads.',
  })
}

export function tooManyAffected(count: number): RestError {
  return new RestError({
    status: 400,
    code: 'PGRST124',
    message: 'Query result exceeds max-affected preference constraint',
    details: `The query affects ${count} rows`,
  })
}

/** A scalar result doesn't say how many rows a function touched. */
export function maxAffectedOfScalar(): RestError {
  return new RestError({
    status: 400,
    code: 'PGRST128',
    message: 'Function must return SETOF or TABLE when max-affected preference is used with handling=strict',
  })
}

export function invalidPath(): RestError {
  return new RestError({ status: 404, code: 'PGRST125', message: 'Invalid path specified in request URL' })
}

export function methodNotSupported(method: string): RestError {
  return new RestError({ status: 405, code: 'PGRST117', message: `Unsupported HTTP method: ${method}` })
}

/** PUT names one row by its whole primary key. */
export function putFiltersInvalid(): RestError {
  return new RestError({
    status: 405,
    code: 'PGRST105',
    message: "Filters must include all and only primary key columns with 'eq' operators",
  })
}

export function putRangeNotAllowed(): RestError {
  return new RestError({
    status: 400,
    code: 'PGRST114',
    message: 'limit/offset querystring parameters are not allowed for PUT',
  })
}

export function putKeyMismatch(): RestError {
  return new RestError({
    status: 400,
    code: 'PGRST115',
    message: 'Payload values do not match URL in primary key column(s)',
  })
}

/** `what`: which setting a function or trigger filled with an invalid value. */
export function badResponseSetting(what: 'headers' | 'status'): RestError {
  return what === 'headers'
    ? new RestError({
        status: 500,
        code: 'PGRST111',
        message: 'response.headers guc must be a JSON array composed of objects with a single key and a string value',
      })
    : new RestError({ status: 500, code: 'PGRST112', message: 'response.status guc must be a valid status code' })
}

export function orderNotToOne(table: string, relation: string): RestError {
  return new RestError({
    status: 400,
    code: 'PGRST118',
    message: `A related order on '${relation}' is not possible`,
    details: `'${table}' and '${relation}' do not form a many-to-one or one-to-one relationship`,
  })
}

export function onlyNullOnEmbedded(table: string, relation: string): RestError {
  return new RestError({
    status: 400,
    code: 'PGRST120',
    message: `Bad operator on the '${relation}' embedded resource of '${table}'`,
    details: 'Only is null or not is null filters are allowed on embedded resources',
  })
}

/** A function raised SQLSTATE PGRST with an invalid message. */
export function badRaisedError(detail: string): RestError {
  return new RestError({
    status: 500,
    code: 'PGRST121',
    message: 'Could not parse JSON in the "RAISE SQLSTATE \'PGRST\'" error',
    details: detail,
  })
}

export function anonymousDisabled(): RestError {
  return new RestError({
    status: 401,
    code: 'PGRST302',
    message: 'Anonymous access is disabled',
    headers: { 'WWW-Authenticate': 'Bearer error="invalid_token", error_description="Anonymous access is disabled"' },
  })
}

/** Same message as PostgreSQL, for requests refused before they reach it. */
export function noSuchColumn(table: string, column: string): RestError {
  return new RestError({ status: 400, code: '42703', message: `column ${table}.${column} does not exist` })
}

/** A row can't have two values of one name. `joined` is PostgREST's name for the join. */
export function embeddedTwice(name: string, joined: string): RestError {
  return new RestError({
    status: 400,
    code: '42712',
    message: `table name "${joined}" specified more than once`,
    hint: `Give one of the two another name: select=${name}(…),other:${name}(…).`,
  })
}

/** As the safeupdate extension does on Supabase. */
export function whereClauseRequired(verb: 'UPDATE' | 'DELETE'): RestError {
  return new RestError({ status: 400, code: '21000', message: `${verb} requires a WHERE clause` })
}

/** A genuine token whose session was ended; signing in again helps. */
export function sessionEnded(message: string): RestError {
  const headers = { 'WWW-Authenticate': `Bearer error="invalid_token", error_description="${message}"` }
  return new RestError({ status: 401, code: 'PGRST301', message, headers })
}

/** A session that has shown only the password of an account with a second factor. Not in PostgREST. */
export function factorRequired(message: string): RestError {
  return new RestError({ status: 403, code: 'insufficient_aal', message })
}

export function badToken(problem: TokenProblem): RestError {
  const [code, message] = badTokenWords[problem]
  return new RestError({
    status: 401,
    code,
    message,
    headers: { 'WWW-Authenticate': `Bearer error="invalid_token", error_description="${message}"` },
  })
}

const badTokenWords: Readonly<Record<TokenProblem, readonly [code: string, message: string]>> = {
  expired: ['PGRST303', 'JWT expired'],
  invalid: ['PGRST301', 'No suitable key or wrong key type'],
  // Not in PostgREST, which has no such keys.
  'unknown-key': ['PGRST301', 'This API key is unknown, revoked or past its last day'],
}

/** Not in PostgREST, which has no such keys. */
export function readOnlyKey(): RestError {
  return new RestError({ status: 403, code: '42501', message: 'This API key can only read' })
}

/** Not in PostgREST, which leaves rate limits to a proxy. */
export function tooMuchWritten(waitMs: number): RestError {
  const { seconds, words } = retryTime(waitMs)
  return new RestError({
    status: 429,
    code: 'PT429',
    message: `Too much has been written from your account or network within a day. Try again ${words}.`,
    headers: { 'Retry-After': String(seconds) },
  })
}

/** Not in PostgREST, which leaves rate limits to a proxy. */
export function tooManyBodies(): RestError {
  return new RestError({
    status: 503,
    code: 'PT503',
    message: 'Too many large requests are waiting. Try again in a few seconds.',
    headers: { 'Retry-After': '5' },
  })
}

/** Not in PostgREST, which leaves rate limits to a proxy. */
export function tooManyLookups(): RestError {
  return new RestError({
    status: 429,
    code: 'PT429',
    message: 'Too many look-ups from this address. Try again in a minute.',
    headers: { 'Retry-After': '60' },
  })
}
