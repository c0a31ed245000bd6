import { createHash, randomUUID } from 'node:crypto'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { deleteExpiredRows } from '#backend/auth/housekeeping.ts'
import { connectAuthClient, postToAuth } from '#support/auth-client.ts'
import { startBackend, type Backend } from '#support/backend.ts'
import { confirmedAccount } from '#support/confirmed-account.ts'
import { lastMessageTo, openLink, outboxOf } from '#support/outbox.ts'

let backend: Backend

beforeAll(async () => {
  backend = await startBackend({
    env: {
      GOTRUE_MAILER_AUTOCONFIRM: 'false',
      GOTRUE_RATE_LIMIT_EMAIL_SENT: '100000',
      GOTRUE_URI_ALLOW_LIST: 'https://*.partner.example/**,com.example.app://callback',
    },
  })
})

afterAll(() => backend.close())

const password = 'correct horse'
const newAddress = (): string => `${randomUUID()}@example.com`
/** How codes are stored, after their address. */
const sha224 = (text: string): string => createHash('sha224').update(text).digest('hex')

const post = (path: string, body: unknown) => postToAuth(backend, path, body)

describe('sign-up with confirmation', () => {
  test('answers with the account but no session, and mails a link and a code', async () => {
    const email = newAddress()
    const { data, error } = await backend.anonClient().auth.signUp({ email, password })
    expect(error).toBeNull()
    expect(data.session).toBeNull()
    expect(data.user).toMatchObject({ email, role: 'authenticated', identities: [{ provider: 'email' }] })
    expect(data.user?.email_confirmed_at).toBeUndefined()
    expect(data.user?.confirmation_sent_at).toBeDefined()
    const mail = await lastMessageTo(backend, email)
    expect(mail.kind).toBe('confirmation')
    expect(mail.code).toMatch(/^\d{6}$/)
    expect(mail.link).toContain('http://understudy.test/auth/v1/verify?token=')
  })

  test('signs nobody in before the address is confirmed', async () => {
    const email = newAddress()
    await backend.anonClient().auth.signUp({ email, password })
    const { error } = await backend.anonClient().auth.signInWithPassword({ email, password })
    expect(error).toMatchObject({ status: 400, code: 'email_not_confirmed', message: 'Email not confirmed' })
  })

  test('the code confirms and signs in, once', async () => {
    const email = newAddress()
    const { client, events } = connectAuthClient(backend, 'implicit')
    await client.auth.signUp({ email, password })
    const { code } = await lastMessageTo(backend, email)
    const { data, error } = await client.auth.verifyOtp({ email, token: code, type: 'email' })
    expect(error).toBeNull()
    expect(data.session?.user.email_confirmed_at).toBeDefined()
    expect(data.user?.identities?.[0]?.identity_data).toMatchObject({ email_verified: true })
    expect(events).toContain('SIGNED_IN')
    const again = await backend.anonClient().auth.verifyOtp({ email, token: code, type: 'email' })
    expect(again.error).toMatchObject({ status: 403, code: 'otp_expired', message: 'Token has expired or is invalid' })
    expect((await backend.anonClient().auth.signInWithPassword({ email, password })).error).toBeNull()
  })

  test('of two calls with one code only one succeeds', async () => {
    const email = newAddress()
    await backend.anonClient().auth.signUp({ email, password })
    const { code } = await lastMessageTo(backend, email)
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => post('/verify', { type: 'signup', email, token: code })),
    )
    expect(answers.map((answer) => answer.status).sort((a, b) => a - b)).toEqual([
      200,
      ...Array.from({ length: 7 }, () => 403),
    ])
  })

  test('the link signs in on the site, once', async () => {
    const email = newAddress()
    await backend.anonClient().auth.signUp({ email, password })
    const { link } = await lastMessageTo(backend, email)
    const target = await openLink(backend, link)
    expect(target.origin).toBe('http://understudy.test')
    const fragment = new URLSearchParams(target.hash.slice(1))
    expect([...fragment.keys()].sort()).toEqual(
      ['access_token', 'expires_at', 'expires_in', 'refresh_token', 'sb', 'token_type', 'type'].sort(),
    )
    expect(fragment.get('type')).toBe('signup')
    const { data } = await backend.anonClient().auth.getUser(fragment.get('access_token') ?? '')
    expect(data.user?.email).toBe(email)

    const again = await openLink(backend, link)
    expect(new URLSearchParams(again.hash.slice(1)).get('error_code')).toBe('otp_expired')
    expect(new URLSearchParams(again.hash.slice(1)).get('error')).toBe('access_denied')
    expect(again.search).toBe('')
  })

  test('a prefetching mail program does not use up the link', async () => {
    const email = newAddress()
    await backend.anonClient().auth.signUp({ email, password })
    const { link } = await lastMessageTo(backend, email)
    expect((await backend.app.request(link, { method: 'HEAD' })).status).toBe(200)
    expect((await openLink(backend, link)).hash).toContain('access_token')
  })

  test('does not reveal that an address has an account', async () => {
    const { email, id } = await confirmedAccount(backend, password)
    const { data, error } = await backend.anonClient().auth.signUp({ email, password, options: { data: { a: 1 } } })
    expect(error).toBeNull()
    expect(data.session).toBeNull()
    expect(data.user).toMatchObject({ email, role: '', identities: [], user_metadata: { a: 1 } })
    expect(data.user?.id).not.toBe(id)
    expect((await backend.anonClient().auth.signInWithPassword({ email, password })).error).toBeNull()
  })

  test('makes both wait a minute before the next mail', async () => {
    const taken = (await confirmedAccount(backend, password)).email
    for (const email of [newAddress(), taken]) {
      expect((await post('/signup', { email, password })).status).toBe(200)
      const second = await post('/signup', { email, password })
      expect([second.status, await second.json()]).toEqual([
        429,
        {
          code: 'over_email_send_rate_limit',
          message: expect.stringMatching(/^For security purposes, you can only request this after \d+ seconds\.$/),
        },
      ])
      backend.passTime(61_000)
      expect((await post('/signup', { email, password })).status).toBe(200)
    }
  })

  test('eight parallel sign-ups with one address create one account and reveal nothing', async () => {
    const email = newAddress()
    const answers = await Promise.all(Array.from({ length: 8 }, () => post('/signup', { email, password })))
    expect(answers.every((answer) => answer.status === 200 || answer.status === 429)).toBe(true)
    const { code } = await lastMessageTo(backend, email)
    expect((await backend.anonClient().auth.verifyOtp({ email, token: code, type: 'signup' })).error).toBeNull()
    const [accounts] = await backend.services.database.transaction('system', [
      { text: 'select count(*) as count from auth.users where email = $1', values: [email] },
    ])
    expect(accounts?.rows).toEqual([{ count: 1 }])
  })

  test('keeps neither password when two people sign up with one address', async () => {
    const email = newAddress()
    await post('/signup', { email, password })
    backend.passTime(61_000)
    await post('/signup', { email, password: 'another one' })
    const { code } = await lastMessageTo(backend, email)
    await backend.anonClient().auth.verifyOtp({ email, token: code, type: 'signup' })
    for (const each of [password, 'another one']) {
      const answer = await backend.anonClient().auth.signInWithPassword({ email, password: each })
      expect(answer.error?.code).toBe('invalid_credentials')
    }
  })

  test.each([
    ['half of PKCE', { code_challenge: 'x'.repeat(43) }, 'PKCE flow requires code_challenge_method and code_challenge'],
    ['a short challenge', { code_challenge: 'x', code_challenge_method: 's256' }, 'between 43 and 128'],
    [
      'a challenge of odd characters',
      { code_challenge: '+'.repeat(43), code_challenge_method: 's256' },
      'alphanumeric',
    ],
    ['an unknown method', { code_challenge: 'x'.repeat(43), code_challenge_method: 'md5' }, 'md5'],
  ])('refuses %s', async (_, fields, text) => {
    const answer = await post('/signup', { email: newAddress(), password, ...fields })
    expect([answer.status, await answer.json()]).toEqual([
      400,
      { code: 'validation_failed', message: expect.stringContaining(text) },
    ])
  })

  test('is off when the operator says so', async () => {
    const closed = await startBackend({ env: { GOTRUE_DISABLE_SIGNUP: 'true' } })
    try {
      const signUp = await closed.anonClient().auth.signUp({ email: newAddress(), password })
      expect(signUp.error).toMatchObject({ status: 422, code: 'signup_disabled' })
      const byLink = await closed.anonClient().auth.signInWithOtp({ email: newAddress() })
      expect(byLink.error).toMatchObject({ status: 422, code: 'signup_disabled' })
    } finally {
      await closed.close()
    }
  })
})

describe('sign-in without a password', () => {
  test('mails a link and a code to an account', async () => {
    const { email, id } = await confirmedAccount(backend, password)
    const { client, events } = connectAuthClient(backend, 'implicit')
    expect((await client.auth.signInWithOtp({ email })).error).toBeNull()
    const mail = await lastMessageTo(backend, email)
    expect(mail.kind).toBe('magic_link')
    const { data, error } = await client.auth.verifyOtp({ email, token: mail.code, type: 'email' })
    expect(error).toBeNull()
    expect(data.user?.id).toBe(id)
    expect(events).toContain('SIGNED_IN')
  })

  test('the link’s hash works like the code', async () => {
    const { email, id } = await confirmedAccount(backend, password)
    await backend.anonClient().auth.signInWithOtp({ email })
    const { tokenHash } = await lastMessageTo(backend, email)
    const { data, error } = await backend.anonClient().auth.verifyOtp({ token_hash: tokenHash, type: 'magiclink' })
    expect(error).toBeNull()
    expect(data.user?.id).toBe(id)
  })

  test('creates an account for a new address, with its data', async () => {
    const email = newAddress()
    await backend.anonClient().auth.signInWithOtp({ email, options: { data: { firstName: 'Ada' } } })
    const { code, kind } = await lastMessageTo(backend, email)
    expect(kind).toBe('confirmation')
    const { data } = await backend.anonClient().auth.verifyOtp({ email, token: code, type: 'email' })
    expect(data.user?.user_metadata).toMatchObject({ firstName: 'Ada' })
  })

  test('creates none when the client says not to', async () => {
    const { error } = await backend
      .anonClient()
      .auth.signInWithOtp({ email: newAddress(), options: { shouldCreateUser: false } })
    expect(error).toMatchObject({ status: 422, code: 'otp_disabled', message: 'Signups not allowed for otp' })
  })

  test.each([
    ['nothing', {}, 'One of email or phone must be set'],
    [
      'both',
      { email: 'a@example.com', phone: '4915112345' },
      'Only an email address or phone number should be provided',
    ],
    [
      'a channel for a mail',
      { email: 'a@example.com', channel: 'sms' },
      'Channel should only be specified with Phone OTP',
    ],
  ])('refuses %s', async (_, body, message) => {
    const answer = await post('/otp', body)
    expect([answer.status, await answer.json()]).toEqual([400, { code: 'validation_failed', message }])
  })

  test('waits a minute between two mails', async () => {
    const { email } = await confirmedAccount(backend, password)
    expect((await backend.anonClient().auth.signInWithOtp({ email })).error).toBeNull()
    expect((await backend.anonClient().auth.signInWithOtp({ email })).error).toMatchObject({
      status: 429,
      code: 'over_email_send_rate_limit',
    })
  })

  test('expires a code after a day', async () => {
    const { email } = await confirmedAccount(backend, password)
    await backend.anonClient().auth.signInWithOtp({ email })
    const { code } = await lastMessageTo(backend, email)
    backend.passTime(86_400_000)
    const { error } = await backend.anonClient().auth.verifyOtp({ email, token: code, type: 'email' })
    expect(error).toMatchObject({ status: 403, code: 'otp_expired' })
  })

  test('stores no code in plain text', async () => {
    const { email } = await confirmedAccount(backend, password)
    await backend.anonClient().auth.signInWithOtp({ email })
    const { code, tokenHash } = await lastMessageTo(backend, email)
    const [tokens] = await backend.services.database.transaction('system', [
      { text: 'select token_hash from auth.one_time_tokens where relates_to = $1', values: [email] },
    ])
    expect(tokens?.rows).toEqual([{ token_hash: sha224(email + code) }])
    expect(tokenHash).toMatch(/^[0-9a-f]{56}$/)
    const [links] = await backend.services.database.transaction('system', [
      { text: 'select l::text as row from auth.link_tokens l' },
    ])
    expect(JSON.stringify(links?.rows)).not.toContain(tokenHash)
  })

  test.each(['signup', 'magiclink', 'recovery'] as const)('no %s link can be computed from a code', async (kind) => {
    const email = kind === 'signup' ? newAddress() : (await confirmedAccount(backend, password)).email
    const { auth } = backend.anonClient()
    if (kind === 'signup') await auth.signUp({ email, password })
    else if (kind === 'magiclink') await auth.signInWithOtp({ email })
    else await auth.resetPasswordForEmail(email)
    const { code, tokenHash } = await lastMessageTo(backend, email)
    const computed = sha224(email + code)
    const { error } = await auth.verifyOtp({ token_hash: computed, type: kind })
    expect(error).toMatchObject({ code: 'otp_expired', message: 'Email link is invalid or has expired' })
    const opened = await openLink(backend, `http://understudy.test/auth/v1/verify?token=${computed}&type=${kind}`)
    expect(opened.hash).toContain('error_code=otp_expired')
    expect((await auth.verifyOtp({ token_hash: tokenHash, type: kind })).error).toBeNull()
  })

  test('an expired code is deleted, but not half of a change of address', async () => {
    const { email, client } = await confirmedAccount(backend, password)
    const kindsLeft = async (): Promise<unknown> => {
      const [result] = await backend.services.database.transaction('system', [
        {
          text: `select array_agg(t.token_type::text order by t.token_type) as kinds
                 from auth.one_time_tokens t join auth.users u on u.id = t.user_id where u.email = $1`,
          values: [email],
        },
      ])
      return result?.rows[0]?.['kinds']
    }
    const newEmail = newAddress()
    await client.auth.updateUser({ email: newEmail })
    await backend.anonClient().auth.signInWithOtp({ email })
    backend.passTime(80_000_000)
    await backend.serviceClient().auth.admin.generateLink({ type: 'email_change_new', email, newEmail })
    backend.passTime(7_000_000)
    await deleteExpiredRows(backend.backendServices)
    expect(await kindsLeft()).toEqual(['email_change_token_new', 'email_change_token_current'])
    backend.passTime(86_400_000)
    await deleteExpiredRows(backend.backendServices)
    expect(await kindsLeft()).toBeNull()
  })

  test('limits attempts to guess codes', async () => {
    const { email } = await confirmedAccount(backend, password)
    backend.passTime(3_600_000)
    const statuses: number[] = []
    for (let count = 0; count < 11; count += 1) {
      statuses.push((await post('/verify', { type: 'email', email, token: '000000' })).status)
    }
    expect(statuses.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 403))
    expect(statuses[10]).toBe(429)
  })

  test('refuses a banned account', async () => {
    const { email, id } = await confirmedAccount(backend, password)
    await backend.anonClient().auth.signInWithOtp({ email })
    const { code } = await lastMessageTo(backend, email)
    await backend.serviceClient().auth.admin.updateUserById(id, { ban_duration: '1h' })
    const { error } = await backend.anonClient().auth.verifyOtp({ email, token: code, type: 'email' })
    expect(error).toMatchObject({ status: 403, code: 'user_banned' })
  })
})

describe('verify', () => {
  test.each([
    ['no type', { token: '123456', email: 'a@example.com' }, 400, 'Verify requires a verification type'],
    ['no token', { type: 'signup', email: 'a@example.com' }, 400, 'Verify requires either a token or a token hash'],
    [
      'a hash and an address',
      { type: 'signup', token_hash: 'x', email: 'a@example.com' },
      400,
      'Only the token_hash and type should be provided',
    ],
    [
      'a code without an address',
      { type: 'signup', token: '123456' },
      400,
      'Only an email address or phone number should be provided on verify',
    ],
    ['an unknown hash', { type: 'signup', token_hash: 'x' }, 403, 'Email link is invalid or has expired'],
    [
      'an unknown address',
      { type: 'signup', token: '123456', email: 'nobody@example.com' },
      403,
      'Token has expired or is invalid',
    ],
    ['an unknown type', { type: 'magic', token_hash: 'x' }, 400, 'Invalid email verification type'],
  ])('refuses %s', async (_, body, status, message) => {
    const answer = await post('/verify', body)
    expect([answer.status, ((await answer.json()) as { message: string }).message]).toEqual([status, message])
  })

  test('rejects a code of another kind', async () => {
    const { email } = await confirmedAccount(backend, password)
    await backend.anonClient().auth.resetPasswordForEmail(email)
    const { code } = await lastMessageTo(backend, email)
    const { error } = await backend.anonClient().auth.verifyOtp({ email, token: code, type: 'signup' })
    expect(error).toMatchObject({ code: 'otp_expired' })
  })

  test.each([
    ['our own site', 'http://understudy.test/deep/link?a=1', 'http://understudy.test/deep/link?a=1'],
    ['a site of the list', 'https://demo.partner.example/x', 'https://demo.partner.example/x'],
    ['an app of the list', 'com.example.app://callback', 'com.example.app://callback'],
    ['a stranger', 'https://evil.example/', 'http://understudy.test/'],
    ['a script', 'javascript:alert(1)', 'http://understudy.test/'],
  ])('sends the browser to %s', async (_, wanted, reached) => {
    const email = newAddress()
    await backend.anonClient().auth.signUp({ email, password, options: { emailRedirectTo: wanted } })
    const { link } = await lastMessageTo(backend, email)
    expect((await openLink(backend, link)).href.split('#')[0]).toBe(reached)
  })

  test('validates the link’s redirect address again', async () => {
    const email = newAddress()
    await backend.anonClient().auth.signUp({ email, password })
    const url = new URL((await lastMessageTo(backend, email)).link)
    url.searchParams.set('redirect_to', 'https://evil.example/')
    expect((await openLink(backend, url.href)).host).toBe('understudy.test')
  })
})

describe('PKCE', () => {
  async function signUpByLink() {
    const email = newAddress()
    const { client, events } = connectAuthClient(backend, 'pkce')
    await client.auth.signUp({ email, password })
    const { link, tokenHash } = await lastMessageTo(backend, email)
    return { email, client, events, link, tokenHash }
  }

  test('the link yields a code that only the requesting client can exchange, once', async () => {
    const { email, client, events, link, tokenHash } = await signUpByLink()
    expect(tokenHash).toMatch(/^pkce_[0-9a-f]{56}$/)
    const target = await openLink(backend, link)
    const code = target.searchParams.get('code') ?? ''
    expect(code).toMatch(/^[0-9a-f-]{36}$/)
    expect(target.href).not.toContain('access_token')

    const stranger = await post('/token?grant_type=pkce', { auth_code: code, code_verifier: 'x'.repeat(50) })
    expect([stranger.status, await stranger.json()]).toEqual([
      400,
      { code: 'bad_code_verifier', message: 'code challenge does not match previously saved code verifier' },
    ])
    const { data, error } = await client.auth.exchangeCodeForSession(code)
    expect(error).toBeNull()
    expect(data.user?.email).toBe(email)
    expect(events).toContain('SIGNED_IN')

    const again = await post('/token?grant_type=pkce', { auth_code: code, code_verifier: 'x'.repeat(50) })
    expect([again.status, await again.json()]).toEqual([
      404,
      { code: 'flow_state_not_found', message: 'invalid flow state, no valid flow state found' },
    ])
  })

  test('the code expires after five minutes', async () => {
    const { client, link } = await signUpByLink()
    backend.passTime(3_600_000)
    const code = (await openLink(backend, link)).searchParams.get('code') ?? ''
    backend.passTime(300_000)
    expect((await client.auth.exchangeCodeForSession(code)).error).toMatchObject({
      status: 422,
      code: 'flow_state_expired',
    })
  })

  test('a link from a day ago also fails in the query', async () => {
    const { link } = await signUpByLink()
    backend.passTime(86_400_000)
    const target = await openLink(backend, link)
    expect(target.searchParams.get('error_code')).toBe('otp_expired')
    expect(new URLSearchParams(target.hash.slice(1)).get('error_code')).toBe('otp_expired')
  })

  test('the mailed code works as well', async () => {
    const { email, client } = await signUpByLink()
    const { code } = await lastMessageTo(backend, email)
    expect((await client.auth.verifyOtp({ email, token: code, type: 'signup' })).error).toBeNull()
  })

  test('magic and recovery links yield codes, too', async () => {
    const { email } = await confirmedAccount(backend, password)
    const { client, events } = connectAuthClient(backend, 'pkce')
    await client.auth.signInWithOtp({ email })
    const magic = (await openLink(backend, (await lastMessageTo(backend, email)).link)).searchParams.get('code') ?? ''
    expect((await client.auth.exchangeCodeForSession(magic)).error).toBeNull()
    backend.passTime(61_000)
    await client.auth.resetPasswordForEmail(email)
    const target = await openLink(backend, (await lastMessageTo(backend, email)).link)
    expect(target.pathname).toBe('/reset-password')
    expect((await client.auth.exchangeCodeForSession(target.searchParams.get('code') ?? '')).error).toBeNull()
    expect(events).toContain('PASSWORD_RECOVERY')
  })

  test('needs both fields', async () => {
    const answer = await post('/token?grant_type=pkce', { auth_code: 'x' })
    expect([answer.status, await answer.json()]).toMatchObject([400, { code: 'validation_failed' }])
  })
})

describe('resend', () => {
  test('resends the confirmation and voids the first code', async () => {
    const email = newAddress()
    await backend.anonClient().auth.signUp({ email, password })
    const first = await lastMessageTo(backend, email)
    expect((await backend.anonClient().auth.resend({ type: 'signup', email })).error).toMatchObject({ status: 429 })
    backend.passTime(61_000)
    expect((await backend.anonClient().auth.resend({ type: 'signup', email })).error).toBeNull()
    const second = await lastMessageTo(backend, email)
    expect(second.link).not.toBe(first.link)
    const { error } = await backend.anonClient().auth.verifyOtp({ token_hash: first.tokenHash, type: 'signup' })
    expect(error).toMatchObject({ code: 'otp_expired' })
    expect((await backend.anonClient().auth.verifyOtp({ email, token: second.code, type: 'signup' })).error).toBeNull()
  })

  test('is silent when there is nothing to send', async () => {
    const { email } = await confirmedAccount(backend, password)
    const before = (await outboxOf(backend, email)).length
    for (const type of ['signup', 'email_change'] as const) {
      expect((await backend.anonClient().auth.resend({ type, email })).error).toBeNull()
      expect((await backend.anonClient().auth.resend({ type, email: newAddress() })).error).toBeNull()
    }
    expect(await outboxOf(backend, email)).toHaveLength(before)
  })

  test.each([
    ['an unknown type', { type: 'x' }, 'Missing one of these types: signup, email_change, sms, phone_change'],
    ['no address', { type: 'signup' }, 'Type provided requires an email address'],
    ['no number', { type: 'sms' }, 'Type provided requires a phone number'],
    [
      'both',
      { type: 'signup', email: 'a@example.com', phone: '4915112345' },
      'Only an email address or phone number should be provided.',
    ],
  ])('refuses %s', async (_, body, message) => {
    const answer = await post('/resend', body)
    expect([answer.status, await answer.json()]).toEqual([400, { code: 'validation_failed', message }])
  })
})

describe('total mail volume', () => {
  test('is limited per hour, alike for unknown addresses', async () => {
    const small = await startBackend({ env: { GOTRUE_RATE_LIMIT_EMAIL_SENT: '2' } })
    try {
      const accounts = [await small.signUp(), await small.signUp()]
      for (const { user } of accounts) {
        expect((await small.anonClient().auth.resetPasswordForEmail(user.email ?? '')).error).toBeNull()
      }
      const third = await small.anonClient().auth.resetPasswordForEmail(newAddress())
      expect(third.error).toMatchObject({
        status: 429,
        code: 'over_email_send_rate_limit',
        message: 'email rate limit exceeded',
      })
      small.passTime(3_600_000)
      expect((await small.anonClient().auth.resetPasswordForEmail(newAddress())).error).toBeNull()
    } finally {
      await small.close()
    }
  })
})
