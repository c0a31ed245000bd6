import { errors } from 'jose'

import type { SigningKeys } from '#backend/auth/keys/signing-keys.ts'
import type { Role } from '#backend/database/database.ts'

/** Identity and expiry of a verified token. */
export interface Bearer {
  readonly role: Role
  readonly claims: Readonly<Record<string, unknown>>
  readonly expiresAtMs: number
  readonly sessionId: string | null
  readonly userId: string | null
}

/** A refusal in Supabase Realtime's words; `code` prefixes it in a join's reply. */
export interface TokenRefusal {
  readonly code: 'InvalidJWTToken' | 'MalformedJWT' | 'JwtSignatureError'
  readonly message: string
}

/** Verifies a token, without clock tolerance: once expired, it is refused. */
export async function readToken(token: string, keys: SigningKeys, nowMs: number): Promise<Bearer | TokenRefusal> {
  if (!/^[\w-]+\.[\w-]+\.[\w-]*$/.test(token)) return malformed
  try {
    // Expiry is checked below, to report since when.
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

/** Also sent to channels when their token expires. */
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
