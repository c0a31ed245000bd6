import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { connectAuthClient } from '#support/auth-client.ts'
import { startBackend, type Backend } from '#support/backend.ts'
import { lastMessageTo, openLink } from '#support/outbox.ts'

/* What a new password needs if the operator requires the old one, and a fresh code after a day. */

let backend: Backend

beforeAll(async () => {
  backend = await startBackend({
    env: {
      GOTRUE_SECURITY_UPDATE_PASSWORD_REQUIRE_CURRENT_PASSWORD: 'true',
      GOTRUE_SECURITY_UPDATE_PASSWORD_REQUIRE_REAUTHENTICATION: 'true',
      GOTRUE_RATE_LIMIT_EMAIL_SENT: '100000',
    },
  })
})

afterAll(() => backend.close())

const next = 'battery staple'

test('the old password is needed, and must be right', async () => {
  const { client, password } = await backend.signUp()
  expect((await client.auth.updateUser({ password: next })).error).toMatchObject({
    status: 400,
    code: 'current_password_required',
  })
  expect((await client.auth.updateUser({ password: next, current_password: 'wrong' })).error).toMatchObject({
    status: 400,
    code: 'current_password_invalid',
  })
  expect((await client.auth.updateUser({ password: next, current_password: password })).error).toBeNull()
})

test('after a day it needs a fresh code too', async () => {
  const { client, user, password } = await backend.signUp()
  backend.passTime(25 * 3_600_000)
  expect((await client.auth.refreshSession()).error).toBeNull()
  const change = (nonce?: string) =>
    client.auth.updateUser({ password: next, current_password: password, ...(nonce !== undefined && { nonce }) })
  expect((await change()).error).toMatchObject({ status: 400, code: 'reauthentication_needed' })
  expect((await change('000000')).error).toMatchObject({ status: 422, code: 'reauthentication_not_valid' })
  expect((await client.auth.reauthenticate()).error).toBeNull()
  const { code, kind } = await lastMessageTo(backend, user.email ?? '')
  expect(kind).toBe('reauthentication')
  expect((await change(code)).error).toBeNull()
  const reused = await client.auth.updateUser({ password: 'third one', current_password: next, nonce: code })
  expect(reused.error).toMatchObject({ code: 'reauthentication_not_valid' })
})

test('the fresh code can be guessed ten times an hour', async () => {
  const { client, user, password } = await backend.signUp()
  backend.passTime(25 * 3_600_000)
  await client.auth.refreshSession()
  await client.auth.reauthenticate()
  const { code } = await lastMessageTo(backend, user.email ?? '')
  const change = async (nonce: string) =>
    (await client.auth.updateUser({ password: next, current_password: password, nonce })).error?.status ?? 200
  const wrong = code === '000000' ? '000001' : '000000'
  const statuses: number[] = []
  for (let index = 0; index < 11; index += 1) statuses.push(await change(wrong))
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 422), 429])
  expect(await change(code)).toBe(429)
  backend.passTime(3_000_000)
  expect(await change(code)).toBe(200)
})

describe('recovery without the old password', () => {
  const ways: readonly (readonly [string, (email: string) => Promise<SupabaseClient>])[] = [
    [
      'a recovery link',
      async (email) => {
        const { client } = connectAuthClient(backend, 'implicit')
        await client.auth.resetPasswordForEmail(email)
        const { hash } = await openLink(backend, (await lastMessageTo(backend, email)).link)
        const fragment = new URLSearchParams(hash.slice(1))
        await client.auth.setSession({
          access_token: fragment.get('access_token') ?? '',
          refresh_token: fragment.get('refresh_token') ?? '',
        })
        return client
      },
    ],
    [
      'a recovery code',
      async (email) => {
        const { client } = connectAuthClient(backend, 'implicit')
        await client.auth.resetPasswordForEmail(email)
        await client.auth.verifyOtp({ email, token: (await lastMessageTo(backend, email)).code, type: 'recovery' })
        return client
      },
    ],
    [
      'a recovery link for one browser',
      (email) => exchanged(email, (client) => client.auth.resetPasswordForEmail(email)),
    ],
    ['a magic link for one browser', (email) => exchanged(email, (client) => client.auth.signInWithOtp({ email }))],
    [
      'an invitation',
      async (email) => {
        const invited = await inviteAgain(email)
        const { client } = connectAuthClient(backend, 'implicit')
        await client.auth.verifyOtp({ token_hash: invited, type: 'invite' })
        return client
      },
    ],
  ]

  test.each(ways)('sets a new one after %s', async (_, arrive) => {
    const { user } = await backend.signUp()
    const client = await arrive(user.email ?? '')
    expect((await client.auth.updateUser({ password: next })).error).toBeNull()
    const answer = await backend.anonClient().auth.signInWithPassword({ email: user.email ?? '', password: next })
    expect(answer.error).toBeNull()
  })

  test('but not in older sessions', async () => {
    const { client, user } = await backend.signUp()
    await ways[1]![1](user.email ?? '')
    expect((await client.auth.updateUser({ password: next })).error).toMatchObject({
      code: 'current_password_required',
    })
  })

  async function exchanged(email: string, ask: (client: SupabaseClient) => Promise<unknown>): Promise<SupabaseClient> {
    const { client } = connectAuthClient(backend, 'pkce')
    await ask(client)
    const { searchParams } = await openLink(backend, (await lastMessageTo(backend, email)).link)
    await client.auth.exchangeCodeForSession(searchParams.get('code') ?? '')
    return client
  }

  /** An account with a password but an unconfirmed address, and an invitation to it. */
  async function inviteAgain(email: string): Promise<string> {
    await backend.services.database.transaction('system', [
      { text: 'update auth.users set email_confirmed_at = null where email = $1', values: [email] },
    ])
    const { data, error } = await backend.serviceClient().auth.admin.generateLink({ type: 'invite', email })
    if (error !== null) throw error
    return data.properties.hashed_token
  }
})
