import type { Caller, Role, Setting, Statement, TransactionOptions } from './database.ts'
import { DatabaseError } from './database.ts'
import type { LiveSessions, SessionQuestion } from './live-sessions.ts'
import { statementName } from './statement-names.ts'
import { toParameter } from './wire-values.ts'

/** One statement of a transaction as it is sent. */
export interface TransactionStep {
  readonly text: string
  readonly values: readonly (string | null)[]
  /** Under which PostgreSQL keeps its plan; null when that isn't worth it. */
  readonly name: string | null
  /** Whether what it gives is one of the caller's results. */
  readonly isAnswered: boolean
}

export interface TransactionPlan {
  readonly steps: readonly TransactionStep[]
  /** Which of the steps looks whether the role is still the caller's; -1 when none does. */
  readonly roleCheck: number
  /** Asked about the caller's session by the step that sets what is set; its first value is the answer. */
  readonly question: SessionQuestion | null
  /** Which step that is; -1 when nothing is set. */
  readonly settingsStep: number
}

/**
 * A whole transaction, to be sent as one message: opened, made the caller's until it ends, the statements, and the
 * commit. PostgreSQL passes over everything behind a step that fails, so nothing ever runs outside the transaction or
 * as anybody else. `always` are settings for every caller, the server itself too. A caller's reading is neither opened
 * nor committed by words of its own: what one message asks for is one transaction, and the settings make it read only.
 */
export function planTransaction(
  caller: Caller | 'system',
  statements: readonly Statement[],
  options: TransactionOptions,
  { sessions, always = [] }: { readonly sessions: LiveSessions; readonly always?: readonly Setting[] },
): TransactionPlan {
  const role = caller === 'system' ? caller : caller.role
  const session = caller === 'system' ? null : sessionOf(caller)
  const question = session === null || options.readOnly !== true ? null : sessions.question(session.join(' '))
  const settings = [...always, ...callerSettings(caller), ...(options.settings ?? [])]
  const isReading = caller !== 'system' && options.readOnly === true && !options.isolation && options.rollBack !== true
  const opening = isReading ? [] : [beginning(options)]
  const setting = settingsStep(caller, settings, sessionValues(session, question), isReading)
  const asked = statements.map(({ text, values = [] }): TransactionStep => ({
    text,
    values: values.map(toParameter),
    name: statementName(text, role),
    isAnswered: true,
  }))
  const ending = options.rollBack === true ? [rollBack] : isReading ? [] : [commit]
  const check = caller === 'system' || options.rollBack === true ? [] : [roleCheckStep(caller.role)]
  return {
    steps: [...opening, ...setting, ...asked, ...check, ...ending],
    roleCheck: check.length === 0 ? -1 : opening.length + setting.length + asked.length,
    question,
    settingsStep: setting.length === 0 ? -1 : opening.length,
  }
}

/** Says what a failed role check means: a division by zero. */
export function explainRoleCheck(error: DatabaseError): DatabaseError {
  return error.sqlstate === '22012'
    ? new DatabaseError({ message: 'The role was changed during the transaction', sqlstate: '42501', cause: error })
    : error
}

/** A string constant of SQL, safe whatever the text holds. */
export function quoteLiteral(text: string): string {
  if (text.includes('\0')) {
    throw new DatabaseError({ message: 'invalid byte sequence for encoding "UTF8": 0x00', sqlstate: '22021' })
  }
  const quoted = `'${text.replaceAll("'", "''").replaceAll('\\', '\\\\')}'`
  return text.includes('\\') ? ` E${quoted}` : quoted
}

/** The session of the caller's token has ended, or its account is banned or gone (embedded/41-auth-sessions.sql). */
export const sessionGone = 'US401'

/** PostgreSQL takes these only before the first statement, so no setting could bring them. */
function beginning({ readOnly = false, isolation }: TransactionOptions): TransactionStep {
  if (isolation !== undefined) return ownStep(`begin isolation level ${isolation}${readOnly ? ' read only' : ''}`)
  return readOnly ? beginReading : begin
}

const begin = plainStep('begin')
const beginReading = plainStep('begin read only')
const commit = plainStep('commit')
const rollBack = plainStep('rollback')

/** Makes the transaction the caller's: role, claims and request, until it ends. */
function settingsStep(
  caller: Caller | 'system',
  settings: readonly Setting[],
  session: readonly string[],
  isReading: boolean,
) {
  // Last, because the role may lose the right to set what stands before it.
  const all = caller === 'system' ? settings : [...settings, ['role', caller.role] as const]
  if (all.length === 0) {
    return []
  }
  const given = all.filter(([name]) => !isInText.has(name))
  const text = settingsText(all, session.length, isReading)
  return [ownStep(text, [...session, ...given.map(([, value]) => value)])]
}

/** Of these few values are ever set: they stand in the text itself, like all names. */
const isInText: ReadonlySet<string> = new Set(['statement_timeout', 'TimeZone', 'search_path', 'role'])

/** What is set is counted, not given back: it would be the longest part of many an answer. */
function settingsText(settings: readonly Setting[], sessionLength: number, isReading: boolean): string {
  let key = `${sessionLength} ${isReading}`
  for (const [name, value] of settings) key += isInText.has(name) ? `\n${name}=${value}` : `\n${name}`
  const known = settingsTexts.get(key)
  if (known !== undefined) return known
  const given = settings.filter(([name]) => !isInText.has(name))
  const valueOf = (setting: Setting) =>
    isInText.has(setting[0]) ? quoteLiteral(setting[1]) : `$${sessionLength + 1 + given.indexOf(setting)}`
  const calls = settings.map((setting) => `set_config(${quoteLiteral(setting[0])}, ${valueOf(setting)}, true)`)
  const claims = given.find(([name]) => name === claimsSetting)
  const [question, ...more] = sessionQuestion(sessionLength, claims === undefined ? 'null' : valueOf(claims))
  // Nobody can take it back: PostgreSQL lets a transaction write only as long as it has not asked anything.
  const readOnly = isReading ? [`set_config('transaction_read_only', 'on', true)`] : []
  const text = `select ${question}, num_nulls(${[...readOnly, ...more, ...calls].join(', ')})`
  if (settingsTexts.size >= mostSettingsTexts) settingsTexts.clear()
  settingsTexts.set(key, text)
  return text
}

/** A handful: they differ in what is set, hardly in what it is set to. */
const settingsTexts = new Map<string, string>()
const mostSettingsTexts = 200

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

/**
 * Raises unless the role is the one from the start. A function that resets the role would run what follows it as the
 * owner of the tables; then nothing is committed and nothing is answered.
 */
function roleCheckStep(role: Role): TransactionStep {
  return roleChecks[role]
}

/** Sent so often that it is worth a plan from the first time on. */
function plainStep(text: string): TransactionStep {
  return { text, values: [], name: text.replaceAll(' ', '_'), isAnswered: false }
}

const roleChecks: Readonly<Record<Role, TransactionStep>> = {
  anon: checkOf('anon'),
  authenticated: checkOf('authenticated'),
  service_role: checkOf('service_role'),
}

function checkOf(role: Role): TransactionStep {
  const text = `select 1 / (current_user = '${role}')::integer`
  return { text, values: [], name: `is_${role}`, isAnswered: false }
}

function ownStep(text: string, values: readonly string[] = []): TransactionStep {
  return { text, values, name: statementName(text, 'system'), isAnswered: false }
}

/** The session, the person and the factors of the caller's token. A token without a session is its operator's. */
function sessionOf({ claims }: Caller): readonly [string, string, string] | null {
  const sessionId = claims?.['session_id']
  if (sessionId === undefined) return null
  const userId = claims?.['sub']
  if (typeof sessionId !== 'string' || typeof userId !== 'string' || !uuid.test(sessionId) || !uuid.test(userId)) {
    throw new DatabaseError({ message: 'Session from session_id claim in JWT does not exist', sqlstate: sessionGone })
  }
  const aal = claims?.['aal']
  return [sessionId, userId, typeof aal === 'string' ? aal : '']
}

function sessionValues(session: ReturnType<typeof sessionOf>, question: SessionQuestion | null): readonly string[] {
  if (session === null) return []
  return question === null ? session.slice(0, 2) : [...session, question.changes, question.answer]
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

const claimsSetting = 'request.jwt.claims'

function callerSettings(caller: Caller | 'system'): readonly Setting[] {
  return caller === 'system'
    ? []
    : [
        ['search_path', 'public, extensions'],
        [claimsSetting, claimsText(caller)],
        ['request.headers', JSON.stringify(caller.headers)],
        ['request.method', caller.method],
        ['request.path', caller.path],
      ]
}

/** The claims of a token are the same object for every request that shows it. */
function claimsText({ claims, role }: Caller): string {
  if (claims === null) return JSON.stringify({ role })
  const known = claimsTexts.get(claims)
  if (known !== undefined) return known
  const text = JSON.stringify(claims)
  claimsTexts.set(claims, text)
  return text
}

const claimsTexts = new WeakMap<NonNullable<Caller['claims']>, string>()
