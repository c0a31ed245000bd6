import type { Caller } from './database.ts'
import { DatabaseError } from './database.ts'

/*
 * The statements around a caller's own. They are sent in one simple query each, so their values stand in the text as
 * quoted literals; everything else in the server goes as a parameter.
 */

/** Opens the transaction and makes it the caller's: role, claims and request, until the transaction ends. */
export function beginText(
  caller: Caller | 'system',
  readOnly: boolean,
  extraSettings: readonly Setting[] = [],
): string {
  const settings = [...extraSettings, ...(caller === 'system' ? [] : callerSettings(caller))]
  const begin = readOnly ? 'begin read only' : 'begin'
  if (settings.length === 0) {
    return begin
  }
  const calls = settings.map(([name, value]) => `set_config(${quoteLiteral(name)}, ${quoteLiteral(value)}, true)`)
  return `${begin}; select ${[...sessionQuestion(caller), ...calls].join(', ')}`
}

/**
 * Commits, unless the role is another one than at the start. A function that resets the role would run what follows it
 * as the owner of the tables; then nothing is committed and nothing is answered.
 */
export function commitText(caller: Caller | 'system'): string {
  return caller === 'system' ? 'commit' : `select 1 / (current_user = ${quoteLiteral(caller.role)})::integer; commit`
}

/** Says what a failed `commitText` means: a division by zero there is the role check. */
export function explainCommitError(error: DatabaseError): DatabaseError {
  return error.sqlstate === '22012'
    ? new DatabaseError({ message: 'The role was changed during the transaction', sqlstate: '42501', cause: error })
    : error
}

export type Setting = readonly [name: string, value: string]

/** A string constant of SQL, safe whatever the text holds. */
export function quoteLiteral(text: string): string {
  if (text.includes('\0')) {
    throw new DatabaseError({ message: 'invalid byte sequence for encoding "UTF8": 0x00', sqlstate: '22021' })
  }
  const quoted = `'${text.replaceAll("'", "''").replaceAll('\\', '\\\\')}'`
  return text.includes('\\') ? ` E${quoted}` : quoted
}

/** Stands before the settings, because only the owner may ask it. A token without a session is its operator's. */
function sessionQuestion(caller: Caller | 'system'): readonly string[] {
  const claims = caller === 'system' ? null : caller.claims
  const sessionId = claims?.['session_id']
  if (sessionId === undefined) return []
  const userId = claims?.['sub']
  if (typeof sessionId !== 'string' || typeof userId !== 'string' || !uuid.test(sessionId) || !uuid.test(userId)) {
    throw new DatabaseError({ message: 'Session from session_id claim in JWT does not exist', sqlstate: sessionGone })
  }
  return [`auth.require_session('${sessionId}', '${userId}')`]
}

/** The session of the caller's token has ended, or its account is banned or gone (embedded/41-auth-sessions.sql). */
export const sessionGone = 'US401'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

function callerSettings(caller: Caller): Setting[] {
  return [
    ['search_path', 'public, extensions'],
    ['request.jwt.claims', JSON.stringify(caller.claims ?? { role: caller.role })],
    ['request.headers', JSON.stringify(caller.headers)],
    ['request.method', caller.method],
    ['request.path', caller.path],
    // Last, because the role may lose the right to set what stands above.
    ['role', caller.role],
  ]
}
