import { AuthError, refusedBy, signupDisabled, userBanned } from '#backend/auth/auth-errors.ts'

/** Throws any outcome but `ok` of auth.resolve_identity. */
export function refuseIdentity({ outcome }: { readonly outcome: string }, provider: string): void {
  switch (outcome) {
    case 'ok':
      return
    case 'signup_disabled':
      throw signupDisabled()
    case 'user_banned':
      throw userBanned()
    case 'identity_already_linked':
      throw identityLinked()
    case 'identity_already_exists':
      throw identityLinkedElsewhere()
    case 'provider_email_needs_verification':
      throw providerEmailUnverified(provider)
    case 'no_email':
      throw providerEmailMissing()
    default:
      throw refusedBy(outcome)
  }
}

export function unsupportedProvider(reason: string): AuthError {
  return new AuthError(400, 'validation_failed', `Unsupported provider: ${reason}`)
}

export function manualLinkingDisabled(): AuthError {
  return new AuthError(404, 'manual_linking_disabled', 'Manual linking is disabled')
}

export function providerUnreachable(): AuthError {
  return new AuthError(500, 'unexpected_failure', 'Error creating provider: it can not be reached')
}

export function stateUsed(): AuthError {
  return new AuthError(400, 'flow_state_already_used', 'OAuth state has already been used')
}

export function stateExpired(): AuthError {
  return new AuthError(422, 'flow_state_expired', 'OAuth state has expired')
}

export function badState(message: string): AuthError {
  return new AuthError(400, 'bad_oauth_state', message)
}

export function codeExchangeFailed(): AuthError {
  return new AuthError(500, 'unexpected_failure', 'Unable to exchange external code')
}

function identityLinked(): AuthError {
  return new AuthError(422, 'identity_already_exists', 'Identity is already linked')
}

function identityLinkedElsewhere(): AuthError {
  return new AuthError(422, 'identity_already_exists', 'Identity is already linked to another user')
}

function providerEmailUnverified(provider: string): AuthError {
  return new AuthError(
    422,
    'provider_email_needs_verification',
    `Unverified email with ${provider}. Verify the email with ${provider} in order to sign in`,
  )
}

function providerEmailMissing(): AuthError {
  return new AuthError(500, 'unexpected_failure', 'Error getting user email from external provider')
}

export function emailConflict(): AuthError {
  return new AuthError(422, 'email_conflict_identity_not_deletable', 'Unable to unlink identity due to email conflict')
}

export function lastIdentity(): AuthError {
  return new AuthError(422, 'single_identity_not_deletable', 'User must have at least 1 identity after unlinking')
}

export function identityNotFound(): AuthError {
  return new AuthError(422, 'identity_not_found', "Identity doesn't exist")
}
