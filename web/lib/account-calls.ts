import { queryOptions } from '@tanstack/react-query'
import type { User, UserIdentity } from '@supabase/supabase-js'

import { ask } from './call-backend.ts'
import { fetchAsUser } from './fetch-as-user.ts'
import { failedOutcome, submit, type FormOutcome } from './submit.ts'
import { landingAddress } from './sign-in-state.ts'

/** A device's session. */
export interface OwnSession {
  readonly id: string
  readonly created_at: string
  readonly refreshed_at: string
  readonly aal: string
  readonly user_agent: string | null
  readonly ip: string | null
  readonly is_current: boolean
}

interface OwnSessions {
  readonly sessions: readonly OwnSession[]
}

const accountPath = '/dashboard/account'

/** The account from the server, not the cached session. */
export const accountQuery = queryOptions({ queryKey: ['account'], queryFn: loadAccount })

export const sessionsQuery = queryOptions({
  queryKey: ['account', 'sessions'],
  queryFn: async () =>
    (await ask('accountFailed', () => fetchAsUser<OwnSessions>('GET', '/auth/v1/sessions'))).sessions,
})

/** A workspace created with this address before it was confirmed. */
export interface SetAsideWorkspace {
  readonly workspace_id: string
  readonly name: string
  readonly role: string
  readonly demos: number
  readonly others: number
}

export const setAsideQuery = queryOptions({
  queryKey: ['account', 'set-aside'],
  queryFn: (): Promise<readonly SetAsideWorkspace[]> =>
    ask('accountFailed', (client) => client.rpc('set_aside_workspaces')),
})

export function restoreWorkspace(id: string): Promise<FormOutcome> {
  return submit(
    'The workspace was not restored.',
    (client) => client.rpc('restore_workspace', { p_workspace_id: id }),
    { not_there: 'It no longer exists.' },
  )
}

export function discardWorkspace(id: string): Promise<FormOutcome> {
  return submit(
    'The workspace was not deleted.',
    (client) => client.rpc('discard_set_aside_workspace', { p_workspace_id: id }),
    { not_there: 'It no longer exists.' },
  )
}

async function loadAccount(): Promise<User> {
  return (await ask('accountFailed', (client) => client.auth.getUser())).user
}

export function firstNameOf(user: User): string {
  const name: unknown = user.user_metadata['first_name']
  return typeof name === 'string' ? name : ''
}

export function saveFirstName(firstName: string): Promise<FormOutcome> {
  return submit('Your name was not saved.', (client) =>
    client.auth.updateUser({ data: { first_name: firstName.trim() } }),
  )
}

export interface NewPassword {
  readonly password: string
  readonly currentPassword?: string
  readonly nonce?: string
}

export function saveNewPassword({ password, currentPassword, nonce }: NewPassword): Promise<FormOutcome> {
  return submit('Your password was not changed.', (client) =>
    client.auth.updateUser({
      password,
      ...(currentPassword !== undefined && { current_password: currentPassword }),
      ...(nonce !== undefined && { nonce: nonce.replaceAll(/\D/g, '') }),
    }),
  )
}

/** Mails (or texts) the code that a new password may need. */
export function askForNonce(): Promise<FormOutcome> {
  return submit('No code was sent.', (client) => client.auth.reauthenticate())
}

/** Confirms the account's address with the code of askForNonce. */
export function confirmEmail(code: string): Promise<FormOutcome> {
  return submit('Your address was not confirmed.', (client) =>
    client.auth.updateUser({ nonce: code.replaceAll(/\D/g, '') }),
  )
}

export function changeEmail(email: string): Promise<FormOutcome> {
  return submit('Your address was not changed.', (client) =>
    client.auth.updateUser({ email: email.trim() }, { emailRedirectTo: landingAddress(accountPath) }),
  )
}

/** `email` is the current address. */
export function resendEmailChange(email: string): Promise<FormOutcome> {
  return submit('Nothing was sent.', (client) =>
    client.auth.resend({ type: 'email_change', email, options: { emailRedirectTo: landingAddress(accountPath) } }),
  )
}

export function cancelAddressChange(kind: 'email' | 'phone'): Promise<FormOutcome> {
  return submit('The change was not cancelled.', (client) => client.rpc('cancel_address_change', { p_kind: kind }))
}

export function changePhone(phone: string): Promise<FormOutcome> {
  return submit('Your number was not changed.', (client) => client.auth.updateUser({ phone: plainPhone(phone) }))
}

export function confirmPhone(phone: string, code: string): Promise<FormOutcome> {
  return submit('This code was not accepted.', (client) =>
    client.auth.verifyOtp({ type: 'phone_change', phone, token: code.replaceAll(/\D/g, '') }),
  )
}

/** `phone` is the current number; without one the change is requested again. */
export function resendPhoneChange(phone: string, newPhone: string): Promise<FormOutcome> {
  return phone === ''
    ? changePhone(newPhone)
    : submit('Nothing was sent.', (client) => client.auth.resend({ type: 'phone_change', phone }))
}

export async function endSession(id: string): Promise<FormOutcome> {
  return submit('This session was not ended.', () => fetchAsUser('DELETE', `/auth/v1/sessions/${id}`))
}

export function endOtherSessions(): Promise<FormOutcome> {
  return submit('The other sessions were not ended.', (client) => client.auth.signOut({ scope: 'others' }))
}

/** Redirects to the provider, which returns here; resolves only on failure. */
export async function linkProvider(provider: string, name: string): Promise<FormOutcome> {
  const failedText = `${name} was not linked.`
  const outcome = await submit(failedText, (client) =>
    client.auth.linkIdentity({
      provider: provider as 'keycloak',
      options: { redirectTo: landingAddress(accountPath), skipBrowserRedirect: true },
    }),
  )
  if (!outcome.ok) return outcome
  const { url } = outcome.value
  if (url === null || !/^https?:/.test(url)) return failedOutcome(failedText, {})
  window.location.assign(url)
  return outcome
}

export function unlinkProvider(identity: UserIdentity, name: string): Promise<FormOutcome> {
  return submit(`${name} was not unlinked.`, (client) => client.auth.unlinkIdentity(identity))
}

function plainPhone(phone: string): string {
  return phone.replaceAll(/[^\d+]/g, '')
}
