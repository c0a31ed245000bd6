import { AuthError, refusedBy } from '#backend/auth/auth-errors.ts'
import type { FlowAnswer } from '#backend/auth/codes/flow-procedure.ts'

/** Throws the refusal for any outcome but `ok`. `detail`: the name already in use, or the message for a wrong code. */
export function refuseFactor(answer: FlowAnswer, detail = ''): void {
  switch (answer.outcome) {
    case 'ok':
      return
    case 'mfa_factor_not_found':
      throw factorNotFound()
    case 'challenge_not_found':
      throw challengeNotFound()
    case 'mfa_factor_name_conflict':
      throw factorNameTaken(detail)
    case 'mfa_verified_factor_exists':
      throw verifiedPhoneExists()
    case 'too_many_enrolled_mfa_factors':
      throw tooManyFactors()
    case 'insufficient_aal':
      throw enrolNeedsFactor()
    case 'mfa_ip_address_mismatch':
      throw challengeAddressMismatch()
    case 'mfa_challenge_expired':
      throw challengeExpired()
    case 'mfa_verification_failed':
      throw factorCodeWrong(detail)
    default:
      throw refusedBy(answer.outcome)
  }
}

function factorNotFound(): AuthError {
  return new AuthError(404, 'mfa_factor_not_found', 'Factor not found')
}

function challengeNotFound(): AuthError {
  return new AuthError(422, 'mfa_factor_not_found', 'MFA factor with the provided challenge ID not found')
}

function factorNameTaken(name: string): AuthError {
  return new AuthError(
    422,
    'mfa_factor_name_conflict',
    `A factor with the friendly name "${name}" for this user already exists`,
  )
}

function verifiedPhoneExists(): AuthError {
  return new AuthError(
    422,
    'mfa_verified_factor_exists',
    'A verified phone factor already exists, unenroll it to continue',
  )
}

function tooManyFactors(): AuthError {
  return new AuthError(
    422,
    'too_many_enrolled_mfa_factors',
    'Maximum number of verified factors reached, unenroll to continue',
  )
}

function enrolNeedsFactor(): AuthError {
  return new AuthError(403, 'insufficient_aal', 'AAL2 required to enroll a new factor')
}

function challengeAddressMismatch(): AuthError {
  return new AuthError(422, 'mfa_ip_address_mismatch', 'Challenge and verify IP addresses mismatch.')
}

function challengeExpired(): AuthError {
  return new AuthError(
    422,
    'mfa_challenge_expired',
    'MFA challenge has expired, verify against another challenge or create a new challenge.',
  )
}

function factorCodeWrong(message: string): AuthError {
  return new AuthError(422, 'mfa_verification_failed', message)
}

export function recoveryCodesNeedFactor(): AuthError {
  return new AuthError(403, 'insufficient_aal', 'AAL2 required to generate recovery codes')
}

export function unenrolNeedsFactor(): AuthError {
  return new AuthError(422, 'insufficient_aal', 'AAL2 required to unenroll verified factor')
}

export function totpEnrolDisabled(): AuthError {
  return new AuthError(422, 'mfa_totp_enroll_not_enabled', 'MFA enroll is disabled for TOTP')
}

export function webauthnEnrolDisabled(): AuthError {
  return new AuthError(422, 'mfa_webauthn_enroll_not_enabled', 'MFA enroll is disabled for WebAuthn')
}

export function phoneEnrolDisabled(): AuthError {
  return new AuthError(422, 'mfa_phone_enroll_not_enabled', 'MFA enroll is disabled for Phone')
}

export function phoneVerifyDisabled(): AuthError {
  return new AuthError(422, 'mfa_phone_verify_not_enabled', 'MFA verification is disabled for Phone')
}

export function totpVerifyDisabled(): AuthError {
  return new AuthError(422, 'mfa_totp_verify_not_enabled', 'MFA verification is disabled for TOTP')
}
