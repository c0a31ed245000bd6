import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SupabaseClient } from '@supabase/supabase-js'

import { startBackend, type Backend, type SignedUp } from '#support/backend.ts'

let backend: Backend

beforeAll(async () => {
  backend = await startBackend()
})

afterAll(() => backend.close())

async function signInAgain(on: Backend, { user, password }: SignedUp): Promise<SupabaseClient> {
  const client = on.anonClient()
  await client.auth.signInWithPassword({ email: user.email ?? '', password })
  return client
}

async function bearer(client: SupabaseClient): Promise<string> {
  return `Bearer ${(await client.auth.getSession()).data.session?.access_token ?? ''}`
}

interface OwnSession {
  readonly id: string
  readonly is_current: boolean
  readonly aal: string
}

async function sessionsOf(client: SupabaseClient): Promise<readonly OwnSession[]> {
  const answer = await backend.app.request('/auth/v1/sessions', { headers: { authorization: await bearer(client) } })
  return ((await answer.json()) as { sessions: OwnSession[] }).sessions
}

async function revoke(client: SupabaseClient, id: string): Promise<number> {
  const headers = { authorization: await bearer(client) }
  return (await backend.app.request(`/auth/v1/sessions/${id}`, { method: 'DELETE', headers })).status
}

function refresh(on: Backend, refreshToken: string) {
  return on.app.request('/auth/v1/token?grant_type=refresh_token', {
    method: 'POST',
    body: JSON.stringify({ refresh_token: refreshToken }),
  })
}

describe('the account page', () => {
  test('lists the account’s sessions only', async () => {
    await backend.signUp()
    const account = await backend.signUp()
    await signInAgain(backend, account)
    const sessions = await sessionsOf(account.client)
    expect(sessions.map((session) => session.is_current)).toEqual([true, false])
    expect(sessions[0]).toMatchObject({ aal: 'aal1' })
  })

  test('ends one of them', async () => {
    const account = await backend.signUp()
    const other = await signInAgain(backend, account)
    const [, second] = await sessionsOf(account.client)
    const stranger = await backend.signUp()
    expect(await revoke(stranger.client, second?.id ?? '')).toBe(404)
    expect(await revoke(account.client, 'nonsense')).toBe(404)
    expect((await other.auth.getUser()).error).toBeNull()
    expect(await revoke(account.client, second?.id ?? '')).toBe(204)
    expect((await other.auth.getUser()).error).not.toBeNull()
    expect((await account.client.auth.getUser()).error).toBeNull()
  })
})

describe('a session that has ended is refused at once', () => {
  const endings: readonly (readonly [string, (account: SignedUp, id: string) => Promise<unknown>])[] = [
    ['revoked on the account page', async ({ client }, id) => revoke(client, id)],
    ['signed out everywhere', async ({ client }) => client.auth.signOut({ scope: 'global' })],
    ['signed out from elsewhere', async ({ client }) => client.auth.signOut({ scope: 'others' })],
    ['the password is new', async ({ client }) => client.auth.updateUser({ password: 'battery staple' })],
    ['banned', async ({ user }) => backend.serviceClient().auth.admin.updateUserById(user.id, { ban_duration: '1h' })],
    ['deleted', async ({ user }) => backend.serviceClient().auth.admin.deleteUser(user.id)],
  ]

  test.each(endings)('%s', async (_, end) => {
    const account = await backend.signUp()
    const other = await signInAgain(backend, account)
    const [, second] = await sessionsOf(account.client)
    const authorization = await bearer(other)
    const call = (method: string, path: string, body?: string) =>
      backend.app.request(path, {
        method,
        headers: { authorization, 'content-type': 'application/json' },
        ...(body !== undefined && { body }),
      })
    expect((await call('GET', '/rest/v1/demos?select=id')).status).toBe(200)
    await end(account, second?.id ?? '')

    const read = await call('GET', '/rest/v1/demos?select=id')
    expect([read.status, await read.json()]).toMatchObject([401, { code: 'PGRST301' }])
    expect(read.headers.get('www-authenticate')).toContain('invalid_token')
    expect((await call('POST', '/rest/v1/rpc/get_recent_demos', '{"p_limit":1}')).status).toBe(401)
    for (const [method, path, body] of [
      ['GET', '/storage/v1/object/demo-captures/x/y.png', undefined],
      ['POST', '/storage/v1/object/list/demo-captures', '{"prefix":""}'],
      ['DELETE', '/storage/v1/object/demo-captures', '{"prefixes":["x"]}'],
    ] as const) {
      const answer = await call(method, path, body)
      expect([answer.status, await answer.json()]).toMatchObject([400, { statusCode: '403', error: 'Unauthorized' }])
    }
    expect((await call('GET', '/auth/v1/user')).status).toBe(403)
    const told = await call('POST', '/realtime/v1/api/broadcast/room/events/told?private=true', '{}')
    expect(told.status).toBe(403)
    // Read by authors of the agent's conversations.
    expect((await call('GET', '/rest/v1/conversations?select=id')).status).toBe(401)
  })
})

describe('limits on sessions', () => {
  /** Without refresh, the token expires with its session. */
  async function expectAllRefused(limited: Backend, accessToken: string): Promise<void> {
    const statuses = await Promise.all(
      ['/auth/v1/user', '/rest/v1/demos?select=id', '/storage/v1/object/demo-captures/x/y.png'].map(async (path) => {
        const answer = await limited.app.request(path, { headers: { authorization: `Bearer ${accessToken}` } })
        return answer.status
      }),
    )
    expect(statuses).toEqual([403, 401, 400])
    const socket = await limited.realtime.verify(accessToken)
    expect(socket).toMatchObject({ code: 'InvalidJWTToken' })
  }

  test('a time-box ends a session however often it is refreshed', async () => {
    const limited = await startBackend({ env: { GOTRUE_SESSIONS_TIMEBOX: '2h', JWT_EXP: '86400' } })
    const { client } = await limited.signUp()
    limited.passTime(3_600_000)
    const { data } = await client.auth.refreshSession()
    expect(data.session).not.toBeNull()
    // The data API allows 30 seconds of clock skew.
    limited.passTime(3_600_000 + 31_000)
    await expectAllRefused(limited, data.session?.access_token ?? '')
    const answer = await refresh(limited, data.session?.refresh_token ?? '')
    expect([answer.status, await answer.json()]).toMatchObject([400, { error_code: 'session_expired' }])
    await limited.close()
  })

  test('an inactive session expires', async () => {
    const limited = await startBackend({ env: { GOTRUE_SESSIONS_INACTIVITY_TIMEOUT: '1h', JWT_EXP: '86400' } })
    const { client } = await limited.signUp()
    limited.passTime(3_500_000)
    const { data } = await client.auth.refreshSession()
    expect(data.session).not.toBeNull()
    limited.passTime(3_600_000 + 31_000)
    await expectAllRefused(limited, data.session?.access_token ?? '')
    const answer = await refresh(limited, data.session?.refresh_token ?? '')
    expect([answer.status, await answer.json()]).toMatchObject([400, { error_code: 'session_expired' }])
    await limited.close()
  })

  test('the newest session of an account is its only one', async () => {
    const limited = await startBackend({ env: { GOTRUE_SESSIONS_SINGLE_PER_USER: 'true' } })
    const account = await limited.signUp()
    limited.passTime(1_000)
    const newest = await signInAgain(limited, account)
    expect((await account.client.from('demos').select()).error).toMatchObject({ code: 'PGRST301' })
    expect((await account.client.auth.refreshSession()).error).not.toBeNull()
    expect((await newest.auth.getUser()).error).toBeNull()
    await limited.close()
  })
})

describe('in parallel', () => {
  test('fifty refreshes of one token end in one live family', async () => {
    const { session } = await backend.signUp()
    const answers = await Promise.all(Array.from({ length: 50 }, () => refresh(backend, session.refresh_token)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    const tokens = await Promise.all(
      answers.map(async (answer) => ((await answer.json()) as { refresh_token: string }).refresh_token),
    )
    expect(new Set(tokens).size).toBe(1)
    const [live] = await backend.services.database.transaction('system', [
      {
        text: 'select count(*)::integer as count from auth.refresh_tokens where user_id = $1 and not revoked',
        values: [session.user.id],
      },
    ])
    expect(live?.rows).toEqual([{ count: 1 }])
    // No client is signed out, because the one successor works.
    expect((await refresh(backend, tokens[0] ?? '')).status).toBe(200)
  })

  test('a token reused after the interval ends the family', async () => {
    const { session } = await backend.signUp()
    const successor = (await (await refresh(backend, session.refresh_token)).json()) as { refresh_token: string }
    const last = (await (await refresh(backend, successor.refresh_token)).json()) as { refresh_token: string }
    backend.passTime(10_001)
    const reused = await refresh(backend, session.refresh_token)
    expect(await reused.json()).toMatchObject({ error_code: 'refresh_token_already_used' })
    expect((await refresh(backend, last.refresh_token)).status).toBe(400)
  })
})
