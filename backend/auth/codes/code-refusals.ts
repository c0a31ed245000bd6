import { AuthError } from '#backend/auth/auth-errors.ts'

export function mailFailed(kind: string): AuthError {
  return new AuthError(500, 'unexpected_failure', `Error sending ${kind} email`)
}

export function factorTextFailed(): AuthError {
  return new AuthError(500, 'unexpected_failure', 'error sending message')
}

export function textFailed(): AuthError {
  return new AuthError(422, 'sms_send_failed', 'Error sending confirmation OTP to provider')
}

export function tooManyMails(): AuthError {
  return new AuthError(429, 'over_email_send_rate_limit', 'email rate limit exceeded')
}

export function tooManyTexts(): AuthError {
  return new AuthError(429, 'over_sms_send_rate_limit', 'SMS rate limit exceeded')
}

export function otpDisabled(): AuthError {
  return new AuthError(422, 'otp_disabled', 'Signups not allowed for otp')
}

export function codeExpired(): AuthError {
  return new AuthError(403, 'otp_expired', 'Token has expired or is invalid')
}

export function linkExpired(): AuthError {
  return new AuthError(403, 'otp_expired', 'Email link is invalid or has expired')
}
