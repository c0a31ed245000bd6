import { uuid } from '#domain/uuid.ts'

import type { Caller } from './database.ts'
import { DatabaseError } from './database.ts'
import type { SessionQuestion } from './live-sessions.ts'

/** The session of the caller's token has ended, or its account is banned or gone (embedded/41-auth-sessions.sql). */
export const sessionGone = 'US401'

/** The session, the person and the factors of a token, and one text for the three. */
export interface ClaimedSession {
  readonly values: readonly [string, string, string]
  readonly key: string
}

/** A token without a session is its operator's: null. */
export function sessionOf({ claims }: Caller): ClaimedSession | null {
  if (claims === null) return null
  const known = sessions.get(claims)
  if (known !== undefined) return known
  const session = readSession(claims)
  sessions.set(claims, session)
  return session
}

/** What the question whether the session still lives has to be asked with. */
export function sessionValues(session: ClaimedSession | null, question: SessionQuestion | null): readonly string[] {
  if (session === null) return []
  const { values } = session
  return question === null ? values.slice(0, 2) : [...values, question.changes, question.answer]
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

/* The claims of a token are the same object for every request that shows it. */
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
