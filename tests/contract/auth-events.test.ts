import { randomUUID } from 'node:crypto'

import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { connectAuthClient } from '#support/auth-client.ts'
import { startBackend, type Backend } from '#support/backend.ts'
import { lastMessageTo } from '#support/outbox.ts'

/* Spec §4: the events the real client fires for our answers, in order. */

let backend: Backend
const password = 'correct horse battery'

beforeAll(async () => {
  backend = await startBackend()
})
afterAll(() => backend.close())

test('signing up, refreshing, updating the account, a second factor and signing out', async () => {
  const { client, events } = connectAuthClient(backend, 'implicit')
  await client.auth.getSession()
  await client.auth.signUp({ email: `${randomUUID()}@example.com`, password })
  await client.auth.refreshSession()
  await client.auth.updateUser({ data: { first_name: 'Ada' } })
  const { data: enrolled } = await client.auth.mfa.enroll({ factorType: 'totp' })
  const factor = enrolled as { readonly id: string; readonly totp: { readonly secret: string } }
  const code = new TOTP({ secret: Secret.fromBase32(factor.totp.secret) }).generate()
  await client.auth.mfa.challengeAndVerify({ factorId: factor.id, code })
  await client.auth.signOut()
  expect(events).toEqual([
    'INITIAL_SESSION',
    'SIGNED_IN',
    'TOKEN_REFRESHED',
    'USER_UPDATED',
    'MFA_CHALLENGE_VERIFIED',
    'SIGNED_OUT',
  ])
})

test('recovering a password', async () => {
  const { user } = await backend.signUp()
  const email = user.email ?? ''
  const { client, events } = connectAuthClient(backend, 'implicit')
  await client.auth.resetPasswordForEmail(email)
  const { code } = await lastMessageTo(backend, email)
  await client.auth.verifyOtp({ type: 'recovery', email, token: code })
  await client.auth.updateUser({ password: 'battery staple' })
  expect(events).toEqual(['INITIAL_SESSION', 'PASSWORD_RECOVERY', 'USER_UPDATED'])
})

test('a session ended by the server', async () => {
  const { client, events } = connectAuthClient(backend, 'implicit')
  const email = `${randomUUID()}@example.com`
  await client.auth.signUp({ email, password })
  const elsewhere = backend.anonClient()
  await elsewhere.auth.signInWithPassword({ email, password })
  await elsewhere.auth.signOut({ scope: 'others' })
  expect((await client.auth.refreshSession()).error?.code).toBe('refresh_token_not_found')
  // Its token has not expired, so the client keeps it until told otherwise, and the server doesn't refuse it.
  expect((await client.auth.signOut({ scope: 'local' })).error).toBeNull()
  expect(events).toEqual(['INITIAL_SESSION', 'SIGNED_IN', 'SIGNED_OUT'])
})
