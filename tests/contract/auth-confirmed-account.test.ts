import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { connectAuthClient, postToAuth } from '#support/auth-client.ts'
import { startBackend, type Backend } from '#support/backend.ts'
import { confirmedAccount } from '#support/confirmed-account.ts'
import { lastMessageTo, openLink, outboxOf } from '#support/outbox.ts'

/* After an account's address was confirmed: a new password, a new address, and the audit log. */

let backend: Backend

beforeAll(async () => {
  backend = await startBackend({
    env: { GOTRUE_MAILER_AUTOCONFIRM: 'false', GOTRUE_RATE_LIMIT_EMAIL_SENT: '100000' },
  })
})

afterAll(() => backend.close())

const password = 'correct horse'
const newAddress = (): string => `${randomUUID()}@example.com`

describe('a forgotten password', () => {
  test('the link leads to the new-password page, signed in', async () => {
    const { email } = await confirmedAccount(backend, password)
    const { client, events } = connectAuthClient(backend, 'implicit')
    expect((await client.auth.resetPasswordForEmail(email)).error).toBeNull()
    const target = await openLink(backend, (await lastMessageTo(backend, email)).link)
    expect(target.pathname).toBe('/reset-password')
    const fragment = new URLSearchParams(target.hash.slice(1))
    expect(fragment.get('type')).toBe('recovery')
    await client.auth.setSession({
      access_token: fragment.get('access_token') ?? '',
      refresh_token: fragment.get('refresh_token') ?? '',
    })
    expect((await client.auth.updateUser({ password: 'battery staple' })).error).toBeNull()
    expect(events).toEqual(expect.arrayContaining(['SIGNED_IN', 'USER_UPDATED']))
    const answer = await backend.anonClient().auth.signInWithPassword({ email, password: 'battery staple' })
    expect(answer.error).toBeNull()
  })

  test('the code fires PASSWORD_RECOVERY', async () => {
    const { email } = await confirmedAccount(backend, password)
    const { client, events } = connectAuthClient(backend, 'implicit')
    await client.auth.resetPasswordForEmail(email)
    const { code } = await lastMessageTo(backend, email)
    expect((await client.auth.verifyOtp({ email, token: code, type: 'recovery' })).error).toBeNull()
    expect(events).toContain('PASSWORD_RECOVERY')
  })

  test('answers the same for an address without an account, the second time too', async () => {
    const { email } = await confirmedAccount(backend, password)
    const ask = async (address: string) => {
      const answer = await postToAuth(backend, '/recover', { email: address })
      return [answer.status, await answer.text()]
    }
    const stranger = newAddress()
    expect(await ask(email)).toEqual([200, '{}'])
    expect(await ask(stranger)).toEqual([200, '{}'])
    expect(await ask(stranger)).toEqual(await ask(email))
    expect((await ask(stranger))[0]).toBe(429)
    expect(await outboxOf(backend, stranger)).toEqual([])
  })

  test('needs an address', async () => {
    const answer = await postToAuth(backend, '/recover', {})
    expect([answer.status, await answer.json()]).toEqual([
      400,
      { code: 'validation_failed', message: 'Password recovery requires an email' },
    ])
  })
})

describe('a new email address', () => {
  test('needs confirmation from both addresses', async () => {
    const { email, client } = await confirmedAccount(backend, password)
    const next = newAddress()
    const { data, error } = await client.auth.updateUser({ email: next })
    expect(error).toBeNull()
    expect(data.user).toMatchObject({ email, new_email: next })
    const toOld = await openLink(backend, (await lastMessageTo(backend, email)).link)
    expect(new URLSearchParams(toOld.hash.slice(1)).get('message')).toBe(
      'Confirmation link accepted. Please proceed to confirm link sent to the other email',
    )
    expect((await client.auth.getUser()).data.user?.email).toBe(email)
    const toNew = await openLink(backend, (await lastMessageTo(backend, next)).link)
    expect(new URLSearchParams(toNew.hash.slice(1)).get('type')).toBe('email_change')
    const after = (await client.auth.getUser()).data.user
    expect(after).toMatchObject({ email: next, identities: [{ identity_data: { email: next } }] })
    expect(after?.new_email).toBeUndefined()
  })

  test('with codes, the first answer says what is missing', async () => {
    const { email, client } = await confirmedAccount(backend, password)
    const next = newAddress()
    await client.auth.updateUser({ email: next })
    const first = await postToAuth(backend, '/verify', {
      type: 'email_change',
      email: next,
      token: (await lastMessageTo(backend, next)).code,
    })
    expect([first.status, await first.json()]).toEqual([
      200,
      { msg: 'Confirmation link accepted. Please proceed to confirm link sent to the other email', code: '200' },
    ])
    const { data, error } = await client.auth.verifyOtp({
      type: 'email_change',
      email,
      token: (await lastMessageTo(backend, email)).code,
    })
    expect(error).toBeNull()
    expect(data.user?.email).toBe(next)
  })

  test('voids pending links to the old one', async () => {
    const { email, client } = await confirmedAccount(backend, password)
    const next = newAddress()
    await client.auth.resetPasswordForEmail(email)
    const forgotten = await lastMessageTo(backend, email)
    await client.auth.updateUser({ email: next })
    await openLink(backend, (await lastMessageTo(backend, email)).link)
    await openLink(backend, (await lastMessageTo(backend, next)).link)
    expect((await client.auth.getUser()).data.user?.email).toBe(next)
    expect((await openLink(backend, forgotten.link)).hash).toContain('otp_expired')
  })

  test('is refused when taken', async () => {
    const { client } = await confirmedAccount(backend, password)
    const other = await confirmedAccount(backend, password)
    const { error } = await client.auth.updateUser({ email: other.email })
    expect(error).toMatchObject({ status: 422, code: 'email_exists' })
  })

  test('is refused when somebody else took it meanwhile', async () => {
    const { email, client } = await confirmedAccount(backend, password)
    const next = newAddress()
    await client.auth.updateUser({ email: next })
    await backend.serviceClient().auth.admin.createUser({ email: next, email_confirm: true })
    const target = await openLink(backend, (await lastMessageTo(backend, next)).link)
    expect(new URLSearchParams(target.hash.slice(1)).get('error_code')).toBe('email_exists')
    expect((await client.auth.getUser()).data.user?.email).toBe(email)
  })

  test('can be requested again', async () => {
    const { email, client } = await confirmedAccount(backend, password)
    const next = newAddress()
    await client.auth.updateUser({ email: next })
    backend.passTime(61_000)
    expect((await client.auth.resend({ type: 'email_change', email })).error).toBeNull()
    expect(await outboxOf(backend, next)).toHaveLength(2)
  })
})

test('reauthentication is refused without a session', async () => {
  const answer = await backend.app.request('/auth/v1/reauthenticate')
  expect(answer.status).toBe(401)
})

describe('a single sign-on account', () => {
  test('keeps the address and password its company manages', async () => {
    const { client, id } = await confirmedAccount(backend, password)
    await backend.services.database.transaction('system', [
      { text: 'update auth.users set is_sso_user = true where id = $1::uuid', values: [id] },
    ])
    for (const change of [{ email: newAddress() }, { password: 'battery staple' }]) {
      expect((await client.auth.updateUser(change)).error).toMatchObject({ status: 422, code: 'user_sso_managed' })
    }
    expect((await client.auth.updateUser({ data: { a: 1 } })).error).toBeNull()
  })
})

describe('the events of a session', () => {
  test('fire in order', async () => {
    const email = newAddress()
    const { client, events } = connectAuthClient(backend, 'implicit')
    await client.auth.signUp({ email, password })
    await client.auth.verifyOtp({ email, token: (await lastMessageTo(backend, email)).code, type: 'signup' })
    await client.auth.refreshSession()
    await client.auth.updateUser({ data: { firstName: 'Ada' } })
    await client.auth.signOut()
    backend.passTime(61_000)
    await client.auth.resetPasswordForEmail(email)
    await client.auth.verifyOtp({ email, token: (await lastMessageTo(backend, email)).code, type: 'recovery' })
    expect(events.filter((event, at) => event !== events[at - 1])).toEqual([
      'INITIAL_SESSION',
      'SIGNED_IN',
      'TOKEN_REFRESHED',
      'USER_UPDATED',
      'SIGNED_OUT',
      'PASSWORD_RECOVERY',
    ])
  })
})

describe('the audit log', () => {
  test('has every event of an account, for the service role', async () => {
    const { email, client } = await confirmedAccount(backend, password)
    await client.auth.updateUser({ password: 'battery staple' })
    await client.auth.refreshSession()
    await backend.anonClient().auth.signInWithPassword({ email, password: 'wrong one' })
    await client.auth.resetPasswordForEmail(email)
    await client.auth.signOut()
    const answer = await backend.app.request(`/auth/v1/admin/audit?query=author:${encodeURIComponent(email)}`, {
      headers: { authorization: `Bearer ${backend.services.config.serviceRoleKey}` },
    })
    const entries = (await answer.json()) as { payload: { action: string; actor_username: string } }[]
    expect(new Set(entries.map((entry) => entry.payload.actor_username))).toEqual(new Set([email]))
    expect(new Set(entries.map((entry) => entry.payload.action))).toEqual(
      new Set([
        'user_confirmation_requested',
        'user_signedup',
        'login',
        'user_modified',
        'user_updated_password',
        'token_refreshed',
        'login_failed',
        'user_recovery_requested',
        'logout',
      ]),
    )
    expect((await backend.app.request('/auth/v1/admin/audit')).status).toBe(401)
  })
})
