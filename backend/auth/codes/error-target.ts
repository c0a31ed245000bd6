import type { AuthError } from '#backend/auth/auth-errors.ts'

import { withFragment, withQuery } from './redirect-target.ts'

/** Where a URL carries an error: pages that expect a PKCE code look in the query too. */
export type ErrorPlace = 'fragment' | 'query and fragment'

export function errorTarget(target: string, error: AuthError, place: ErrorPlace): string {
  return targetWithError(target, place, {
    error: deniedCodes.has(error.code) ? 'access_denied' : (oauthErrors[error.status] ?? 'server_error'),
    error_code: error.code,
    error_description: error.message,
  })
}

export interface ErrorFields {
  /** An OAuth error code. */
  readonly error: string
  readonly error_code: string
  readonly error_description: string
}

/** As errorTarget, with a provider's own error. */
export function targetWithError(target: string, place: ErrorPlace, { ...fields }: ErrorFields): string {
  const base = place === 'query and fragment' ? withQuery(target, new URLSearchParams(fields)) : target
  return withFragment(base, new URLSearchParams({ ...fields, sb: '' }))
}

const deniedCodes = new Set(['signup_disabled', 'user_banned', 'provider_email_needs_verification'])

const oauthErrors: Readonly<Partial<Record<number, string>>> = {
  400: 'invalid_request',
  401: 'unauthorized_client',
  403: 'access_denied',
  500: 'server_error',
  503: 'temporarily_unavailable',
}
