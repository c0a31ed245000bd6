import { createHash, randomUUID } from 'node:crypto'

import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { connectAuthClient } from '#support/auth-client.ts'
import { startBackend, type Backend } from '#support/backend.ts'
import { openIdClientId, openIdSecret, startOpenIdProvider, type OpenIdProvider } from '#support/openid-provider.ts'

const callback = 'http://understudy.test/auth/v1/callback'
const page = 'http://understudy.test/welcome'

let backend: Backend
let peer: OpenIdProvider

beforeAll(async () => {
  peer = await startOpenIdProvider(callback)
  backend = await startBackend({
    env: {
      OUTBOUND_ALLOW_PRIVATE_ADDRESSES: 'true',
      GOTRUE_SECURITY_MANUAL_LINKING_ENABLED: 'true',
      GOTRUE_EXTERNAL_KEYCLOAK_ENABLED: 'true',
      GOTRUE_EXTERNAL_KEYCLOAK_URL: peer.issuer,
      GOTRUE_EXTERNAL_KEYCLOAK_CLIENT_ID: `${openIdClientId},phone-app`,
      GOTRUE_EXTERNAL_KEYCLOAK_SECRET: openIdSecret,
      GOTRUE_EXTERNAL_GOOGLE_ENABLED: 'true',
      GOTRUE_EXTERNAL_GOOGLE_CLIENT_ID: 'ours',
      GOTRUE_EXTERNAL_GOOGLE_SECRET: 'secret',
    },
  })
})

afterAll(async () => {
  await backend.close()
  await peer.close()
})

function newAccount(email = `${randomUUID()}@example.com`, isVerified = true) {
  return { sub: randomUUID(), email, email_verified: isVerified, name: 'Ada Lovelace' }
}

/** Follows the browser's redirects from our URL through the provider and back to the requesting page. */
async function travel(url: string): Promise<URL> {
  const returned = await peer.browse(await firstStep(url), callback)
  return backTo(returned)
}

async function firstStep(url: string): Promise<string> {
  const start = await backend.app.request(url)
  expect(start.status).toBe(302)
  return start.headers.get('location') ?? ''
}

async function backTo(returned: URL): Promise<URL> {
  const answer = await backend.app.request(returned.href)
  expect(answer.status).toBe(302)
  return new URL(answer.headers.get('location') ?? '')
}

async function signInAt(client: SupabaseClient): Promise<URL> {
  const { data, error } = await client.auth.signInWithOAuth({
    provider: 'keycloak',
    options: { redirectTo: page, skipBrowserRedirect: true },
  })
  if (error !== null) throw error
  return travel(data.url)
}

/** An account whose address an administrator confirmed. */
async function provenAccount() {
  const account = await backend.signUp()
  const { error } = await backend.serviceClient().auth.admin.updateUserById(account.user.id, { email_confirm: true })
  if (error !== null) throw error
  return account
}

/** Signs in at the provider as `account`, by PKCE, with a new client. */
async function signIn(account = newAccount()) {
  peer.account = account
  const { client, events } = connectAuthClient(backend, 'pkce')
  const landed = await signInAt(client)
  const exchanged = await client.auth.exchangeCodeForSession(landed.searchParams.get('code') ?? '')
  return { client, events, account, landed, ...exchanged }
}

test('one network can’t begin sign-ins without end', async () => {
  const begin = async (address: string) => {
    const request = new Request('http://understudy.test/auth/v1/authorize?provider=keycloak', { redirect: 'manual' })
    return (await backend.app.fetch(request, { incoming: { socket: { remoteAddress: address } } })).status
  }
  const statuses: number[] = []
  for (let count = 0; count < 60; count += 1) statuses.push(await begin('203.0.113.7'))
  expect(statuses.slice(0, 30)).toEqual(Array.from({ length: 30 }, () => 302))
  expect(statuses).toContain(429)
  expect(await begin('203.0.113.8')).toBe(302)
})

describe('sign-in through a provider', () => {
  test('with a code, which returns the provider’s tokens once', async () => {
    const { client, events, account, data, error, landed } = await signIn()
    expect(error).toBeNull()
    expect(`${landed.origin}${landed.pathname}`).toBe(page)
    expect(data.session?.provider_token).toEqual(expect.any(String))
    expect(data.user).toMatchObject({
      email: account.email,
      email_confirmed_at: expect.any(String),
      app_metadata: { provider: 'keycloak', providers: ['keycloak'] },
      user_metadata: { full_name: 'Ada Lovelace', email: account.email, email_verified: true, sub: account.sub },
      identities: [{ provider: 'keycloak', id: account.sub, email: account.email }],
    })
    expect(events).toContain('SIGNED_IN')
    const claims = (await client.auth.getClaims()).data?.claims
    expect(claims?.['amr']).toMatchObject([{ method: 'oauth' }])
    const again = await client.auth.refreshSession()
    expect(again.data.session?.provider_token).toBeUndefined()
    const [kept] = await backend.services.database.transaction('system', [
      {
        text: 'select count(*)::integer as count from auth.flow_state where user_id = $1::uuid',
        values: [data.user?.id],
      },
    ])
    expect(kept?.rows).toEqual([{ count: 0 }])
  })

  test('without a code, with everything in the fragment', async () => {
    peer.account = newAccount()
    const { client } = connectAuthClient(backend, 'implicit')
    const landed = await signInAt(client)
    const fragment = new URLSearchParams(landed.hash.slice(1))
    expect([...fragment.keys()].sort()).toEqual([
      'access_token',
      'expires_at',
      'expires_in',
      'provider_token',
      'refresh_token',
      'sb',
      'token_type',
    ])
    const { data } = await client.auth.setSession({
      access_token: fragment.get('access_token') ?? '',
      refresh_token: fragment.get('refresh_token') ?? '',
    })
    expect(data.user?.email).toBe(peer.account.email)
  })

  test('finds the same account the second time and updates the provider’s data', async () => {
    const first = await signIn()
    const second = await signIn({ ...first.account, name: 'Ada King' })
    expect(second.data.user?.id).toBe(first.data.user?.id)
    expect(second.data.user?.user_metadata['full_name']).toBe('Ada King')
  })

  test('first sign-in twice in parallel creates one account', async () => {
    const account = newAccount()
    const both = await Promise.all([signIn(account), signIn(account)])
    expect(both.map(({ error }) => error)).toEqual([null, null])
    expect(new Set(both.map(({ data }) => data.user?.id)).size).toBe(1)
  })

  test('a verified address finds the account that confirmed it', async () => {
    const { user, password } = await provenAccount()
    const { data } = await signIn(newAccount(user.email))
    expect(data.user?.id).toBe(user.id)
    expect(data.user?.app_metadata).toMatchObject({ provider: 'email', providers: ['email', 'keycloak'] })
    const byPassword = await backend.anonClient().auth.signInWithPassword({ email: user.email ?? '', password })
    expect(byPassword.error).toBeNull()
  })

  test('an unverified address finds no account', async () => {
    const { user } = await backend.signUp()
    peer.account = newAccount(user.email, false)
    const landed = await signInAt(connectAuthClient(backend, 'pkce').client)
    expect(landed.searchParams.get('code')).toBeNull()
    expect(landed.searchParams.get('error_code')).toBe('provider_email_needs_verification')
  })

  test('takes the account from someone who registered the address without owning it', async () => {
    const email = `${randomUUID()}@example.com`
    const waiting = await startWaitingAccount(email)
    const { data } = await signIn(newAccount(email))
    expect(data.user?.id).toBe(waiting)
    expect(data.user?.identities).toHaveLength(1)
    const thief = await backend.anonClient().auth.signInWithPassword({ email, password: 'correct horse' })
    expect(thief.error).toMatchObject({ code: 'invalid_credentials' })
  })

  async function startWaitingAccount(email: string): Promise<string> {
    const { user } = await backend.signUp(email)
    await backend.services.database.transaction('system', [
      { text: 'update auth.users set email_confirmed_at = null where id = $1::uuid', values: [user.id] },
    ])
    return user.id
  }

  test('respects a ban', async () => {
    const { data, account } = await signIn()
    await backend.serviceClient().auth.admin.updateUserById(data.user?.id ?? '', { ban_duration: '1h' })
    peer.account = account
    const landed = await signInAt(connectAuthClient(backend, 'pkce').client)
    expect(landed.searchParams.get('error_code')).toBe('user_banned')
  })
})

describe('on the way', () => {
  test('we ask with PKCE, a nonce and only allowed extra parameters', async () => {
    const location = new URL(
      await firstStep(
        `/auth/v1/authorize?provider=keycloak&scopes=offline_access&prompt=consent&client_id=evil&redirect_uri=https://evil.example&state=evil`,
      ),
    )
    expect(location.origin).toBe(peer.issuer)
    const asked = Object.fromEntries(location.searchParams)
    expect(asked).toMatchObject({
      client_id: openIdClientId,
      redirect_uri: callback,
      response_type: 'code',
      code_challenge_method: 'S256',
      prompt: 'consent',
      scope: 'openid email profile offline_access',
      nonce: expect.any(String),
    })
    expect(asked['state']).toMatch(/^[0-9a-f-]{36}$/)
  })

  test.each([
    ['none', ''],
    ['one that is off', 'github'],
    ['one nobody knows', 'nonsense'],
    ['one that is no name', '../../etc'],
  ])('a provider is refused: %s', async (_, provider) => {
    const answer = await backend.app.request(`/auth/v1/authorize?provider=${encodeURIComponent(provider)}`)
    expect([answer.status, await answer.json()]).toMatchObject([
      400,
      { error_code: 'validation_failed', msg: expect.stringMatching(/^Unsupported provider: /) },
    ])
  })

  test('incomplete PKCE is refused', async () => {
    const answer = await backend.app.request('/auth/v1/authorize?provider=keycloak&code_challenge=abc')
    expect([answer.status, await answer.json()]).toMatchObject([
      400,
      { msg: 'PKCE flow requires code_challenge_method and code_challenge' },
    ])
  })

  test('someone who declines comes back with that error', async () => {
    peer.account = null
    const landed = await signInAt(connectAuthClient(backend, 'pkce').client)
    expect(Object.fromEntries(landed.searchParams)).toMatchObject({
      error: 'access_denied',
      error_description: 'The person said no',
    })
    expect(landed.hash).toContain('error=access_denied')
  })

  test.each([
    ['no state', '', 'OAuth state parameter missing'],
    ['a state of nobody', `?state=${randomUUID()}&code=x`, 'OAuth state not found or expired'],
    ['a state that is none', '?state=nonsense&code=x', 'OAuth state parameter is invalid'],
  ])('an answer with %s leads to the site, which is told', async (_, query, description) => {
    for (const init of [undefined, { method: 'POST', body: query.replace('?', '') }]) {
      const answer = await backend.app.request(init === undefined ? `${callback}${query}` : callback, init)
      expect(answer.status).toBe(302)
      const landed = new URL(answer.headers.get('location') ?? '')
      expect(`${landed.origin}${landed.pathname}`).toBe('http://understudy.test/')
      const told = { error: 'invalid_request', error_code: 'bad_oauth_state', error_description: description }
      expect(Object.fromEntries(landed.searchParams)).toEqual(told)
      expect(Object.fromEntries(new URLSearchParams(landed.hash.slice(1)))).toEqual({ ...told, sb: '' })
    }
  })

  test('too long an answer also leads to the site', async () => {
    const answer = await backend.app.request(callback, { method: 'POST', body: 'x'.repeat(64 * 1024 + 1) })
    expect([answer.status, answer.headers.get('location')]).toEqual([
      302,
      expect.stringMatching(/^http:\/\/understudy\.test\/\?error=server_error&error_code=request_entity_too_large&/),
    ])
  })

  test('an answer works once; a repeat leads to the requesting page with an error', async () => {
    peer.account = newAccount()
    const returned = await peer.browse(
      await firstStep(`/auth/v1/authorize?provider=keycloak&redirect_to=${page}`),
      callback,
    )
    expect((await backTo(returned)).hash).toContain('access_token')
    const again = await backTo(returned)
    expect(again.href).toContain(`${page}?error=invalid_request&error_code=flow_state_already_used`)
    expect(again.hash).not.toContain('access_token')
  })

  test('a late answer, or somebody else’s code, signs nobody in', async () => {
    peer.account = newAccount()
    const late = await peer.browse(
      await firstStep(`/auth/v1/authorize?provider=keycloak&redirect_to=${page}`),
      callback,
    )
    backend.passTime(301_000)
    expect((await backTo(late)).href).toContain(`${page}?error=server_error&error_code=flow_state_expired`)
    const forged = new URL(await firstStep(`/auth/v1/authorize?provider=keycloak&redirect_to=${page}`))
    const swapped = new URL(callback)
    swapped.search = new URLSearchParams({
      state: forged.searchParams.get('state') ?? '',
      code: late.searchParams.get('code') ?? '',
      iss: peer.issuer,
    }).toString()
    const landed = await backTo(swapped)
    expect(landed.hash).toContain('error=server_error')
    expect(landed.hash).not.toContain('access_token')
  })

  test('a page that is not allowed gets nothing', async () => {
    peer.account = newAccount()
    const landed = await travel('/auth/v1/authorize?provider=keycloak&redirect_to=https://evil.example/take')
    expect(landed.origin).toBe('http://understudy.test')
  })

  test('a code works once, and only with its verifier', async () => {
    peer.account = newAccount()
    const mine = connectAuthClient(backend, 'pkce').client
    const code = (await signInAt(mine)).searchParams.get('code') ?? ''
    const thief = connectAuthClient(backend, 'pkce').client
    await thief.auth.signInWithOAuth({ provider: 'keycloak', options: { skipBrowserRedirect: true } })
    expect((await thief.auth.exchangeCodeForSession(code)).error).toMatchObject({ code: 'bad_code_verifier' })
    expect((await mine.auth.exchangeCodeForSession(code)).error).toBeNull()
    const answer = await backend.app.request('/auth/v1/token?grant_type=pkce', {
      method: 'POST',
      body: JSON.stringify({ auth_code: code, code_verifier: 'x'.repeat(43) }),
    })
    expect(answer.status).toBe(404)
  })
})

describe('linking', () => {
  async function link(client: SupabaseClient) {
    const { data, error } = await client.auth.linkIdentity({
      provider: 'keycloak',
      options: { redirectTo: page, skipBrowserRedirect: true },
    })
    if (error !== null) throw error
    const returned = await peer.browse(data.url, callback)
    return backTo(returned)
  }

  test('adds a provider to the account, and removes it again', async () => {
    const { client, user } = await backend.signUp()
    peer.account = newAccount()
    const landed = await link(client)
    expect(landed.hash).toContain('access_token')
    const { data } = await client.auth.getUserIdentities()
    expect(data?.identities.map(({ provider }) => provider)).toEqual(['email', 'keycloak'])
    const [own, added] = data?.identities ?? []
    expect((await client.auth.unlinkIdentity(added!)).error).toBeNull()
    expect((await client.auth.unlinkIdentity(own!)).error).toMatchObject({
      status: 422,
      code: 'single_identity_not_deletable',
      message: 'User must have at least 1 identity after unlinking',
    })
    expect((await client.auth.getUser()).data.user?.app_metadata).toMatchObject({ providers: ['email'] })
    expect((await client.auth.getUser()).data.user?.email).toBe(user.email)
  })

  test('does not take an identity of another account', async () => {
    const { account } = await signIn()
    const { client } = await backend.signUp()
    peer.account = account
    expect((await link(client)).hash).toContain('error_code=identity_already_exists')
  })

  test('refuses invalid ids and other accounts’ ids', async () => {
    const { client } = await signInTwice()
    const other = await backend.signUp()
    const foreign = other.user.identities?.[0]
    expect((await client.auth.unlinkIdentity(foreign!)).error).toMatchObject({
      status: 422,
      code: 'identity_not_found',
      message: "Identity doesn't exist",
    })
    expect((await client.auth.unlinkIdentity({ ...foreign!, identity_id: 'nonsense' })).error).toMatchObject({
      status: 404,
      message: 'identity_id must be an UUID',
    })
  })

  async function signInTwice() {
    const account = await provenAccount()
    await signIn(newAccount(account.user.email))
    return account
  }

  test('is off unless an operator enables it', async () => {
    const other = await startBackend()
    const { client, user } = await other.signUp()
    expect((await client.auth.linkIdentity({ provider: 'google' })).error).toMatchObject({
      status: 404,
      code: 'manual_linking_disabled',
      message: 'Manual linking is disabled',
    })
    expect((await client.auth.unlinkIdentity(user.identities![0]!)).error).toMatchObject({ status: 404 })
    await other.close()
  })
})

describe('a provider’s token', () => {
  const nonce = 'a nonce that only the application knows'

  function claimsOf(changes: Readonly<Record<string, unknown>> = {}) {
    const seconds = Math.floor(backend.services.now() / 1000)
    return {
      iss: peer.issuer,
      aud: 'phone-app',
      ...newAccount(),
      iat: seconds,
      exp: seconds + 600,
      nonce: createHash('sha256').update(nonce).digest('hex'),
      ...changes,
    }
  }

  async function grant(body: Readonly<Record<string, unknown>>) {
    const answer = await backend.app.request('/auth/v1/token?grant_type=id_token', {
      method: 'POST',
      body: JSON.stringify(body),
    })
    return [answer.status, (await answer.json()) as Record<string, unknown>] as const
  }

  test('signs in', async () => {
    const claims = claimsOf()
    const { data, error } = await backend.anonClient().auth.signInWithIdToken({
      provider: 'keycloak',
      token: await peer.signIdToken(claims),
      nonce,
    })
    expect(error).toBeNull()
    expect(data.user).toMatchObject({ email: claims.email, identities: [{ provider: 'keycloak', id: claims.sub }] })
    const byIssuer = await grant({
      issuer: peer.issuer,
      client_id: 'phone-app',
      id_token: await peer.signIdToken(claims),
      nonce,
    })
    expect(byIssuer).toMatchObject([200, { user: { id: data.user?.id } }])
  })

  test.each<[string, Readonly<Record<string, unknown>>, Readonly<Record<string, unknown>>, string]>([
    ['for another application', { aud: 'stranger' }, {}, 'Unacceptable audience in id_token: [stranger]'],
    ['of another issuer', { iss: 'https://evil.example' }, {}, 'Bad ID token'],
    ['that has run out', { exp: 1 }, {}, 'Bad ID token'],
    ['without a subject', { sub: undefined }, {}, 'Bad ID token'],
    ['with another nonce', {}, { nonce: 'another' }, 'Nonces mismatch'],
    ['with the hash for a nonce', {}, { nonce: createHash('sha256').update(nonce).digest('hex') }, 'Nonces mismatch'],
    ['without the nonce', {}, { nonce: '' }, 'Passed nonce and nonce in id_token should either both exist or not.'],
    [
      'that has no nonce',
      { nonce: undefined },
      {},
      'Passed nonce and nonce in id_token should either both exist or not.',
    ],
    ['of another access token', { at_hash: 'AAAAAAAAAAAAAAAAAAAAAA' }, { access_token: 'x' }, 'Bad ID token'],
  ])('is refused %s', async (_, changes, extra, description) => {
    const idToken = await peer.signIdToken(claimsOf(changes))
    expect(await grant({ provider: 'keycloak', id_token: idToken, nonce, ...extra })).toEqual([
      400,
      { error: expect.stringMatching(/^invalid_/), error_description: description },
    ])
  })

  test('is refused when signed by another key or by none', async () => {
    const claims = claimsOf()
    const foreign = await peer.signIdToken(claims, { foreignKey: true })
    const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.`
    for (const idToken of [foreign, unsigned, 'nonsense', 'a.b.c', `${foreign}x`]) {
      expect(await grant({ provider: 'keycloak', id_token: idToken, nonce })).toMatchObject([
        400,
        { error_description: 'Bad ID token' },
      ])
    }
  })

  test('is refused when not enabled', async () => {
    expect(await grant({ provider: 'keycloak' })).toEqual([
      400,
      { error: 'invalid_request', error_description: 'id_token required' },
    ])
    expect(await grant({ id_token: 'x' })).toMatchObject([400, { error: 'invalid_request' }])
    expect(await grant({ provider: 'apple', id_token: 'x' })).toMatchObject([
      400,
      { error_code: 'provider_disabled', msg: 'Provider (issuer "https://appleid.apple.com") is not enabled' },
    ])
    expect(await grant({ provider: 'evil', id_token: 'x' })).toMatchObject([400, { error_code: 'validation_failed' }])
    expect(await grant({ issuer: 'https://evil.example', client_id: 'x', id_token: 'x' })).toMatchObject([
      400,
      { msg: 'Custom OIDC provider "https://evil.example" not allowed' },
    ])
  })
})

describe('settings', () => {
  test('list the providers', async () => {
    const answer = await backend.app.request('/auth/v1/settings')
    expect(await answer.json()).toMatchObject({
      external: { keycloak: true, google: true, github: false, email: true },
    })
  })

  test.each([
    [{ GOTRUE_EXTERNAL_GOOGLE_ENABLED: 'true' }, 'GOTRUE_EXTERNAL_GOOGLE_CLIENT_ID'],
    [
      {
        GOTRUE_EXTERNAL_MYSPACE_ENABLED: 'true',
        GOTRUE_EXTERNAL_MYSPACE_CLIENT_ID: 'a',
        GOTRUE_EXTERNAL_MYSPACE_SECRET: 'b',
      },
      'GOTRUE_EXTERNAL_MYSPACE_URL',
    ],
    [{ GOTRUE_EXTERNAL_GOOGLE_ENABLED: 'maybe' }, 'true or false'],
    [{ GOTRUE_EXTERNAL_GOOGLE_ENABLED: 'false', GOTRUE_EXTERNAL_GOOGLE_URL: 'nonsense' }, 'https address'],
  ])('that can not work stop the start: %o', async (env, sentence) => {
    await expect(startBackend({ env })).rejects.toThrow(sentence)
  })
})
