import { claimsText } from './caller-claims.ts'
import type { Caller, Setting } from './database.ts'
import { DatabaseError } from './database.ts'

/** What holds in one transaction. */
export interface TransactionSettings {
  readonly caller: Caller | 'system'
  /** For every caller, the server itself too. */
  readonly always: readonly Setting[]
  /** For this transaction besides. */
  readonly more: readonly Setting[]
  /** What is asked about the session; nothing where there is none. */
  readonly session: readonly string[]
  /** The transaction is made read only. */
  readonly isReading: boolean
}

/** The statement that sets it all, or null when there is nothing to set. */
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

/** A string constant of SQL, safe whatever the text holds. */
export function quoteLiteral(text: string): string {
  if (text.includes('\0')) {
    throw new DatabaseError({ message: 'invalid byte sequence for encoding "UTF8": 0x00', sqlstate: '22021' })
  }
  const quoted = `'${text.replaceAll("'", "''").replaceAll('\\', '\\\\')}'`
  return text.includes('\\') ? ` E${quoted}` : quoted
}

/** Of these few values are ever set: they stand in the text itself, like all names. */
const isInText: ReadonlySet<string> = new Set(['statement_timeout', 'TimeZone', 'search_path', 'role'])

const claimsSetting = 'request.jwt.claims'
const callerNames = ['search_path', claimsSetting, 'request.headers', 'request.method', 'request.path']

/** Of callers for whom nothing else is set, by what is set for all. */
const usualTexts = new WeakMap<readonly Setting[], Map<string, string | null>>()

/** What is set is counted, not given back: it would be the longest part of many an answer. */
function makeText({ caller, always, more, session, isReading }: TransactionSettings): string | null {
  const ofCaller = caller === 'system' ? [] : callerNames.map((name): Setting => [name, searchPath])
  // The role comes last, because it may lose the right to set what stands before it.
  const role = caller === 'system' ? [] : [['role', caller.role] as const]
  let parameters = session.length
  let claims = ''
  const calls = [...always, ...ofCaller, ...more, ...role].map(([name, value]) => {
    const given = isInText.has(name) ? quoteLiteral(value) : `$${(parameters += 1)}`
    if (name === claimsSetting) claims = given
    return `set_config(${quoteLiteral(name)}, ${given}, true)`
  })
  if (calls.length === 0) return null
  const [question, ...kept] = sessionQuestion(session.length, claims)
  // Nobody can take it back: PostgreSQL lets a transaction write only as long as it has not asked anything.
  const readOnly = isReading ? [`set_config('transaction_read_only', 'on', true)`] : []
  return `select ${question}, num_nulls(${[...readOnly, ...kept, ...calls].join(', ')})`
}

const searchPath = 'public, extensions'

/**
 * The session stands before the role, because only the owner may ask it. A transaction that only reads takes what was
 * found out a moment ago, if nothing has been changed since, and keeps it for the policies together with the claims that
 * it is for: no statement of it could change them.
 */
function sessionQuestion(sessionLength: number, claims: string): readonly [string, ...string[]] {
  if (sessionLength === 0) return ['null']
  if (sessionLength === 2) return ['auth.require_session($1::uuid, $2::uuid)']
  const isUnchanged = `$4 = pg_sequence_last_value('auth.rights_changes')::text`
  const look = `auth.require_session($1::uuid, $2::uuid, $3, $4 <> '')`
  return [
    `set_config('request.workspaces', case when ${isUnchanged} then $5 else ${look} end, true)`,
    `set_config('request.workspaces_of', ${claims}, true)`,
  ]
}
