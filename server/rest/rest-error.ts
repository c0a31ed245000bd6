/** A refusal on rest/v1, in PostgREST's words. */
export class RestError extends Error {
  override readonly name = 'RestError'
  readonly status: number
  readonly code: string
  readonly details: string | null
  readonly hint: string | null
  readonly headers: Readonly<Record<string, string>>

  constructor(fields: {
    status: number
    code: string
    message: string
    details?: string | null
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

/** `what` and `text` name the part of the address; `column` counts from 1. */
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

/** `total` when the rows were counted; a range that can't be meant has none. */
export function rangeNotSatisfiable(details: string, total: number | null): RestError {
  return new RestError({
    status: 416,
    code: 'PGRST103',
    message: 'Requested range not satisfiable',
    details,
    headers: total === null ? {} : { 'Content-Range': `*/${total}` },
  })
}

export function schemaNotExposed(schema: string): RestError {
  return new RestError({
    status: 406,
    code: 'PGRST106',
    message: `Invalid schema: ${schema}`,
    hint: 'Only the following schemas are exposed: public',
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

export function tooManyAffected(count: number): RestError {
  return new RestError({
    status: 400,
    code: 'PGRST124',
    message: 'Query result exceeds max-affected preference constraint',
    details: `The query affects ${count} rows`,
  })
}

export function invalidPath(): RestError {
  return new RestError({ status: 404, code: 'PGRST125', message: 'Invalid path specified in request URL' })
}

export function methodNotSupported(method: string): RestError {
  return new RestError({ status: 405, code: 'PGRST117', message: `Unsupported HTTP method: ${method}` })
}

export function relationshipNotFound(table: string, relation: string): RestError {
  return new RestError({
    status: 400,
    code: 'PGRST200',
    message: `Could not find a relationship between '${table}' and '${relation}' in the schema cache`,
    details: `Searched for a foreign key relationship between '${table}' and '${relation}' in the schema 'public', but no matches were found.`,
  })
}

/** `others`: the arguments of the functions that do have this name. */
export function functionNotFound(
  name: string,
  argumentNames: readonly string[],
  others: readonly (readonly string[])[],
): RestError {
  const signature = argumentNames.length === 0 ? ' without parameters' : `(${argumentNames.join(', ')})`
  const searched =
    argumentNames.length === 0
      ? ' without parameters'
      : ` with parameter${argumentNames.length === 1 ? '' : 's'} ${argumentNames.join(', ')}`
  return new RestError({
    status: 404,
    code: 'PGRST202',
    message: `Could not find the function public.${name}${signature} in the schema cache`,
    details: `Searched for the function public.${name}${searched} or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache.`,
    hint:
      others[0] === undefined
        ? null
        : `Perhaps you meant to call the function public.${name}${others[0].length === 0 ? '' : `(${others[0].join(', ')})`}`,
  })
}

export function functionAmbiguous(candidates: readonly string[]): RestError {
  return new RestError({
    status: 300,
    code: 'PGRST203',
    message: `Could not choose the best candidate function between: ${candidates.join(', ')}`,
    hint: 'Try renaming the parameters or the function itself in the database so function overloading can be resolved',
  })
}

export function columnNotFound(table: string, column: string): RestError {
  return new RestError({
    status: 400,
    code: 'PGRST204',
    message: `Could not find the '${column}' column of '${table}' in the schema cache`,
  })
}

export function tableNotFound(table: string): RestError {
  return new RestError({
    status: 404,
    code: 'PGRST205',
    message: `Could not find the table 'public.${table}' in the schema cache`,
  })
}

/** What PostgreSQL itself says of a column that a filter, an order or a select names wrongly. */
export function undefinedColumn(table: string, column: string): RestError {
  return new RestError({ status: 400, code: '42703', message: `column ${table}.${column} does not exist` })
}

/** Supabase loads the extension safeupdate for its REST service. */
export function whereClauseRequired(verb: 'UPDATE' | 'DELETE'): RestError {
  return new RestError({ status: 400, code: '21000', message: `${verb} requires a WHERE clause` })
}

/** The token is genuine, but its session was ended: signing in again helps. */
export function sessionEnded(message: string): RestError {
  const headers = { 'WWW-Authenticate': `Bearer error="invalid_token", error_description="${message}"` }
  return new RestError({ status: 401, code: 'PGRST301', message, headers })
}

export function badToken(problem: 'expired' | 'invalid'): RestError {
  const [code, message] =
    problem === 'expired' ? ['PGRST303', 'JWT expired'] : ['PGRST301', 'No suitable key or wrong key type']
  return new RestError({
    status: 401,
    code,
    message,
    headers: { 'WWW-Authenticate': `Bearer error="invalid_token", error_description="${message}"` },
  })
}
