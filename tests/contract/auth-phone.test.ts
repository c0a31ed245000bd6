import { createHash, randomInt, randomUUID } from 'node:crypto'

import { AuthWeakPasswordError } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { connectAuthClient } from '#support/auth-client.ts'
import { startBackend, type Backend } from '#support/backend.ts'
import { lastMessageTo, outboxOf } from '#support/outbox.ts'

let backend: Backend

beforeAll(async () => {
  backend = await startBackend({
    env: {
      GOTRUE_EXTERNAL_PHONE_ENABLED: 'true',
      GOTRUE_EXTERNAL_ANONYMOUS_USERS_ENABLED: 'true',
      GOTRUE_RATE_LIMIT_EMAIL_SENT: '100000',
      GOTRUE_RATE_LIMIT_SMS_SENT: '100000',
      GOTRUE_SMS_TEST_OTP: '4915100000001:123456',
      GOTRUE_PASSWORD_MIN_LENGTH: '8',
      GOTRUE_PASSWORD_REQUIRED_CHARACTERS: 'abcdefghijklmnopqrstuvwxyz:0123456789',
    },
  })
})

afterAll(() => backend.close())

const password = 'correct horse 1'
const newPhone = (): string => `4915${randomInt(1e8, 1e9)}`

async function phoneAccount() {
  const phone = newPhone()
  const { client, events } = connectAuthClient(backend, 'implicit')
  await client.auth.signUp({ phone, password })
  const { code } = await lastMessageTo(backend, `+${phone}`)
  const { data, error } = await client.auth.verifyOtp({ phone, token: code, type: 'sms' })
  if (error !== null || data.user === null) throw new Error('The account could not be confirmed', { cause: error })
  backend.passTime(61_000)
  return { phone, client, events, id: data.user.id }
}

describe('a phone number', () => {
  test('signs up with an SMS code', async () => {
    const phone = newPhone()
    const { data, error } = await backend.anonClient().auth.signUp({ phone: `+${phone}`, password })
    expect(error).toBeNull()
    expect(data.session).toBeNull()
    expect(data.user).toMatchObject({ phone, email: '', app_metadata: { provider: 'phone', providers: ['phone'] } })
    const early = await backend.anonClient().auth.signInWithPassword({ phone, password })
    expect(early.error).toMatchObject({ status: 400, code: 'phone_not_confirmed' })
    const { code } = await lastMessageTo(backend, `+${phone}`)
    const verified = await backend.anonClient().auth.verifyOtp({ phone, token: code, type: 'sms' })
    expect(verified.error).toBeNull()
    expect(verified.data.user?.phone_confirmed_at).toBeDefined()
    expect((await backend.anonClient().auth.signInWithPassword({ phone, password })).error).toBeNull()
  })

  test('signs in with a code, and gets the message’s id', async () => {
    const { phone, id } = await phoneAccount()
    const asked = await backend.anonClient().auth.signInWithOtp({ phone })
    expect(asked.error).toBeNull()
    expect(asked.data.messageId).toMatch(/^[0-9a-f-]{36}$/)
    const { code } = await lastMessageTo(backend, `+${phone}`)
    const { data, error } = await backend.anonClient().auth.verifyOtp({ phone, token: code, type: 'sms' })
    expect(error).toBeNull()
    expect(data.user?.id).toBe(id)
  })

  test('its code opens no link', async () => {
    const phone = newPhone()
    const { auth } = backend.anonClient()
    await auth.signUp({ phone, password })
    const { code } = await lastMessageTo(backend, `+${phone}`)
    const hash = createHash('sha224')
      .update(phone + code)
      .digest('hex')
    const { error } = await auth.verifyOtp({ token_hash: hash, type: 'signup' })
    expect(error).toMatchObject({ code: 'otp_expired' })
    expect((await auth.verifyOtp({ phone, token: code, type: 'sms' })).error).toBeNull()
  })

  test('the code lasts a minute', async () => {
    const { phone } = await phoneAccount()
    await backend.anonClient().auth.signInWithOtp({ phone })
    const { code } = await lastMessageTo(backend, `+${phone}`)
    backend.passTime(60_000)
    const { error } = await backend.anonClient().auth.verifyOtp({ phone, token: code, type: 'sms' })
    expect(error).toMatchObject({ status: 403, code: 'otp_expired', message: 'Token has expired or is invalid' })
  })

  test('waits a minute between two messages', async () => {
    const { phone } = await phoneAccount()
    await backend.anonClient().auth.signInWithOtp({ phone })
    expect((await backend.anonClient().auth.signInWithOtp({ phone })).error).toMatchObject({
      status: 429,
      code: 'over_sms_send_rate_limit',
    })
    backend.passTime(61_000)
    expect((await backend.anonClient().auth.signInWithOtp({ phone })).error).toBeNull()
  })

  test('with a test code gets no message', async () => {
    const phone = '4915100000001'
    expect((await backend.anonClient().auth.signInWithOtp({ phone })).data.messageId).toBeUndefined()
    expect(await outboxOf(backend, `+${phone}`)).toEqual([])
    const wrong = await backend.anonClient().auth.verifyOtp({ phone, token: '654321', type: 'sms' })
    expect(wrong.error).toMatchObject({ code: 'otp_expired' })
    backend.passTime(120_000)
    expect((await backend.anonClient().auth.verifyOtp({ phone, token: '123456', type: 'sms' })).error).toBeNull()
  })

  test('can be resent, and sends nothing to unknown numbers', async () => {
    const phone = newPhone()
    await backend.anonClient().auth.signUp({ phone, password })
    backend.passTime(61_000)
    const { data, error } = await backend.anonClient().auth.resend({ type: 'sms', phone })
    expect(error).toBeNull()
    expect(data.messageId).toBeDefined()
    expect((await backend.anonClient().auth.resend({ type: 'sms', phone: newPhone() })).error).toBeNull()
  })

  test('changes once the new one is confirmed', async () => {
    const { phone, client } = await phoneAccount()
    const next = newPhone()
    const { data, error } = await client.auth.updateUser({ phone: next })
    expect(error).toBeNull()
    expect(data.user).toMatchObject({ phone, new_phone: next })
    const { code } = await lastMessageTo(backend, `+${next}`)
    const verified = await client.auth.verifyOtp({ phone: next, token: code, type: 'phone_change' })
    expect(verified.error).toBeNull()
    expect(verified.data.user?.phone).toBe(next)
  })

  test('of somebody else is refused', async () => {
    const { client } = await phoneAccount()
    const other = await phoneAccount()
    expect((await client.auth.updateUser({ phone: other.phone })).error).toMatchObject({
      status: 422,
      code: 'phone_exists',
    })
  })

  test('confirms a reauthentication', async () => {
    const { phone, client } = await phoneAccount()
    expect((await client.auth.reauthenticate()).error).toBeNull()
    expect((await outboxOf(backend, `+${phone}`))[0]?.code).toMatch(/^\d{6}$/)
  })

  test.each([
    ['letters', { phone: 'abc', password }, 'Invalid phone number format (E.164 required)'],
    ['a leading zero', { phone: '0151234', password }, 'Invalid phone number format (E.164 required)'],
    [
      'both addresses',
      { phone: '4915112345', email: 'a@example.com', password },
      'Only an email address or phone number',
    ],
    [
      'PKCE',
      { phone: '4915112345', password, code_challenge: 'x'.repeat(43), code_challenge_method: 's256' },
      'PKCE not supported for phone signups',
    ],
    ['a pigeon', { phone: '4915112345', password, channel: 'pigeon' }, 'Invalid channel'],
  ])('sign-up refuses %s', async (_, body, text) => {
    const answer = await backend.app.request('/auth/v1/signup', { method: 'POST', body: JSON.stringify(body) })
    expect([answer.status, await answer.json()]).toMatchObject([
      400,
      { error_code: 'validation_failed', msg: expect.stringContaining(text) as string },
    ])
  })

  test('is off unless the operator enables it', async () => {
    const plain = await startBackend()
    try {
      const phone = newPhone()
      const answers = [
        await plain.anonClient().auth.signUp({ phone, password }),
        await plain.anonClient().auth.signInWithOtp({ phone }),
        await plain.anonClient().auth.signInWithPassword({ phone, password }),
      ]
      expect(answers.map((answer) => answer.error?.code)).toEqual(
        Array.from({ length: 3 }, () => 'phone_provider_disabled'),
      )
    } finally {
      await plain.close()
    }
  })
})

describe('an anonymous account', () => {
  test('is signed in at once, without an address', async () => {
    const { client, events } = connectAuthClient(backend, 'implicit')
    const { data, error } = await client.auth.signInAnonymously({ options: { data: { from: 'tour' } } })
    expect(error).toBeNull()
    expect(data.user).toMatchObject({ is_anonymous: true, email: '', phone: '', user_metadata: { from: 'tour' } })
    expect(events).toContain('SIGNED_IN')
  })

  test('becomes a real one with an address; only then can it set a password', async () => {
    const client = backend.anonClient()
    const { data } = await client.auth.signInAnonymously()
    const early = await client.auth.updateUser({ password })
    expect(early.error).toMatchObject({ status: 400, code: 'validation_failed' })
    const email = `${randomUUID()}@example.com`
    const upgraded = await client.auth.updateUser({ email })
    expect(upgraded.error).toBeNull()
    expect(upgraded.data.user).toMatchObject({
      id: data.user?.id,
      email,
      is_anonymous: false,
      identities: [{ provider: 'email' }],
    })
    expect((await client.auth.updateUser({ password })).error).toBeNull()
    expect((await backend.anonClient().auth.signInWithPassword({ email, password })).error).toBeNull()
  })
})

describe('an unclaimed account', () => {
  test('is not given to someone who signs up with its address, even without confirmation', async () => {
    const email = `${randomUUID()}@example.com`
    const invited = await backend.serviceClient().auth.admin.inviteUserByEmail(email)
    const { data, error } = await backend.anonClient().auth.signUp({ email, password })
    expect(error).toMatchObject({ status: 422, code: 'user_already_exists' })
    expect(data.session).toBeNull()
    const { code } = await lastMessageTo(backend, email)
    const accepted = await backend.anonClient().auth.verifyOtp({ email, token: code, type: 'invite' })
    expect(accepted.data.user?.id).toBe(invited.data.user?.id)
  })
})

describe('passwords', () => {
  test.each([
    ['short', 'abc1', ['length']],
    ['without a digit', 'correct horse', ['characters']],
    ['both', 'abc', ['length', 'characters']],
  ])('that are %s are refused with the reasons', async (_, weak, reasons) => {
    const { error } = await backend.anonClient().auth.signUp({ email: `${randomUUID()}@example.com`, password: weak })
    expect(error).toBeInstanceOf(AuthWeakPasswordError)
    expect(error).toMatchObject({ status: 422, reasons })
  })

  test('that were once strong enough still work, and the client learns that they are weak', async () => {
    const email = `${randomUUID()}@example.com`
    await backend.serviceClient().auth.admin.createUser({
      email,
      email_confirm: true,
      // bcrypt of "old"
      password_hash: '$2b$04$a74oN50fz37LiGWtHHkIfO1qoIXxrHwPQVgU9yi5u6uo9O9Zgh.02',
    })
    const answer = await backend.app.request('/auth/v1/token?grant_type=password', {
      method: 'POST',
      body: JSON.stringify({ email, password: 'old' }),
    })
    expect([answer.status, await answer.json()]).toMatchObject([
      200,
      { weak_password: { reasons: ['length', 'characters'] } },
    ])
  })
})
