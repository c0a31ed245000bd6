import { AuthApiError, AuthWeakPasswordError } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { startBackend, type Backend } from '#support/backend.ts'

let backend: Backend

beforeAll(async () => {
  backend = await startBackend()
})

afterAll(() => backend.close())

function tokenRequest(refreshToken: string) {
  return backend.app.request('/auth/v1/token?grant_type=refresh_token', {
    method: 'POST',
    body: JSON.stringify({ refresh_token: refreshToken }),
  })
}

describe('sign-up', () => {
  test('creates an account that is signed in at once', async () => {
    const client = backend.anonClient()
    const { data, error } = await client.auth.signUp({
      email: 'Ada@Example.com',
      password: 'correct horse',
      options: { data: { firstName: 'Ada' } },
    })
    expect(error).toBeNull()
    expect(data.session).toMatchObject({ token_type: 'bearer', expires_in: 3600 })
    expect(data.user).toMatchObject({
      email: 'ada@example.com',
      role: 'authenticated',
      aud: 'authenticated',
      phone: '',
      is_anonymous: false,
      app_metadata: { provider: 'email', providers: ['email'] },
      user_metadata: { firstName: 'Ada', email: 'ada@example.com', email_verified: true },
    })
    expect(data.user?.identities).toMatchObject([{ provider: 'email', id: data.user?.id, email: 'ada@example.com' }])
    // Strict ISO 8601 parsers accept no other offset.
    const times = [data.user?.created_at, data.user?.email_confirmed_at, data.user?.identities?.[0]?.updated_at]
    expect(times).toEqual(Array(3).fill(expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]+(\.\d*[1-9])?Z$/)))
  })

  test('gives the account a workspace', async () => {
    const { user } = await backend.signUp()
    const [members] = await backend.services.database.transaction('system', [
      { text: 'select role from public.workspace_members where user_id = $1::uuid', values: [user.id] },
    ])
    expect(members?.rows).toEqual([{ role: 'owner' }])
  })

  test.each([
    ['a taken address', { email: 'taken@example.com', password: 'correct horse' }, 422, 'user_already_exists'],
    ['no address', { email: '', password: 'correct horse' }, 422, 'anonymous_provider_disabled'],
    ['no password', { email: 'new@example.com', password: '' }, 400, 'validation_failed'],
    ['half an address', { email: 'new@', password: 'correct horse' }, 400, 'validation_failed'],
    ['a very long password', { email: 'new@example.com', password: 'x'.repeat(73) }, 400, 'validation_failed'],
    ['a phone number', { phone: '+4912345', password: 'correct horse' }, 400, 'phone_provider_disabled'],
  ])('refuses %s', async (_, credentials, status, code) => {
    await backend.anonClient().auth.signUp({ email: 'taken@example.com', password: 'correct horse' })
    const { error } = await backend.anonClient().auth.signUp(credentials)
    expect(error).toBeInstanceOf(AuthApiError)
    expect(error).toMatchObject({ status, code })
  })

  test('refuses a weak password with its reasons', async () => {
    const { error } = await backend.anonClient().auth.signUp({ email: 'weak@example.com', password: '12345' })
    expect(error).toBeInstanceOf(AuthWeakPasswordError)
    expect(error).toMatchObject({
      status: 422,
      message: 'Password should be at least 6 characters.',
      reasons: ['length'],
    })
  })
})

describe('sign-in with a password', () => {
  test('opens a session', async () => {
    const { user, password } = await backend.signUp()
    const { data, error } = await backend
      .anonClient()
      .auth.signInWithPassword({ email: user.email?.toUpperCase() ?? '', password })
    expect(error).toBeNull()
    expect(data.session).toMatchObject({
      access_token: expect.stringMatching(/^[\w-]+(\.[\w-]+){2}$/),
      refresh_token: expect.stringMatching(/^[a-z0-9]{12}$/),
      token_type: 'bearer',
      expires_in: 3600,
      expires_at: Math.floor(backend.services.now() / 1000) + 3600,
      user: { id: user.id, email: user.email },
    })
  })

  test('answers the same for an unknown account and a wrong password', async () => {
    const { user } = await backend.signUp()
    const answers = await Promise.all(
      [user.email, 'nobody@example.com'].map(async (email) => {
        const answer = await backend.app.request('/auth/v1/token?grant_type=password', {
          method: 'POST',
          body: JSON.stringify({ email, password: 'wrong password' }),
        })
        return { status: answer.status, body: await answer.json() }
      }),
    )
    expect(answers[0]).toEqual({
      status: 400,
      body: { code: 400, error_code: 'invalid_credentials', msg: 'Invalid login credentials' },
    })
    expect(answers[1]).toEqual(answers[0])
  })

  test('rejects a longer password with the same first 72 bytes', async () => {
    const password = 'x'.repeat(72)
    await backend.anonClient().auth.signUp({ email: 'long@example.com', password })
    const { error } = await backend
      .anonClient()
      .auth.signInWithPassword({ email: 'long@example.com', password: `${password}y` })
    expect(error).toMatchObject({ code: 'invalid_credentials' })
  })

  test('refuses a banned account', async () => {
    const { user, password } = await backend.signUp()
    await backend.services.database.transaction('system', [
      { text: `update auth.users set banned_until = now() + interval '1 day' where id = $1::uuid`, values: [user.id] },
    ])
    const { error } = await backend.anonClient().auth.signInWithPassword({ email: user.email ?? '', password })
    expect(error).toMatchObject({ status: 400, code: 'user_banned' })
  })

  test.each(['signUp', 'signInWithPassword'] as const)('needs an address or a number: %s', async (call) => {
    const { error } = await backend.anonClient().auth[call]({ password: 'correct horse' } as never)
    expect(error?.message).toBe('You must provide either an email or phone number and a password')
  })

  test('refuses an unknown grant type', async () => {
    const answer = await backend.app.request('/auth/v1/token?grant_type=magic', { method: 'POST', body: '{}' })
    expect([answer.status, await answer.json()]).toEqual([
      400,
      { code: 400, error_code: 'invalid_credentials', msg: 'unsupported_grant_type' },
    ])
  })
})

describe('refresh', () => {
  test('exchanges the token for a new one', async () => {
    const { client, session } = await backend.signUp()
    const { data, error } = await client.auth.refreshSession()
    expect(error).toBeNull()
    expect(data.session?.refresh_token).not.toBe(session.refresh_token)
    expect(data.user?.id).toBe(session.user.id)

    const answer = await tokenRequest(data.session?.refresh_token ?? '')
    const next = (await answer.json()) as { access_token: string; refresh_token: string }
    const { claims } = (await client.auth.getClaims(next.access_token)).data ?? {}
    expect(answer.headers.get('sb-auth-user-id')).toBe(session.user.id)
    expect(answer.headers.get('sb-auth-session-id')).toBe(claims?.session_id)
    expect(answer.headers.get('sb-auth-refresh-token-prefix')).toBe(next.refresh_token.slice(0, 5))
  })

  test('repeats the same new token when the first answer was lost, however late', async () => {
    const { session } = await backend.signUp()
    const first = (await (await tokenRequest(session.refresh_token)).json()) as { refresh_token: string }
    backend.passTime(60_000)
    const again = (await (await tokenRequest(session.refresh_token)).json()) as { refresh_token: string }
    expect(again.refresh_token).toBe(first.refresh_token)
  })

  test('within ten seconds an older token still returns the active one', async () => {
    const { session } = await backend.signUp()
    const second = (await (await tokenRequest(session.refresh_token)).json()) as { refresh_token: string }
    const third = (await (await tokenRequest(second.refresh_token)).json()) as { refresh_token: string }
    const answer = await tokenRequest(session.refresh_token)
    expect(answer.status).toBe(200)
    expect(await answer.json()).toMatchObject({ refresh_token: third.refresh_token })
  })

  test('after that an older token revokes the whole family', async () => {
    const { session } = await backend.signUp()
    const second = (await (await tokenRequest(session.refresh_token)).json()) as { refresh_token: string }
    const third = (await (await tokenRequest(second.refresh_token)).json()) as { refresh_token: string }
    backend.passTime(11_000)
    const reused = await tokenRequest(session.refresh_token)
    expect([reused.status, await reused.json()]).toEqual([
      400,
      { code: 400, error_code: 'refresh_token_already_used', msg: 'Invalid Refresh Token: Already Used' },
    ])
    for (const descendant of [second, third]) {
      expect((await tokenRequest(descendant.refresh_token)).status).toBe(400)
    }
  })

  test('sixteen at once stay one family', async () => {
    const { session } = await backend.signUp()
    const answers = await Promise.all(Array.from({ length: 16 }, () => tokenRequest(session.refresh_token)))
    expect(answers.map((answer) => answer.status)).toEqual(Array.from({ length: 16 }, () => 200))
    const tokens = await Promise.all(
      answers.map(async (answer) => ((await answer.json()) as { refresh_token: string }).refresh_token),
    )
    expect(new Set(tokens).size).toBe(1)
  })

  test.each([
    ['malformed', 'not a token', 'validation_failed'],
    ['unknown', 'abcdefghijkl', 'refresh_token_not_found'],
  ])('refuses a token that is %s', async (_, refreshToken, code) => {
    const { error } = await backend.anonClient().auth.refreshSession({ refresh_token: refreshToken })
    expect(error).toBeInstanceOf(AuthApiError)
    expect(error).toMatchObject({ status: 400, code })
  })
})

describe('the user', () => {
  test('is returned as stored now', async () => {
    const { client, user } = await backend.signUp()
    await client.auth.updateUser({ data: { firstName: 'Ada' } })
    const { data } = await client.auth.getUser()
    expect(data.user).toMatchObject({ id: user.id, user_metadata: { firstName: 'Ada' } })
  })

  test('a new password ends the other sessions and works from then on', async () => {
    const { client, user, password } = await backend.signUp()
    const other = backend.anonClient()
    await other.auth.signInWithPassword({ email: user.email ?? '', password })
    expect((await client.auth.updateUser({ password })).error).toMatchObject({ status: 422, code: 'same_password' })
    expect((await client.auth.updateUser({ password: 'battery staple' })).error).toBeNull()
    expect((await other.auth.getUser()).error).toMatchObject({ name: 'AuthSessionMissingError' })
    expect((await client.auth.getUser()).error).toBeNull()
    const again = await backend
      .anonClient()
      .auth.signInWithPassword({ email: user.email ?? '', password: 'battery staple' })
    expect(again.error).toBeNull()
  })

  test('changes the address at once without confirmation', async () => {
    const { client } = await backend.signUp()
    const { data, error } = await client.auth.updateUser({ email: 'other@example.com' })
    expect(error).toBeNull()
    expect(data.user?.email).toBe('other@example.com')
  })

  test.each([
    ['without a token', undefined, 401, 'no_authorization'],
    ['with a token of another kind', 'Basic YTpi', 401, 'no_authorization'],
    ['with an empty token', 'Bearer', 401, 'no_authorization'],
    ['with two tokens', 'Bearer a b', 401, 'no_authorization'],
    ['with nonsense', 'Bearer nonsense', 403, 'bad_jwt'],
  ])('is refused %s', async (_, authorization, status, code) => {
    const answer = await backend.app.request('/auth/v1/user', {
      headers: { 'x-supabase-api-version': '2024-01-01', ...(authorization !== undefined && { authorization }) },
    })
    expect(answer.status).toBe(status)
    expect(answer.headers.get('x-supabase-api-version')).toBe('2024-01-01')
    expect(answer.headers.get('x-sb-error-code')).toBe(code)
    expect(await answer.json()).toMatchObject({ code })
  })

  test('is refused for a different audience than the token’s', async () => {
    const { session } = await backend.signUp()
    const answers = ['authenticated', 'somebody'].map((audience) =>
      backend.app.request('/auth/v1/user', {
        headers: { authorization: `Bearer ${session.access_token}`, 'x-jwt-aud': audience },
      }),
    )
    const [ours, theirs] = await Promise.all(answers)
    expect([ours?.status, theirs?.status]).toEqual([200, 400])
    expect(await theirs?.json()).toMatchObject({ error_code: 'validation_failed' })
  })

  test('is refused with the anon key, and after the account is deleted', async () => {
    const anonKey = backend.services.config.anonKey
    expect((await backend.anonClient().auth.getUser(anonKey)).error).toMatchObject({ status: 403, code: 'bad_jwt' })
    const { client, user } = await backend.signUp()
    await backend.services.database.transaction('system', [
      { text: 'delete from auth.users where id = $1::uuid', values: [user.id] },
    ])
    expect((await client.auth.getUser()).error).toMatchObject({ status: 403, code: 'user_not_found' })
  })
})

describe('sign-out', () => {
  async function threeSessions() {
    const { client, user, session, password } = await backend.signUp()
    const second = await backend.anonClient().auth.signInWithPassword({ email: user.email ?? '', password })
    const isAlive = async (token: string): Promise<boolean> =>
      (await backend.anonClient().auth.getUser(token)).error === null
    return { client, first: session.access_token, second: second.data.session?.access_token ?? '', isAlive }
  }

  test.each([
    ['global', false, false],
    ['local', false, true],
    ['others', true, false],
  ] as const)('with scope %s', async (scope, isFirstAlive, isSecondAlive) => {
    const { client, first, second, isAlive } = await threeSessions()
    expect((await client.auth.signOut({ scope })).error).toBeNull()
    expect([await isAlive(first), await isAlive(second)]).toEqual([isFirstAlive, isSecondAlive])
  })

  test('ends the refresh token too', async () => {
    const { client, session } = await backend.signUp()
    await client.auth.signOut()
    expect((await tokenRequest(session.refresh_token)).status).toBe(400)
  })

  test('refuses an unknown scope', async () => {
    const { session } = await backend.signUp()
    const answer = await backend.app.request('/auth/v1/logout?scope=x', {
      method: 'POST',
      headers: { authorization: `Bearer ${session.access_token}` },
    })
    expect(await answer.json()).toMatchObject({ error_code: 'validation_failed', msg: 'Unsupported logout scope "x"' })
  })
})

describe('the wire', () => {
  test.each([
    ['bad JSON', '{', 400, 'bad_json'],
    ['a list', '[]', 400, 'bad_json'],
    ['a number for the address', '{"email":1}', 400, 'bad_json'],
    ['too much', JSON.stringify({ email: 'x'.repeat(1024 * 1024) }), 413, 'request_entity_too_large'],
  ])('refuses %s', async (_, body, status, code) => {
    const answer = await backend.app.request('/auth/v1/signup', { method: 'POST', body })
    expect([answer.status, await answer.json()]).toMatchObject([status, { error_code: code }])
  })

  test.each([
    ['POST', '/sso', 404, 'saml_provider_disabled'],
    ['GET', '/user/identities/authorize', 404, 'manual_linking_disabled'],
    ['GET', '/authorize?provider=github', 400, 'validation_failed'],
    ['GET', '/admin/users', 401, 'no_authorization'],
    ['GET', '/nowhere', 404, 'not_found'],
  ])('%s %s is switched off', async (method, path, status, code) => {
    const answer = await backend.app.request(`/auth/v1${path}`, { method })
    expect([answer.status, answer.headers.get('x-sb-error-code')]).toEqual([status, code])
    expect(answer.headers.get('cache-control')).toBe('no-store')
  })

  test('allows CORS from any origin', async () => {
    const answer = await backend.app.request('/auth/v1/token', {
      method: 'OPTIONS',
      headers: { origin: 'https://elsewhere.example', 'access-control-request-method': 'POST' },
    })
    expect(answer.ok).toBe(true)
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    const allowed = answer.headers.get('access-control-allow-headers') ?? ''
    for (const header of ['authorization', 'apikey', 'x-client-info', 'x-upsert', 'x-application-name', 'x-demo-id']) {
      expect(allowed.toLowerCase().split(',')).toContain(header)
    }
  })
})

describe('limits', () => {
  test('an address that signs in too often has to wait; another one does not', async () => {
    const attempt = async (remoteAddress: string): Promise<number> => {
      const answer = await backend.app.fetch(
        new Request('http://understudy.test/auth/v1/token?grant_type=refresh_token', {
          method: 'POST',
          body: '{"refresh_token":"abcdefghijkl"}',
        }),
        { incoming: { socket: { remoteAddress } } },
      )
      return answer.status
    }
    const first = []
    for (let count = 0; count < 31; count += 1) first.push(await attempt('192.0.2.1'))
    expect(first.slice(0, 30)).toEqual(Array.from({ length: 30 }, () => 400))
    expect(first[30]).toBe(429)
    expect(await attempt('192.0.2.2')).toBe(400)
    backend.passTime(60_000)
    expect(await attempt('192.0.2.1')).toBe(400)
  })
})
