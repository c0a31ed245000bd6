import { AuthError } from '#backend/auth/auth-errors.ts'

export function emailNotConfirmed(): AuthError {
  return new AuthError(400, 'email_not_confirmed', 'Email not confirmed')
}

export function phoneNotConfirmed(): AuthError {
  return new AuthError(400, 'phone_not_confirmed', 'Phone not confirmed')
}

export function factorRequired(): AuthError {
  return new AuthError(403, 'insufficient_aal', 'A session with the second factor is required for this.')
}

export function sessionNotFound(): AuthError {
  return new AuthError(404, 'session_not_found', 'Session not found')
}

export function flowStateExpired(): AuthError {
  return new AuthError(422, 'flow_state_expired', 'invalid flow state, flow state has expired')
}

export function badCodeVerifier(): AuthError {
  return new AuthError(400, 'bad_code_verifier', 'code challenge does not match previously saved code verifier')
}

export function issuerDisabled(issuer: string): AuthError {
  return new AuthError(400, 'provider_disabled', `Provider (issuer "${issuer}") is not enabled`)
}

export function unsupportedGrantType(): AuthError {
  return new AuthError(400, 'invalid_credentials', 'unsupported_grant_type')
}
