import type { Role } from '#backend/database/database.ts'
import { readBody } from '#backend/http/read-body.ts'

import { parseInTurn } from './body-thread.ts'
import type { ParsedArguments, ParsedRows, ParsedType } from './parse-text.ts'
import { badBody, RestError } from './rest-error.ts'
import type { RestContext } from './run-request.ts'
import type { Table } from './schema-cache.ts'

/** The rows of a body. The JSON goes to PostgreSQL as text; only its keys are read here. */
export interface RowsBody {
  /** Always an array of objects. */
  readonly json: string
  readonly count: number
  /** The objects' keys, which must be the same in each; only needed without `columns=`. */
  keys(): readonly string[]
}

type BodyContext = Pick<RestContext, 'request' | 'caller' | 'sender' | 'onBody'>

/** For POST, PATCH and PUT on a table: JSON, CSV or a form. */
export async function parseRows(context: BodyContext, { columns }: Pick<Table, 'columns'>): Promise<RowsBody> {
  const { request, caller, sender } = context
  const { type, bytes } = await readBytes(context)
  if (!isParsed(type)) throw badBody(`Content-Type not acceptable: ${request.headers.get('content-type') ?? ''}`)
  const rows = { rows: caller.role === 'service_role' ? null : rowsMax, keys: Math.max(keysMax, columns.size) }
  const parsed = await parseInTurn({ bytes, type, limits: limitsOf(caller.role), rows }, sender)
  const { json, count, keys } = parsed as ParsedRows
  return {
    json,
    count,
    keys: () => {
      if (keys === null) throw badBody('All object keys must match')
      return keys
    },
  }
}

/** Writing more at once holds up everybody on PGlite: each row takes a fifth of a millisecond. */
const rowsMax = 5_000
/** Of a row, unless its table has more columns. With `columns=`, a row may have keys that aren't columns. */
const keysMax = 200

export type ArgumentsBody = ParsedArguments | { readonly type: 'text' | 'binary' | 'xml'; readonly text: string }

/** Arguments for a function; an empty body means none. */
export async function parseArguments(context: BodyContext): Promise<ArgumentsBody> {
  const { type, bytes } = await readBytes(context)
  if (isParsed(type)) {
    const job = { bytes, type, limits: limitsOf(context.caller.role), rows: null }
    return (await parseInTurn(job, context.sender)) as ParsedArguments
  }
  // Bytes in PostgreSQL's text format.
  const text = type === 'binary' ? `\\x${Buffer.from(bytes).toString('hex')}` : new TextDecoder().decode(bytes)
  return { type, text }
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

type BodyType = ParsedType | 'text' | 'binary' | 'xml'

function isParsed(type: BodyType): type is ParsedType {
  return type === 'json' || type === 'csv' || type === 'form'
}

async function readBytes(
  context: BodyContext,
): Promise<{ readonly type: BodyType; readonly bytes: Uint8Array<ArrayBuffer> }> {
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
  return { type, bytes }
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
