import { messages } from '#domain/messages.ts'

import { failureKind } from './backend-error.ts'
import { loadClient } from './backend.ts'

/** A form's outcome: done, or the sentence to show and, where we know it, what to do about it. */
export type FormOutcome = { readonly ok: true } | { readonly ok: false; readonly text: string; readonly hint?: string }

const unreachable = 'The server can’t be reached right now. Check your connection and try again.'

export async function signIn(email: string, password: string): Promise<FormOutcome> {
  try {
    const client = await loadClient()
    const { error } = await client.auth.signInWithPassword({ email: email.trim(), password })
    if (error === null) return { ok: true }
    return { ok: false, text: messages.signInFailed, ...hintFor(error) }
  } catch {
    return { ok: false, text: messages.signInFailed, hint: unreachable }
  }
}

/** `failedText` differs between the page and the landing page's modal (spec §8). */
export async function signUp(
  person: { readonly email: string; readonly password: string; readonly firstName?: string },
  failedText: string,
): Promise<FormOutcome> {
  try {
    const client = await loadClient()
    const { data, error } = await client.auth.signUp({
      email: person.email.trim(),
      password: person.password,
      options: { data: person.firstName === undefined ? {} : { first_name: person.firstName.trim() } },
    })
    if (error !== null) return { ok: false, text: failedText, ...hintFor(error) }
    if (data.session === null) {
      return { ok: false, text: 'Check your inbox', hint: 'We sent you a link. Open it to finish signing up.' }
    }
    return { ok: true }
  } catch {
    return { ok: false, text: failedText, hint: unreachable }
  }
}

export async function changePassword(password: string): Promise<FormOutcome> {
  try {
    const client = await loadClient()
    const { error } = await client.auth.updateUser({ password })
    if (error === null) return { ok: true }
    return { ok: false, text: 'Your password was not changed.', ...hintFor(error) }
  } catch {
    return { ok: false, text: 'Your password was not changed.', hint: unreachable }
  }
}

function hintFor(error: { readonly code?: string | undefined; readonly message: string }): { readonly hint?: string } {
  switch (error.code) {
    case 'user_already_exists':
    case 'email_exists':
      return { hint: 'There is already an account with this email. Log in instead.' }
    case 'weak_password':
    case 'same_password':
      return { hint: error.message }
    case 'validation_failed':
      return { hint: 'Check the email address and the password.' }
    case 'over_request_rate_limit':
      return { hint: 'Too many tries. Wait a minute, then try again.' }
    default:
      return failureKind(error) === 'unreachable' ? { hint: unreachable } : {}
  }
}
