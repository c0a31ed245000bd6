import { AuthError } from '#backend/auth/auth-errors.ts'

export function appMetadataNeedsAdmin(): AuthError {
  return new AuthError(403, 'not_admin', 'Updating app_metadata requires admin privileges')
}

export function currentPasswordRequired(): AuthError {
  return new AuthError(400, 'current_password_required', 'Current password required when setting new password.')
}

export function currentPasswordInvalid(): AuthError {
  return new AuthError(400, 'current_password_invalid', 'Current password is invalid.')
}

export function ssoManaged(): AuthError {
  return new AuthError(
    422,
    'user_sso_managed',
    'Updating email, phone, password of a SSO account only possible via SSO',
  )
}

export function changeNeedsFactor(): AuthError {
  return new AuthError(
    401,
    'insufficient_aal',
    'AAL2 session is required to update email or password when MFA is enabled.',
  )
}

export function reauthenticationNeeded(): AuthError {
  return new AuthError(400, 'reauthentication_needed', 'Password update requires reauthentication')
}

export function nonceInvalid(): AuthError {
  return new AuthError(422, 'reauthentication_not_valid', 'Nonce has expired or is invalid')
}

export function emailSignupsDisabled(): AuthError {
  return new AuthError(400, 'email_provider_disabled', 'Email signups are disabled')
}

export function phoneSignupsDisabled(): AuthError {
  return new AuthError(400, 'phone_provider_disabled', 'Phone signups are disabled')
}

export function anonymousSignupsDisabled(): AuthError {
  return new AuthError(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled')
}

export function verifyEmailFirst(): AuthError {
  return new AuthError(422, 'email_not_confirmed', 'Please verify your email first.')
}

export function verifyPhoneFirst(): AuthError {
  return new AuthError(422, 'phone_not_confirmed', 'Please verify your phone first.')
}
