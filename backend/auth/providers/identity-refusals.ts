import { AuthError, refusedBy, signupDisabled } from '#backend/auth/auth-errors.ts'

/** Throws any outcome but `ok` of auth.resolve_identity. */
export function refuseIdentity({ outcome }: { readonly outcome: string }, provider: string): void {
  switch (outcome) {
    case 'ok':
      return
    case 'signup_disabled':
      throw signupDisabled()
    case 'user_banned':
      throw new AuthError(403, 'user_banned', 'User is banned')
    case 'identity_already_linked':
      throw new AuthError(422, 'identity_already_exists', 'Identity is already linked')
    case 'identity_already_exists':
      throw new AuthError(422, 'identity_already_exists', 'Identity is already linked to another user')
    case 'provider_email_needs_verification':
      throw new AuthError(
        422,
        'provider_email_needs_verification',
        `Unverified email with ${provider}. Verify the email with ${provider} in order to sign in`,
      )
    case 'no_email':
      throw new AuthError(500, 'unexpected_failure', 'Error getting user email from external provider')
    default:
      throw refusedBy(outcome)
  }
}
