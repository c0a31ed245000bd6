import { errors } from 'jose'

import type { SigningKeys } from '#backend/auth/keys/signing-keys.ts'
import type { Role } from '#backend/database/database.ts'

/** Whom a verified token stands for, until when. */
export interface Bearer {
  readonly role: Role
  readonly claims: Readonly<Record<string, unknown>>
  readonly expiresAtMs: number
  readonly sessionId: string | null
  readonly userId: string | null
}

/** Why a token is refused, in Supabase Realtime's words; `code` stands before them in the answer to a join. */
export interface TokenRefusal {
  readonly code: 'InvalidJWTToken' | 'MalformedJWT' | 'JwtSignatureError'
  readonly message: string
}

/** Verifies a token. No allowance for clocks that differ: what has expired here is closed here. */
export async function readToken(token: string, keys: SigningKeys, nowMs: number): Promise<Bearer | TokenRefusal> {
  if (!/^[\w-]+\.[\w-]+\.[\w-]*$/.test(token)) return malformed
  try {
    // Expiry is asked below, because its answer says since when.
    const claims = await keys.verify(token, { currentDate: new Date(nowMs), clockTolerance: '100 years' })
    const { exp, nbf, sub, session_id: sessionId } = claims
    const role = roles.find((each) => each === claims['role'])
    if (nbf !== undefined && nbf * 1000 > nowMs) return malformed
    if (role === undefined || typeof exp !== 'number') return missingClaims
    if (exp * 1000 <= nowMs) return expired(exp * 1000, nowMs)
    return {
      role,
      claims,
      expiresAtMs: exp * 1000,
      sessionId: typeof sessionId === 'string' ? sessionId : null,
      userId: typeof sub === 'string' ? sub : null,
    }
  } catch (error) {
    const isMalformed = error instanceof errors.JWTInvalid || error instanceof errors.JWSInvalid
    return isMalformed ? malformed : { code: 'JwtSignatureError', message: 'Failed to validate JWT signature' }
  }
}

export function isRefusal(answer: Bearer | TokenRefusal): answer is TokenRefusal {
  return 'code' in answer
}

/** Also what a channel hears when the token it was joined with runs out. */
export function expired(expiresAtMs: number, nowMs: number): TokenRefusal {
  const seconds = Math.floor((nowMs - expiresAtMs) / 1000)
  return { code: 'InvalidJWTToken', message: `Token has expired ${seconds} seconds ago` }
}

const roles: readonly Role[] = ['anon', 'authenticated', 'service_role']
const malformed: TokenRefusal = { code: 'MalformedJWT', message: 'The token provided is not a valid JWT' }
const missingClaims: TokenRefusal = {
  code: 'InvalidJWTToken',
  message: 'Fields `role` and `exp` are required in JWT',
}
