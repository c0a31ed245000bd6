import type { ContentfulStatusCode } from 'hono/utils/http-status'

/** An auth error response. All its fields are sent; the cause is only logged. */
export class AuthError extends Error {
  override readonly name = 'AuthError'
  readonly status: ContentfulStatusCode
  readonly code: string
  readonly weakPasswordReasons: readonly string[] | null

  constructor(status: ContentfulStatusCode, code: string, message: string, weakPasswordReasons?: readonly string[]) {
    super(message)
    this.status = status
    this.code = code
    this.weakPasswordReasons = weakPasswordReasons ?? null
  }
}

export function notFound(): AuthError {
  return new AuthError(404, 'not_found', 'This endpoint does not exist')
}

export function badJson(reason: string): AuthError {
  return new AuthError(400, 'bad_json', `Could not parse request body as JSON: ${reason}`)
}

export function requestTooLarge(): AuthError {
  return new AuthError(413, 'request_entity_too_large', 'Request body is too large')
}

export function validationFailed(message: string): AuthError {
  return new AuthError(400, 'validation_failed', message)
}

export function tooManyRequests(): AuthError {
  return new AuthError(429, 'over_request_rate_limit', 'Request rate limit reached')
}

export function userAlreadyExists(): AuthError {
  return new AuthError(422, 'user_already_exists', 'User already registered')
}

/** One answer for unknown accounts and wrong passwords, so they can't be told apart. */
export function invalidCredentials(): AuthError {
  return new AuthError(400, 'invalid_credentials', 'Invalid login credentials')
}

export function weakPassword(message: string, reasons: readonly string[]): AuthError {
  return new AuthError(422, 'weak_password', message, reasons)
}

export function signupDisabled(): AuthError {
  return new AuthError(422, 'signup_disabled', 'Signups not allowed for this instance')
}

export function emailExists(): AuthError {
  return new AuthError(422, 'email_exists', 'A user with this email address has already been registered')
}

export function phoneExists(): AuthError {
  return new AuthError(422, 'phone_exists', 'A user with this phone number has already been registered')
}

export function samePassword(): AuthError {
  return new AuthError(422, 'same_password', 'New password should be different from the old password.')
}

export function noAuthorization(): AuthError {
  return new AuthError(401, 'no_authorization', 'This endpoint requires a valid Bearer token')
}

export function badJwt(reason: string): AuthError {
  return new AuthError(403, 'bad_jwt', `invalid JWT: unable to parse or verify signature, ${reason}`)
}

export function missingSubject(): AuthError {
  return new AuthError(403, 'bad_jwt', 'invalid claim: missing sub claim')
}

/** Enforces the interval between two messages of a kind to one account. */
export function sentTooSoon(seconds: number, by: 'email' | 'sms'): AuthError {
  return new AuthError(
    429,
    `over_${by}_send_rate_limit`,
    `For security purposes, you can only request this after ${seconds} seconds.`,
  )
}

export function flowStateNotFound(): AuthError {
  return new AuthError(404, 'flow_state_not_found', 'invalid flow state, no valid flow state found')
}

export function refreshTokenMalformed(): AuthError {
  return validationFailed('Refresh token is not valid')
}

/** Maps a database procedure's outcome to its refusal. */
export function refusedBy(outcome: string): AuthError {
  const known = byOutcome[outcome]
  return known === undefined ? unexpectedFailure() : new AuthError(known.status, outcome, known.message)
}

const byOutcome: Readonly<Record<string, { readonly status: ContentfulStatusCode; readonly message: string }>> = {
  refresh_token_not_found: { status: 400, message: 'Invalid Refresh Token: Refresh Token Not Found' },
  refresh_token_already_used: { status: 400, message: 'Invalid Refresh Token: Already Used' },
  session_expired: { status: 400, message: 'Invalid Refresh Token: Session Expired' },
  user_banned: { status: 403, message: 'User is banned' },
  user_not_found: { status: 403, message: 'User from sub claim in JWT does not exist' },
  session_not_found: { status: 403, message: 'Session from session_id claim in JWT does not exist' },
}

export function userNotFound(): AuthError {
  return new AuthError(404, 'user_not_found', 'User not found')
}

export function notAdmin(): AuthError {
  return new AuthError(403, 'not_admin', 'User not allowed')
}

/** Grants answer 400, everything else 403. */
export function userBanned(status: 400 | 403 = 403): AuthError {
  return new AuthError(status, 'user_banned', 'User is banned')
}

export function emailLoginsDisabled(): AuthError {
  return new AuthError(422, 'email_provider_disabled', 'Email logins are disabled')
}

export function phoneLoginsDisabled(): AuthError {
  return new AuthError(422, 'phone_provider_disabled', 'Phone logins are disabled')
}

export function unsupportedPhoneProvider(): AuthError {
  return new AuthError(400, 'phone_provider_disabled', 'Unsupported phone provider')
}

export function notUuid(parameter: 'user_id' | 'factor_id' | 'identity_id'): AuthError {
  return new AuthError(404, 'validation_failed', `${parameter} must be an UUID`)
}

export function captchaFailed(reason: string): AuthError {
  return new AuthError(400, 'captcha_failed', `captcha protection: request disallowed (${reason})`)
}

export function captchaUnavailable(): AuthError {
  return new AuthError(500, 'unexpected_failure', 'captcha verification process failed')
}

export function refreshConflict(): AuthError {
  return new AuthError(
    409,
    'conflict',
    'Too many concurrent token refresh requests on the same session or refresh token',
  )
}

export function databaseUnavailable(): AuthError {
  return new AuthError(503, 'unexpected_failure', 'The database does not answer. Try again in a moment.')
}

export function passwordQueueFull(): AuthError {
  return new AuthError(503, 'over_request_rate_limit', 'Many people are signing in right now. Try again in a moment.')
}

export function unexpectedFailure(): AuthError {
  return new AuthError(500, 'unexpected_failure', 'Unexpected failure, please check server logs for more information')
}
