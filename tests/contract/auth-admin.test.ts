import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { startBackend, type Backend } from '#support/backend.ts'
import { lastMessageTo, openLink, outboxOf } from '#support/outbox.ts'

let backend: Backend

beforeAll(async () => {
  backend = await startBackend({
    env: { GOTRUE_MAILER_AUTOCONFIRM: 'false', GOTRUE_RATE_LIMIT_EMAIL_SENT: '100000' },
  })
})

afterAll(() => backend.close())

const password = 'correct horse'
const newAddress = (): string => `${randomUUID()}@example.com`
const admin = () => backend.serviceClient().auth.admin

describe('accounts, as an administrator', () => {
  test('are created, read, changed and deleted', async () => {
    const email = newAddress()
    const made = await admin().createUser({
      email,
      password,
      email_confirm: true,
      user_metadata: { firstName: 'Ada' },
      app_metadata: { plan: 'team' },
    })
    expect(made.error).toBeNull()
    expect(made.data.user).toMatchObject({
      email,
      role: 'authenticated',
      user_metadata: { firstName: 'Ada' },
      app_metadata: { provider: 'email', providers: ['email'], plan: 'team' },
    })
    const id = made.data.user?.id ?? ''
    expect((await backend.anonClient().auth.signInWithPassword({ email, password })).error).toBeNull()
    expect((await admin().getUserById(id)).data.user?.id).toBe(id)

    const next = newAddress()
    const changed = await admin().updateUserById(id, {
      email: next,
      password: 'battery staple',
      user_metadata: { firstName: null, lastName: 'Lovelace' },
    })
    expect(changed.data.user).toMatchObject({ email: next })
    expect(changed.data.user?.user_metadata).not.toHaveProperty('firstName')
    expect(changed.data.user?.user_metadata).toHaveProperty('lastName', 'Lovelace')
    const signIn = await backend.anonClient().auth.signInWithPassword({ email: next, password: 'battery staple' })
    expect(signIn.error).toBeNull()

    expect((await admin().deleteUser(id)).error).toBeNull()
    expect((await admin().getUserById(id)).error).toMatchObject({ status: 404, code: 'user_not_found' })
  })

  test.each([
    ['without metadata', undefined, {}],
    ['with metadata', { team: 'blue', email: 'shown@example.com' }, { team: 'blue', email: 'shown@example.com' }],
  ])('keep it as given, %s, also when they are confirmed and moved', async (_, user_metadata, expected) => {
    const made = await admin().createUser({
      email: newAddress(),
      phone: `49${Date.now()}`,
      email_confirm: true,
      phone_confirm: true,
      ...(user_metadata !== undefined && { user_metadata }),
    })
    expect(made.data.user?.user_metadata).toEqual(expected)
    const id = made.data.user?.id ?? ''
    const moved = await admin().updateUserById(id, { email: newAddress(), email_confirm: true })
    expect(moved.data.user?.user_metadata).toEqual(expected)
    const identity = moved.data.user?.identities?.find(({ provider }) => provider === 'email')
    expect(identity?.identity_data).toMatchObject({ sub: id, email_verified: true })
    const changed = await admin().updateUserById(id, { user_metadata: { more: 1 } })
    expect(changed.data.user?.user_metadata).toEqual({ ...expected, more: 1 })
  })

  test('fire events when people create them', async () => {
    const email = newAddress()
    const { data } = await backend.anonClient().auth.signUp({ email, password, options: { data: { team: 'blue' } } })
    const own = { team: 'blue', sub: data.user?.id, email, email_verified: false, phone_verified: false }
    expect(data.user?.user_metadata).toEqual(own)
  })

  test('answer 404 if unknown, and so do their factors', async () => {
    const userId = randomUUID()
    const notFound = { status: 404, code: 'user_not_found' }
    expect((await admin().mfa.listFactors({ userId })).error).toMatchObject(notFound)
    expect((await admin().mfa.deleteFactor({ userId, id: randomUUID() })).error).toMatchObject(notFound)
  })

  test('are banned and unbanned', async () => {
    const email = newAddress()
    const { data } = await admin().createUser({ email, password, email_confirm: true })
    const id = data.user?.id ?? ''
    await admin().updateUserById(id, { ban_duration: '24h' })
    const banned = await backend.anonClient().auth.signInWithPassword({ email, password })
    expect(banned.error).toMatchObject({ status: 400, code: 'user_banned' })
    await admin().updateUserById(id, { ban_duration: 'none' })
    expect((await backend.anonClient().auth.signInWithPassword({ email, password })).error).toBeNull()
  })

  test('are signed out by a soft delete, which frees their address', async () => {
    const email = newAddress()
    const { data } = await admin().createUser({ email, password, email_confirm: true })
    expect((await admin().deleteUser(data.user?.id ?? '', true)).error).toBeNull()
    const signIn = await backend.anonClient().auth.signInWithPassword({ email, password })
    expect(signIn.error).toMatchObject({ code: 'invalid_credentials' })
    expect((await admin().createUser({ email, password, email_confirm: true })).error).toBeNull()
  })

  test('are paginated, with a link to the next page', async () => {
    for (let count = 0; count < 3; count += 1) await admin().createUser({ email: newAddress(), email_confirm: true })
    const first = await admin().listUsers({ page: 1, perPage: 2 })
    expect(first.error).toBeNull()
    expect(first.data.users).toHaveLength(2)
    expect(first.data).toMatchObject({ nextPage: 2, aud: 'authenticated' })
    const second = await admin().listUsers({ page: 2, perPage: 2 })
    expect(second.data.users.map((user) => user.id)).not.toContain(first.data.users[0]?.id)
  })

  test.each([
    ['no address', 'POST', '/admin/users', { password }, 400, 'validation_failed'],
    [
      'a password and a hash',
      'POST',
      '/admin/users',
      { email: 'a@example.com', password, password_hash: 'x' },
      400,
      'validation_failed',
    ],
    [
      'a hash nobody can verify',
      'POST',
      '/admin/users',
      { email: 'a@example.com', password_hash: 'md5' },
      400,
      'validation_failed',
    ],
    ['a weak password', 'POST', '/admin/users', { email: 'a@example.com', password: 'x' }, 422, 'weak_password'],
    ['an odd ban', 'POST', '/admin/users', { email: 'a@example.com', ban_duration: 'long' }, 400, 'validation_failed'],
    ['an odd id', 'PUT', '/admin/users/1', {}, 404, 'validation_failed'],
    ['an unknown id', 'PUT', '/admin/users/5a3d1e00-0000-4000-8000-00000000000f', {}, 404, 'user_not_found'],
    [
      'an unknown id to remove',
      'DELETE',
      '/admin/users/5a3d1e00-0000-4000-8000-00000000000f',
      {},
      404,
      'user_not_found',
    ],
  ])('refuses %s', async (_, method, path, body, status, code) => {
    const answer = await backend.app.request(`/auth/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${backend.services.config.serviceRoleKey}` },
      body: JSON.stringify(body),
    })
    expect([answer.status, await answer.json()]).toMatchObject([status, { error_code: code }])
  })

  test('cannot share an address', async () => {
    const email = newAddress()
    await admin().createUser({ email })
    expect((await admin().createUser({ email: email.toUpperCase() })).error).toMatchObject({
      status: 422,
      code: 'email_exists',
    })
  })

  test('are closed to everybody else', async () => {
    const email = newAddress()
    await admin().createUser({ email, password, email_confirm: true })
    const { data } = await backend.anonClient().auth.signInWithPassword({ email, password })
    for (const bearer of [backend.services.config.anonKey, data.session?.access_token ?? '']) {
      for (const [method, path] of [
        ['GET', '/admin/users'],
        ['POST', '/admin/users'],
        ['GET', `/admin/users/${data.user?.id ?? ''}`],
        ['DELETE', `/admin/users/${data.user?.id ?? ''}`],
        ['POST', '/admin/generate_link'],
        ['POST', '/invite'],
        ['GET', '/admin/audit'],
      ] as const) {
        const answer = await backend.app.request(`/auth/v1${path}`, {
          method,
          headers: { authorization: `Bearer ${bearer}` },
        })
        expect([path, answer.status, await answer.json()]).toEqual([
          path,
          403,
          { code: 403, error_code: 'not_admin', msg: 'User not allowed' },
        ])
      }
    }
  })
})

describe('an invitation', () => {
  test('is mailed, and its link signs in', async () => {
    const email = newAddress()
    const { data, error } = await admin().inviteUserByEmail(email, { data: { team: 'blue' } })
    expect(error).toBeNull()
    expect(data.user?.email).toBe(email)
    expect(data.user?.user_metadata).toEqual({ team: 'blue' })
    expect(data.user?.invited_at).toBeDefined()
    const mail = await lastMessageTo(backend, email)
    expect(mail.kind).toBe('invite')
    const target = await openLink(backend, mail.link)
    const fragment = new URLSearchParams(target.hash.slice(1))
    expect(fragment.get('type')).toBe('invite')
    expect((await admin().getUserById(data.user?.id ?? '')).data.user?.email_confirmed_at).toBeDefined()
    expect((await admin().inviteUserByEmail(email)).error).toMatchObject({ status: 422, code: 'email_exists' })
  })

  test('does not reveal its data to someone who signs up with the address', async () => {
    const email = newAddress()
    await admin().inviteUserByEmail(email, { data: { team: 'secret' } })
    backend.passTime(61_000)
    const { data } = await backend.anonClient().auth.signUp({ email, password })
    expect(data.user).toMatchObject({ user_metadata: {}, identities: [] })
  })
})

describe('links for other mail programs', () => {
  test.each(['signup', 'invite', 'magiclink', 'recovery'] as const)('%s', async (type) => {
    const email = newAddress()
    if (type === 'magiclink' || type === 'recovery') await admin().createUser({ email, email_confirm: true })
    const { data, error } = await admin().generateLink(type === 'signup' ? { type, email, password } : { type, email })
    expect(error).toBeNull()
    expect(data.user?.email).toBe(email)
    expect(data.properties).toMatchObject({ verification_type: type })
    expect(data.properties?.email_otp).toMatch(/^\d{6}$/)
    expect(await outboxOf(backend, email)).toEqual([])
    const target = await openLink(backend, data.properties?.action_link ?? '')
    expect(target.hash).toContain('access_token')
    expect(target.pathname).toBe(type === 'recovery' ? '/reset-password' : '/')
  })

  test('a magic link for a new address signs up', async () => {
    const { data } = await admin().generateLink({ type: 'magiclink', email: newAddress() })
    expect(data.properties?.verification_type).toBe('signup')
    expect((await openLink(backend, data.properties?.action_link ?? '')).hash).toContain('type=signup')
  })

  test('a change of address needs two', async () => {
    const email = newAddress()
    const newEmail = newAddress()
    const { data } = await admin().createUser({ email, email_confirm: true })
    const current = await admin().generateLink({ type: 'email_change_current', email, newEmail })
    const next = await admin().generateLink({ type: 'email_change_new', email, newEmail })
    expect((await openLink(backend, current.data.properties?.action_link ?? '')).hash).toContain('message=')
    expect((await openLink(backend, next.data.properties?.action_link ?? '')).hash).toContain('access_token')
    expect((await admin().getUserById(data.user?.id ?? '')).data.user?.email).toBe(newEmail)
  })

  test.each([
    ['an unknown kind', { type: 'x', email: 'a@example.com' }, 400, 'validation_failed'],
    ['no address', { type: 'recovery' }, 400, 'validation_failed'],
    ['an unknown account', { type: 'recovery', email: 'nobody@example.com' }, 404, 'user_not_found'],
    ['a sign-up without a password', { type: 'signup', email: 'b@example.com' }, 400, 'validation_failed'],
    ['a change to nothing', { type: 'email_change_new', email: 'a@example.com' }, 400, 'validation_failed'],
  ])('refuse %s', async (_, body, status, code) => {
    const answer = await backend.app.request('/auth/v1/admin/generate_link', {
      method: 'POST',
      headers: { authorization: `Bearer ${backend.services.config.serviceRoleKey}` },
      body: JSON.stringify(body),
    })
    expect([answer.status, await answer.json()]).toMatchObject([status, { error_code: code }])
  })
})
