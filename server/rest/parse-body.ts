import { readBody } from '#server/read-body.ts'

import { badBody, RestError } from './rest-error.ts'

/** The rows that a body brings. The JSON itself goes to PostgreSQL as text; only its keys are looked at here. */
export interface RowsBody {
  /** An array of objects, whatever was sent. */
  readonly json: string
  readonly count: number
  /** The keys of the objects, which must all have the same; asked for only when `columns=` doesn't say. */
  keys(): readonly string[]
}

/** For POST and PATCH on a table. */
export async function parseRows(request: Request): Promise<RowsBody> {
  const text = await readJson(request)
  const value = parseJson(text)
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

/** For a function: named arguments; an empty body means none. */
export async function parseArguments(
  request: Request,
): Promise<{ readonly json: string; readonly names: readonly string[] }> {
  const text = await readJson(request)
  const json = text.trim() === '' ? '{}' : text
  const value = parseJson(json)
  if (!isObject(value)) {
    throw badBody()
  }
  return { json, names: Object.keys(value) }
}

const mostBytes = 10 * 1024 * 1024

async function readJson(request: Request): Promise<string> {
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? ''
  if (type !== '' && type !== 'application/json' && !/^application\/vnd\.pgrst\.\w+(?:\+json)?$/.test(type)) {
    throw badBody(`Content-Type not acceptable: ${type}`)
  }
  const bytes = await readBody(request, mostBytes)
  if (bytes === null) {
    throw new RestError({ status: 413, code: 'PGRST102', message: 'The request body is larger than 10 MiB' })
  }
  return new TextDecoder().decode(bytes)
}

function parseJson(text: string): unknown {
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

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
