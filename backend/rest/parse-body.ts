import type { Role } from '#backend/database/database.ts'
import { jsonProblem } from '#backend/http/json-problem.ts'
import { readBody } from '#backend/http/read-body.ts'
import { isObject } from '#domain/is-object.ts'

import { parseCsv } from './parse-csv.ts'
import { badBody, requestTooComplex, RestError } from './rest-error.ts'
import type { RestContext } from './run-request.ts'

/** The rows of a body. The JSON goes to PostgreSQL as text; only its keys are read here. */
export interface RowsBody {
  /** Always an array of objects. */
  readonly json: string
  readonly count: number
  /** The objects' keys, which must be the same in each; only needed without `columns=`. */
  keys(): readonly string[]
}

type BodyContext = Pick<RestContext, 'request' | 'caller' | 'onBody'>

/** For POST, PATCH and PUT on a table: JSON, CSV or a form. */
export async function parseRows(context: BodyContext): Promise<RowsBody> {
  const { role } = context.caller
  const body = await readRows(context)
  if (body.count > rowsMax && role !== 'service_role') {
    throw requestTooComplex(`The body holds ${body.count} rows; at most ${rowsMax} are allowed.`)
  }
  return body
}

/** Writing more at once holds up everybody on PGlite: each row takes a fifth of a millisecond. */
const rowsMax = 5_000

async function readRows(context: BodyContext): Promise<RowsBody> {
  const { request } = context
  const { role } = context.caller
  const { type, text } = await readText(context)
  if (type === 'csv') {
    const rows = parseCsvWithin(text, role)
    return { json: JSON.stringify(rows), count: rows.length, keys: () => Object.keys(rows[0] ?? {}) }
  }
  if (type === 'form') {
    refuseTooMany(text, '&', role)
    const row = Object.fromEntries(new URLSearchParams(text))
    return { json: JSON.stringify([row]), count: 1, keys: () => Object.keys(row) }
  }
  if (type !== 'json') {
    throw badBody(`Content-Type not acceptable: ${request.headers.get('content-type') ?? ''}`)
  }
  const value = parseJson(text, role)
  const rows: readonly unknown[] = Array.isArray(value) ? value : [value]
  if (!rows.every(isObject)) {
    throw badBody()
  }
  return {
    json: Array.isArray(value) ? text : `[${text}]`,
    count: rows.length,
    keys: () => commonKeys(rows),
  }
}

export type ArgumentsBody =
  | {
      readonly type: 'json'
      readonly json: string
      /** An array, whose first object holds the arguments. */
      readonly isList: boolean
      /** The object's keys; null for other values, which only a function with one unnamed argument takes. */
      readonly names: readonly string[] | null
    }
  | { readonly type: 'form'; readonly values: URLSearchParams }
  | { readonly type: 'text' | 'binary' | 'xml'; readonly text: string }

/** Arguments for a function; an empty body means none. */
export async function parseArguments(context: BodyContext): Promise<ArgumentsBody> {
  const { role } = context.caller
  const { type, text } = await readText(context)
  switch (type) {
    case 'form':
      refuseTooMany(text, '&', role)
      return { type, values: new URLSearchParams(text) }
    case 'csv': {
      const rows = parseCsvWithin(text, role)
      return { type: 'json', json: JSON.stringify(rows), isList: true, names: namesIn(rows) }
    }
    case 'json': {
      const json = text.trim() === '' ? '{}' : text
      const value = parseJson(json, role)
      return { type, json, isList: Array.isArray(value), names: namesIn(value) }
    }
    default:
      return { type, text }
  }
}

/** The keys of an object, or of a list of objects with the same keys. */
function namesIn(value: unknown): readonly string[] | null {
  if (!Array.isArray(value)) return isObject(value) ? Object.keys(value) : null
  const [first = {}]: readonly unknown[] = value
  return isObject(first) ? Object.keys(first) : null
}

/**
 * Anonymous callers send a form or a few arguments; bulk inserts need an account. Reading a million values would hold up
 * everybody for a second.
 */
const bodyLimits = {
  anon: { mebibytes: 1, depth: 100, values: 50_000 },
  signedIn: { mebibytes: 10, depth: 100, values: 250_000 },
}

function limitsOf(role: Role) {
  return role === 'anon' ? bodyLimits.anon : bodyLimits.signedIn
}

type BodyType = 'json' | 'csv' | 'form' | 'text' | 'binary' | 'xml'

async function readText(context: BodyContext): Promise<{ readonly type: BodyType; readonly text: string }> {
  const { request, caller, onBody } = context
  const name = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? ''
  const type = bodyTypes.get(name) ?? (/^application\/vnd\.pgrst\.\w+(?:\+json)?$/.test(name) ? 'json' : null)
  if (type === null) {
    throw badBody(`Content-Type not acceptable: ${name}`)
  }
  const { mebibytes } = limitsOf(caller.role)
  const bytes = await readBody(request, mebibytes * 1024 * 1024)
  if (bytes === null) {
    throw new RestError({ status: 413, code: 'PGRST102', message: `The request body is larger than ${mebibytes} MiB` })
  }
  onBody(bytes.byteLength)
  // Bytes in PostgreSQL's text format.
  return {
    type,
    text: type === 'binary' ? `\\x${Buffer.from(bytes).toString('hex')}` : new TextDecoder().decode(bytes),
  }
}

const bodyTypes: ReadonlyMap<string, BodyType> = new Map([
  ['', 'json'],
  ['application/json', 'json'],
  ['text/csv', 'csv'],
  ['application/x-www-form-urlencoded', 'form'],
  ['text/plain', 'text'],
  ['application/octet-stream', 'binary'],
  ['text/xml', 'xml'],
])

/** Each row repeats all column names as JSON, so long names would turn a small body into gigabytes. */
function parseCsvWithin(text: string, role: Role): ReturnType<typeof parseCsv> {
  refuseTooMany(text, ',\r\n', role)
  const rows = parseCsv(text)
  if (Object.keys(rows[0] ?? {}).some((name) => name.length > maxNameLength)) {
    throw requestTooComplex(`The CSV names a column with more than ${maxNameLength} characters.`)
  }
  return rows
}

/** Longer than PostgreSQL's limit of 63 bytes. */
const maxNameLength = 100

/** Counts a body's separators before parsing it. */
function refuseTooMany(text: string, separators: string, role: Role): void {
  const { values } = limitsOf(role)
  let count = 0
  for (let at = 0; at < text.length; at += 1) {
    if (separators.includes(text.charAt(at))) count += 1
    if (count > values) throw requestTooComplex(`The body holds more than ${values} values.`)
  }
}

function parseJson(text: string, role: Role): unknown {
  const problem = jsonProblem(text, limitsOf(role))
  if (problem !== null) throw requestTooComplex(`The JSON ${problem}.`)
  try {
    return JSON.parse(text)
  } catch {
    throw badBody()
  }
}

function commonKeys(rows: readonly Readonly<Record<string, unknown>>[]): readonly string[] {
  const keys = Object.keys(rows[0] ?? {})
  const isSame = rows.every((row) => {
    const own = Object.keys(row)
    return own.length === keys.length && keys.every((key) => Object.hasOwn(row, key))
  })
  if (!isSame) {
    throw badBody('All object keys must match')
  }
  return keys
}
