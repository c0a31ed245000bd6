import { failureKind, type FailedAnswer, type FailureKind } from './backend-error.ts'
import { callBackend, type Answer, type CallResult, type DataOf } from './call-backend.ts'
import type { DataClient } from './data-client.ts'

/** The form fields a problem can belong to. */
export type FormField = 'email' | 'phone' | 'password' | 'code'

/** The sentence to show and, where we know it, what to do about it. */
export interface FormFailure {
  readonly ok: false
  readonly text: string
  readonly hint?: string
  /** The field the hint is about. */
  readonly field?: FormField
  /** The service's own code, or the outcome a procedure returned. */
  readonly code?: string
  /** Seconds until the same request is allowed again. */
  readonly waitSeconds?: number
}

/** The result of submitting a form. */
export type FormOutcome = { readonly ok: true } | FormFailure

/** A FormOutcome with the data of the call. */
export type Outcome<T> = { readonly ok: true; readonly value: T } | FormFailure

/**
 * Makes one call for a form; every failure becomes an outcome that begins with `failedText`. Never throws. For
 * procedures that return an `outcome`, `refusals` has a sentence for each one but "ok".
 */
export async function submit<A extends Answer>(
  failedText: string,
  call: (client: DataClient) => PromiseLike<A>,
  refusals?: Readonly<Record<string, string>>,
): Promise<Outcome<DataOf<A>>> {
  let result: CallResult<DataOf<A>>
  try {
    result = await callBackend(call)
  } catch {
    return { ok: false, text: failedText, hint: unreachable }
  }
  if (!result.ok) return failedOutcome(failedText, result.error, result.kind)
  if (refusals === undefined) return result
  const code = (result.value as { readonly outcome: string }).outcome
  if (code === 'ok') return result
  return { ok: false, text: failedText, code, hint: refusals[code] ?? 'The server gave no reason.' }
}

/** A failure with the hint for its code; an unknown code adds none. */
export function failedOutcome(text: string, error: FailedAnswer, kind: FailureKind = failureKind(error)): FormFailure {
  const { code = '', message = '' } = error
  const waitSeconds = Number(/after (\d+) seconds?/.exec(message)?.[1] ?? Number.NaN)
  if (!Number.isNaN(waitSeconds)) {
    return { ok: false, text, hint: `You can ask again in ${waitSeconds} seconds.`, code, waitSeconds }
  }
  const known = hints[code]
  if (known !== undefined) return { ok: false, text, code, ...known }
  if (code === 'weak_password' || code === 'same_password') {
    return { ok: false, text, code, hint: message, field: 'password' }
  }
  if (code === 'validation_failed') return { ok: false, text, code, ...invalidField(message) }
  if (code === '42501') return { ok: false, text, code, hint: message.startsWith('A workspace') ? message : notAllowed }
  if (kind === 'unreachable') return { ok: false, text, code, hint: unreachable }
  const { sentence } = error
  return { ok: false, text, ...(code !== '' && { code }), ...(sentence !== undefined && { hint: sentence }) }
}

const notAllowed = 'Your role in this workspace does not allow it.'
const unreachable = 'The server can’t be reached right now. Check your connection and try again.'
const wrongCode = 'The code is wrong or expired. Check it, or request a new one.'

const hints: Readonly<Record<string, { readonly hint: string; readonly field?: FormField }>> = {
  user_already_exists: { hint: 'An account with this email already exists. Log in instead.', field: 'email' },
  email_exists: { hint: 'An account with this email already exists. Log in instead.', field: 'email' },
  phone_exists: { hint: 'An account with this number already exists.', field: 'phone' },
  email_not_confirmed: { hint: 'Confirm your email address first.' },
  phone_not_confirmed: { hint: 'Confirm your phone number first.' },
  user_banned: { hint: 'This account is locked. Ask your administrator.' },
  signup_disabled: { hint: 'New accounts need an invitation.' },
  email_provider_disabled: { hint: 'Email sign-in is disabled.' },
  phone_provider_disabled: { hint: 'Phone sign-in is disabled.' },
  captcha_failed: { hint: 'Complete the check again, then try again.' },
  over_email_send_rate_limit: { hint: 'Too many emails requested. Wait a few minutes, then try again.' },
  over_sms_send_rate_limit: { hint: 'Too many messages requested. Wait a few minutes, then try again.' },
  over_request_rate_limit: { hint: 'Too many attempts. Wait a minute, then try again.' },
  otp_expired: { hint: wrongCode, field: 'code' },
  mfa_verification_failed: { hint: 'The code is wrong. Check it and your device’s clock.', field: 'code' },
  mfa_challenge_expired: { hint: 'That took too long. Enter a new code.', field: 'code' },
  mfa_factor_not_found: { hint: 'This method was removed. Choose another one.' },
  insufficient_aal: { hint: 'Two-factor authentication is required. Sign in again.' },
  sso_provider_not_found: {
    hint: 'Single sign-on is not set up for this address. Check it, or log in another way.',
    field: 'email',
  },
  saml_provider_disabled: { hint: 'Single sign-on is disabled.' },
  provider_disabled: { hint: 'This provider is disabled.' },
  user_sso_managed: { hint: 'Your organisation manages this account. Change it there.' },
  reauthentication_needed: { hint: 'Your last login was too long ago. Sign in again.' },
  current_password_required: { hint: 'Your current password is required. Change it under Account.' },
  session_not_found: { hint: 'Your session has ended. Sign in again.' },
}

function invalidField(message: string): { readonly hint: string; readonly field?: FormField } {
  if (/72/.test(message)) return { hint: 'Use at most 72 characters.', field: 'password' }
  if (/phone/i.test(message)) return { hint: 'Include the country code, such as +49.', field: 'phone' }
  if (/email/i.test(message)) return { hint: 'Enter a complete email address.', field: 'email' }
  return { hint: 'Check what you entered.' }
}
