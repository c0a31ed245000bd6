import { claimsText } from './caller-claims.ts'
import type { Caller, Setting } from './database.ts'
import { DatabaseError } from './database.ts'

export interface TransactionSettings {
  readonly caller: Caller | 'system'
  /** For every caller, including the server itself. */
  readonly always: readonly Setting[]
  readonly more: readonly Setting[]
  /** Input of the session check; empty without a session. */
  readonly session: readonly string[]
  readonly isReading: boolean
}

/** One statement for all settings; null when there are none. */
export function settingsText(settings: TransactionSettings): string | null {
  const { caller, always, more, session, isReading } = settings
  if (caller === 'system' || more.length > 0) return makeText(settings)
  let known = usualTexts.get(always)
  if (known === undefined) {
    known = new Map()
    usualTexts.set(always, known)
  }
  const key = `${caller.role} ${session.length} ${isReading}`
  const text = known.get(key) ?? makeText(settings)
  known.set(key, text)
  return text
}

/** In the order of the statement's parameters. */
export function settingsValues({ caller, always, more, session }: TransactionSettings): readonly string[] {
  const values = [...session]
  for (const [name, value] of always) if (!isInText.has(name)) values.push(value)
  if (caller !== 'system') {
    values.push(claimsText(caller), JSON.stringify(caller.headers), caller.method, caller.path)
  }
  for (const [name, value] of more) if (!isInText.has(name)) values.push(value)
  return values
}

/** An SQL string literal, safe for any text. */
export function quoteLiteral(text: string): string {
  if (text.includes('\0')) {
    throw new DatabaseError({ message: 'invalid byte sequence for encoding "UTF8": 0x00', sqlstate: '22021' })
  }
  const quoted = `'${text.replaceAll("'", "''").replaceAll('\\', '\\\\')}'`
  return text.includes('\\') ? ` E${quoted}` : quoted
}

/** These have few distinct values, so they are inlined, like all names. */
const isInText: ReadonlySet<string> = new Set(['statement_timeout', 'TimeZone', 'search_path', 'role'])

const claimsSetting = 'request.jwt.claims'
const callerNames = ['search_path', claimsSetting, 'request.headers', 'request.method', 'request.path']

/** Cached for callers without extra settings, by the common settings. */
const usualTexts = new WeakMap<readonly Setting[], Map<string, string | null>>()

/** The statement selects a count of the settings, because their values would take more bytes than many results. */
function makeText({ caller, always, more, session, isReading }: TransactionSettings): string | null {
  const ofCaller = caller === 'system' ? [] : callerNames.map((name): Setting => [name, searchPath])
  // The role comes last, since it may not be allowed to set the others.
  const role = caller === 'system' ? [] : [['role', caller.role] as const]
  let parameters = session.length
  let claims = ''
  const calls = [...always, ...ofCaller, ...more, ...role].map(([name, value]) => {
    const given = isInText.has(name) ? quoteLiteral(value) : `$${(parameters += 1)}`
    if (name === claimsSetting) claims = given
    return `set_config(${quoteLiteral(name)}, ${given}, true)`
  })
  if (calls.length === 0) return null
  const [check, ...kept] = sessionCheck(session.length, claims)
  // Irreversible: PostgreSQL allows no switch back to writing after the first query.
  const readOnly = isReading ? [`set_config('transaction_read_only', 'on', true)`] : []
  return `select ${check}, num_nulls(${[...readOnly, ...kept, ...calls].join(', ')})`
}

const searchPath = 'public, extensions'

/**
 * The session check runs before the role is set, since only the owner may call it. Read-only transactions reuse a
 * recent answer if no rights have changed, and keep it for the policies along with its claims, which no read-only
 * statement could change.
 */
function sessionCheck(sessionLength: number, claims: string): readonly [string, ...string[]] {
  if (sessionLength === 0) return ['null']
  if (sessionLength === 2) return ['auth.require_session($1::uuid, $2::uuid)']
  const isUnchanged = `$4 = pg_sequence_last_value('auth.rights_changes')::text`
  const look = `auth.require_session($1::uuid, $2::uuid, $3, $4 <> '')`
  return [
    `set_config('request.workspaces', case when ${isUnchanged} then $5 else ${look} end, true)`,
    `set_config('request.workspaces_of', ${claims}, true)`,
  ]
}
