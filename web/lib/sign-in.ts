import type { SupabaseClient } from '@supabase/supabase-js'

import { messages } from '#domain/messages.ts'

import { failureKind } from './backend-error.ts'
import { loadClient } from './backend.ts'

/** What a form asks for; a problem may belong to one of them. */
export type FormField = 'email' | 'phone' | 'password' | 'code'

/**
 * A form's outcome: done, or the sentence to show and, where we know it, what to do about it. `code` is the auth
 * service's own; `waitSeconds` says when the same may be asked for again.
 */
export type FormOutcome =
  | { readonly ok: true; readonly isConfirmationAwaited?: boolean }
  | {
      readonly ok: false
      readonly text: string
      readonly hint?: string
      readonly field?: FormField
      readonly code?: string
      readonly waitSeconds?: number
    }

interface AuthFailure {
  readonly message: string
  readonly code?: string | undefined
}

type AuthAnswer = { readonly error: AuthFailure | null } | { readonly error: null }

/** Makes one auth call; whatever goes wrong becomes an outcome that begins with `failedText`. Never throws. */
export async function attempt(
  failedText: string,
  call: (client: SupabaseClient) => Promise<AuthAnswer>,
): Promise<FormOutcome> {
  try {
    const { error } = await call(await loadClient())
    return error === null ? { ok: true } : failedOutcome(failedText, error)
  } catch {
    return { ok: false, text: failedText, hint: unreachable }
  }
}

export function signIn(email: string, password: string, captchaToken?: string): Promise<FormOutcome> {
  return attempt(messages.signInFailed, (client) =>
    client.auth.signInWithPassword({ email: email.trim(), password, options: withCaptcha(captchaToken) }),
  )
}

export interface NewPerson {
  readonly email: string
  readonly password: string
  readonly firstName?: string
}

/** `failedText` differs between the page and the landing page's modal (spec §8); `returnTo` is where the link leads. */
export async function signUp(
  person: NewPerson,
  failedText: string,
  options: { readonly returnTo: string; readonly captchaToken?: string | undefined },
): Promise<FormOutcome> {
  let isConfirmationAwaited = false
  const outcome = await attempt(failedText, async (client) => {
    const answer = await client.auth.signUp({
      email: person.email.trim(),
      password: person.password,
      options: {
        data: person.firstName === undefined ? {} : { first_name: person.firstName.trim() },
        emailRedirectTo: options.returnTo,
        ...withCaptcha(options.captchaToken),
      },
    })
    isConfirmationAwaited = answer.data.session === null
    return answer
  })
  return outcome.ok ? { ok: true, isConfirmationAwaited } : outcome
}

export function changePassword(password: string): Promise<FormOutcome> {
  return attempt('Your password was not changed.', (client) => client.auth.updateUser({ password }))
}

export function withCaptcha(captchaToken: string | undefined): { readonly captchaToken?: string } {
  return captchaToken === undefined ? {} : { captchaToken }
}

/** What to add to the sentence, by the closed codes of the auth service; an unknown one adds nothing. */
export function failedOutcome(text: string, error: AuthFailure): FormOutcome {
  const { code = '' } = error
  const waitSeconds = Number(/after (\d+) seconds?/.exec(error.message)?.[1] ?? Number.NaN)
  if (!Number.isNaN(waitSeconds)) {
    return { ok: false, text, hint: `You can ask again in ${waitSeconds} seconds.`, code, waitSeconds }
  }
  const known = hints[code]
  if (known !== undefined) return { ok: false, text, code, ...known }
  if (code === 'weak_password' || code === 'same_password') {
    return { ok: false, text, code, hint: error.message, field: 'password' }
  }
  if (code === 'validation_failed') return { ok: false, text, code, ...invalidField(error.message) }
  return failureKind(error) === 'unreachable'
    ? { ok: false, text, code, hint: unreachable }
    : { ok: false, text, ...(code !== '' && { code }) }
}

const unreachable = 'The server can’t be reached right now. Check your connection and try again.'
const wrongCode = 'The code is wrong or no longer valid. Check it, or have a new one sent.'

const hints: Readonly<Record<string, { readonly hint: string; readonly field?: FormField }>> = {
  user_already_exists: { hint: 'There is already an account with this email. Log in instead.', field: 'email' },
  email_exists: { hint: 'There is already an account with this email. Log in instead.', field: 'email' },
  phone_exists: { hint: 'There is already an account with this number.', field: 'phone' },
  email_not_confirmed: { hint: 'Confirm your email address first.' },
  phone_not_confirmed: { hint: 'Confirm your phone number first: have a code sent to it.' },
  user_banned: { hint: 'This account is locked. Ask whoever runs this server.' },
  signup_disabled: { hint: 'New accounts are only made by invitation here.' },
  email_provider_disabled: { hint: 'Signing in by email is switched off here.' },
  phone_provider_disabled: { hint: 'Signing in by phone is switched off here.' },
  captcha_failed: { hint: 'Complete the check once more, then try again.' },
  over_email_send_rate_limit: { hint: 'Too many mails were asked for. Wait a few minutes, then try again.' },
  over_sms_send_rate_limit: { hint: 'Too many messages were asked for. Wait a few minutes, then try again.' },
  over_request_rate_limit: { hint: 'Too many tries. Wait a minute, then try again.' },
  otp_expired: { hint: wrongCode, field: 'code' },
  mfa_verification_failed: { hint: 'This code isn’t right. Check it, and that your clock is right.', field: 'code' },
  mfa_challenge_expired: { hint: 'That took too long. Enter a new code.', field: 'code' },
  mfa_factor_not_found: { hint: 'This way was removed. Choose another one.' },
  insufficient_aal: { hint: 'Your second step is needed first. Sign in again.' },
  sso_provider_not_found: {
    hint: 'No single sign-on is set up for this address. Check it, or choose another way.',
    field: 'email',
  },
  saml_provider_disabled: { hint: 'Single sign-on is switched off here.' },
  provider_disabled: { hint: 'This provider is switched off here.' },
  user_sso_managed: { hint: 'Your organisation manages this account. Change it there.' },
  reauthentication_needed: { hint: 'Sign out and in again first; that was too long ago.' },
  current_password_required: { hint: 'This server asks for the current password too. Change it under Account.' },
  session_not_found: { hint: 'Your session has ended. Sign in again.' },
}

function invalidField(message: string): { readonly hint: string; readonly field?: FormField } {
  if (/72/.test(message)) return { hint: 'A password has at most 72 characters.', field: 'password' }
  if (/phone/i.test(message)) return { hint: 'Write the number with its country code, such as +49.', field: 'phone' }
  if (/email/i.test(message)) return { hint: 'This isn’t a whole email address.', field: 'email' }
  return { hint: 'Check what you entered.' }
}
