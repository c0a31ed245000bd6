import { AuthError, refusedBy } from '#backend/auth/auth-errors.ts'
import type { FlowAnswer } from '#backend/auth/codes/flow-procedure.ts'

/** Throws any outcome but `ok`; `detail` is the taken name or the message for a wrong code. */
export function refuseFactor(answer: FlowAnswer, detail = ''): void {
  switch (answer.outcome) {
    case 'ok':
      return
    case 'mfa_factor_not_found':
      throw new AuthError(404, 'mfa_factor_not_found', 'Factor not found')
    case 'challenge_not_found':
      throw new AuthError(422, 'mfa_factor_not_found', 'MFA factor with the provided challenge ID not found')
    case 'mfa_factor_name_conflict':
      throw new AuthError(
        422,
        'mfa_factor_name_conflict',
        `A factor with the friendly name "${detail}" for this user already exists`,
      )
    case 'mfa_verified_factor_exists':
      throw new AuthError(
        422,
        'mfa_verified_factor_exists',
        'A verified phone factor already exists, unenroll it to continue',
      )
    case 'too_many_enrolled_mfa_factors':
      throw new AuthError(
        422,
        'too_many_enrolled_mfa_factors',
        'Maximum number of verified factors reached, unenroll to continue',
      )
    case 'insufficient_aal':
      throw new AuthError(403, 'insufficient_aal', 'AAL2 required to enroll a new factor')
    case 'mfa_ip_address_mismatch':
      throw new AuthError(422, 'mfa_ip_address_mismatch', 'Challenge and verify IP addresses mismatch.')
    case 'mfa_challenge_expired':
      throw new AuthError(
        422,
        'mfa_challenge_expired',
        'MFA challenge has expired, verify against another challenge or create a new challenge.',
      )
    case 'mfa_verification_failed':
      throw new AuthError(422, 'mfa_verification_failed', detail)
    default:
      throw refusedBy(answer.outcome)
  }
}
