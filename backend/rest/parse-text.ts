import { jsonProblem } from '#backend/http/json-problem.ts'
import { isObject } from '#domain/is-object.ts'

import { parseCsv } from './parse-csv.ts'
import { badBody, requestTooComplex } from './rest-error.ts'

/* Parses bodies: small ones in the main thread, large ones in another (body-thread.ts). */

export type ParsedType = 'json' | 'csv' | 'form'

export interface TextLimits {
  readonly depth: number
  readonly values: number
}

export interface ParseJob {
  /** Not a view of a larger buffer, so that it can be transferred to a thread. */
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly type: ParsedType
  readonly limits: TextLimits
  /** Null to parse the arguments of a function. */
  readonly rows: RowLimits | null
}

export interface RowLimits {
  /** Null for any number. */
  readonly rows: number | null
  /** Keys of one row. */
  readonly keys: number
}

export interface ParsedRows {
  /** Always an array of objects. */
  readonly json: string
  readonly count: number
  /** The objects' keys; null if they differ. */
  readonly keys: readonly string[] | null
}

export type ParsedArguments =
  | {
      readonly type: 'json'
      readonly json: string
      /** An array, whose first object holds the arguments. */
      readonly isList: boolean
      /** The object's keys; null for other values, which only a function with one unnamed argument takes. */
      readonly names: readonly string[] | null
    }
  | { readonly type: 'form'; readonly values: readonly (readonly [name: string, value: string])[] }

/** Throws RestError. */
export function parseText({ bytes, type, limits, rows }: ParseJob): ParsedRows | ParsedArguments {
  const text = new TextDecoder().decode(bytes)
  return rows === null ? parseArguments(text, type, limits) : parseRows(text, type, { ...limits, ...rows })
}

function parseRows(text: string, type: ParsedType, limits: TextLimits & RowLimits): ParsedRows {
  const { json, rows } = readRows(text, type, limits)
  if (limits.rows !== null && rows.length > limits.rows) {
    throw requestTooComplex(`The body holds ${rows.length} rows; at most ${limits.rows} are allowed.`)
  }
  return { json, count: rows.length, keys: commonKeys(rows, limits.keys) }
}

type Row = Readonly<Record<string, unknown>>

function readRows(
  text: string,
  type: ParsedType,
  limits: TextLimits,
): { readonly json: string; readonly rows: readonly Row[] } {
  if (type === 'csv') {
    const rows = parseCsvWithin(text, limits)
    return { json: JSON.stringify(rows), rows }
  }
  if (type === 'form') {
    const row = Object.fromEntries(readForm(text, limits))
    return { json: JSON.stringify([row]), rows: [row] }
  }
  const value = parseJson(text, limits)
  const rows: readonly unknown[] = Array.isArray(value) ? value : [value]
  if (!rows.every(isObject)) throw badBody()
  return { json: Array.isArray(value) ? text : `[${text}]`, rows }
}

function parseArguments(text: string, type: ParsedType, limits: TextLimits): ParsedArguments {
  if (type === 'form') return { type, values: [...readForm(text, limits)] }
  if (type === 'csv') {
    const rows = parseCsvWithin(text, limits)
    return { type: 'json', json: JSON.stringify(rows), isList: true, names: namesIn(rows) }
  }
  const json = text.trim() === '' ? '{}' : text
  const value = parseJson(json, limits)
  return { type: 'json', json, isList: Array.isArray(value), names: namesIn(value) }
}

/** The first keys of an object, or of a list of objects with the same keys: one more than a function can take. */
function namesIn(value: unknown): readonly string[] | null {
  const [first = {}]: readonly unknown[] = Array.isArray(value) ? value : [value]
  return isObject(first) ? Object.keys(first).slice(0, argumentsMax + 1) : null
}

/** PostgreSQL's own limit for a function. */
export const argumentsMax = 100

/** Each row repeats all column names as JSON, so long names would turn a small body into gigabytes. */
function parseCsvWithin(text: string, limits: TextLimits): ReturnType<typeof parseCsv> {
  refuseTooMany(text, ',\r\n', limits)
  const rows = parseCsv(text)
  if (Object.keys(rows[0] ?? {}).some((name) => name.length > maxNameLength)) {
    throw requestTooComplex(`The CSV names a column with more than ${maxNameLength} characters.`)
  }
  return rows
}

/** Longer than PostgreSQL's limit of 63 bytes. */
const maxNameLength = 100

function readForm(text: string, limits: TextLimits): URLSearchParams {
  refuseTooMany(text, '&', limits)
  const fields = new URLSearchParams(text)
  if (fields.size > fieldsMax) throw requestTooComplex(`The form holds more than ${fieldsMax} fields.`)
  return fields
}

/** A form is one row, or the arguments of one call, where a name can repeat. */
const fieldsMax = 5_000

/** Counts a body's separators before parsing it. */
function refuseTooMany(text: string, separators: string, { values }: TextLimits): void {
  let count = 0
  for (const separator of separators) {
    for (let at = text.indexOf(separator); at >= 0; at = text.indexOf(separator, at + 1)) {
      count += 1
      if (count > values) throw requestTooComplex(`The body holds more than ${values} values.`)
    }
  }
}

function parseJson(text: string, limits: TextLimits): unknown {
  const problem = jsonProblem(text, { ...limits, numberLength })
  if (problem !== null) throw requestTooComplex(`The JSON ${problem}.`)
  try {
    return JSON.parse(text)
  } catch {
    throw badBody()
  }
}

/** PostgreSQL's numeric has at most 131,072 digits before the point and 16,383 after it. */
const numberLength = 150_000

/** Null if the rows have different keys. */
function commonKeys(rows: readonly Row[], keysMax: number): readonly string[] | null {
  const keys = Object.keys(rows[0] ?? {})
  let isSame = true
  for (const row of rows) {
    const own = Object.keys(row)
    if (own.length > keysMax) throw requestTooComplex(`A row of the body has more than ${keysMax} keys.`)
    isSame &&= own.length === keys.length && keys.every((key) => Object.hasOwn(row, key))
  }
  return isSame ? keys : null
}
