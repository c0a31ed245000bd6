import { uuid } from '#domain/uuid.ts'

import type { Caller } from './database.ts'
import { DatabaseError } from './database.ts'
import type { SessionCheck } from './live-sessions.ts'

/** The token's session has ended, or its account is banned or deleted (embedded/41-auth-sessions.sql). */
export const sessionGone = 'US401'
/** The session has yet to pass its account's second factor. */
export const factorMissing = 'US403'

/** A token's session, user and assurance level, and a key of the three. */
export interface ClaimedSession {
  readonly values: readonly [string, string, string]
  readonly key: string
}

/** Null for a token without a session, which the operator issued. */
export function sessionOf({ claims }: Caller): ClaimedSession | null {
  if (claims === null) return null
  const known = sessions.get(claims)
  if (known !== undefined) return known
  const session = readSession(claims)
  sessions.set(claims, session)
  return session
}

/** The parameters of auth.require_session. */
export function sessionValues(session: ClaimedSession | null, check: SessionCheck | null): readonly string[] {
  if (session === null) return []
  const { values } = session
  return check === null ? values.slice(0, 2) : [...values, check.changes, check.answer]
}

export function claimsText({ claims, role }: Caller): string {
  if (claims === null) return JSON.stringify({ role })
  const known = texts.get(claims)
  if (known !== undefined) return known
  const text = JSON.stringify(claims['role'] === undefined ? { ...claims, role } : claims)
  texts.set(claims, text)
  return text
}

type Claims = NonNullable<Caller['claims']>

/* Cached tokens share one claims object between requests. */
const sessions = new WeakMap<Claims, ClaimedSession | null>()
const texts = new WeakMap<Claims, string>()

function readSession(claims: Claims): ClaimedSession | null {
  const sessionId = claims['session_id']
  if (sessionId === undefined) return null
  const userId = claims['sub']
  if (typeof sessionId !== 'string' || typeof userId !== 'string' || !uuid.test(sessionId) || !uuid.test(userId)) {
    throw new DatabaseError({ message: 'Session from session_id claim in JWT does not exist', sqlstate: sessionGone })
  }
  const aal = claims['aal']
  const values = [sessionId, userId, typeof aal === 'string' ? aal : ''] as const
  return { values, key: values.join(' ') }
}
