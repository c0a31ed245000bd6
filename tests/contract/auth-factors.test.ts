import type { SupabaseClient } from '@supabase/supabase-js'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { startBackend, type Backend, type SignedUp } from '#support/backend.ts'

let backend: Backend

beforeAll(async () => {
  backend = await startBackend({
    env: {
      GOTRUE_MFA_PHONE_ENROLL_ENABLED: 'true',
      GOTRUE_MFA_PHONE_VERIFY_ENABLED: 'true',
      GOTRUE_SMS_TEST_OTP: '4915100000001:123456',
    },
  })
})

afterAll(() => backend.close())

const stepMs = 30_000

/** The authenticator's code, `steps` of half a minute from now. */
function codeOf(secret: string, steps = 0): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: backend.services.now() + steps * stepMs,
  })
}

interface Enrolled {
  readonly factorId: string
  readonly secret: string
}

async function enrol(client: SupabaseClient, friendlyName = 'Phone app'): Promise<Enrolled> {
  const { data, error } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName })
  if (error !== null) throw error
  return { factorId: data.id, secret: data.totp.secret }
}

/** Verifies the factor, which raises the session to aal2. */
async function verify(client: SupabaseClient, { factorId, secret }: Enrolled): Promise<void> {
  backend.passTime(2 * stepMs)
  const { error } = await client.auth.mfa.challengeAndVerify({ factorId, code: codeOf(secret) })
  if (error !== null) throw error
}

async function signInAgain({ user, password }: SignedUp): Promise<SupabaseClient> {
  const client = backend.anonClient()
  await client.auth.signInWithPassword({ email: user.email ?? '', password })
  return client
}

async function post(client: SupabaseClient, path: string, body: unknown) {
  const { data } = await client.auth.getSession()
  const answer = await backend.app.request(`/auth/v1${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${data.session?.access_token ?? ''}` },
    body: JSON.stringify(body),
  })
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}

describe('an authenticator', () => {
  test('is enrolled with a QR code', async () => {
    const { client, user } = await backend.signUp()
    const { data, error } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Mine', issuer: 'Demos' })
    expect(error).toBeNull()
    expect(data).toMatchObject({ type: 'totp', friendly_name: 'Mine' })
    const totp = data?.type === 'totp' ? data.totp : null
    expect(totp?.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg [^#]*<\/svg>$/s)
    expect(Secret.fromBase32(totp?.secret ?? '').bytes).toHaveLength(20)
    expect(totp?.uri).toBe(
      `otpauth://totp/Demos:${encodeURIComponent(user.email ?? '')}?algorithm=SHA1&digits=6&issuer=Demos&period=30&secret=${totp?.secret}`,
    )
  })

  test('raises the session to aal2 and tells the client', async () => {
    const account = await backend.signUp()
    const { client } = account
    const other = await signInAgain(account)
    const events: string[] = []
    client.auth.onAuthStateChange((event) => events.push(event))
    const factor = await enrol(client)
    expect((await client.auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: 'aal1',
      nextLevel: 'aal1',
    })
    await verify(client, factor)
    expect(events).toContain('MFA_CHALLENGE_VERIFIED')
    const { data: level } = await client.auth.mfa.getAuthenticatorAssuranceLevel()
    expect(level).toMatchObject({ currentLevel: 'aal2', nextLevel: 'aal2' })
    expect(level?.currentAuthenticationMethods).toMatchObject([{ method: 'totp' }, { method: 'password' }])
    expect((await client.auth.mfa.listFactors()).data?.totp).toMatchObject([
      { id: factor.factorId, status: 'verified', friendly_name: 'Phone app', factor_type: 'totp' },
    ])
    // A session with only the password is over.
    expect((await other.auth.getUser()).error).not.toBeNull()
    // This session continues, with its new tokens.
    expect((await client.auth.refreshSession()).error).toBeNull()
    expect((await client.auth.mfa.getAuthenticatorAssuranceLevel()).data?.currentLevel).toBe('aal2')
  })

  test('accepts the previous and next code, but no older one and none twice', async () => {
    const { client } = await backend.signUp()
    const { factorId, secret } = await enrol(client)
    backend.passTime(4 * stepMs)
    const attempt = async (steps: number) =>
      (await client.auth.mfa.challengeAndVerify({ factorId, code: codeOf(secret, steps) })).error
    for (const steps of [-2, 2]) {
      expect(await attempt(steps)).toMatchObject({
        status: 422,
        code: 'mfa_verification_failed',
        message: 'Invalid TOTP code entered',
      })
    }
    expect(await attempt(-1)).toBeNull()
    expect(await attempt(-1)).toMatchObject({ status: 422, code: 'mfa_verification_failed' })
    expect(await attempt(1)).toBeNull()
  })

  test('a code submitted twice in parallel counts once', async () => {
    const { client, session } = await backend.signUp()
    const { factorId, secret } = await enrol(client)
    const challenges = await Promise.all([0, 1].map(() => post(client, `/factors/${factorId}/challenge`, {})))
    const answers = await Promise.all(
      challenges.map(({ body }) =>
        post(client, `/factors/${factorId}/verify`, { challenge_id: body['id'], code: codeOf(secret) }),
      ),
    )
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 422])
    expect(session.user.id).toBeDefined()
  })

  test('a challenge expires, works once, and belongs to its factor', async () => {
    const { client } = await backend.signUp()
    const { factorId, secret } = await enrol(client)
    const challenge = async () => (await post(client, `/factors/${factorId}/challenge`, {})).body
    const answerTo = async (id: unknown) =>
      post(client, `/factors/${factorId}/verify`, { challenge_id: id, code: codeOf(secret) })
    const used = await challenge()
    expect(used).toMatchObject({ type: 'totp', expires_at: Math.floor(backend.services.now() / 1000) + 300 })
    expect((await answerTo(used['id'])).status).toBe(200)
    expect(await answerTo(used['id'])).toMatchObject({ status: 422, body: { error_code: 'mfa_ip_address_mismatch' } })
    const late = await challenge()
    backend.passTime(301_000)
    expect(await answerTo(late['id'])).toMatchObject({ status: 422, body: { error_code: 'mfa_challenge_expired' } })
    expect(await answerTo('00000000-0000-4000-8000-000000000000')).toMatchObject({
      status: 422,
      body: { error_code: 'mfa_factor_not_found' },
    })
    expect(await answerTo('nonsense')).toMatchObject({ status: 422, body: { error_code: 'mfa_factor_not_found' } })
  })

  test('drops an unfinished enrolment', async () => {
    const { client } = await backend.signUp()
    const { factorId } = await enrol(client)
    backend.passTime(301_000)
    expect((await client.auth.mfa.challenge({ factorId })).error).toMatchObject({
      status: 404,
      code: 'mfa_factor_not_found',
      message: 'Factor not found',
    })
    await enrol(client)
    expect((await client.auth.mfa.listFactors()).data?.all).toHaveLength(1)
  })

  test('belongs to one account', async () => {
    const mine = await backend.signUp()
    const { factorId } = await enrol(mine.client)
    const stranger = await backend.signUp()
    expect((await stranger.client.auth.mfa.challenge({ factorId })).error).toMatchObject({ status: 404 })
    expect((await stranger.client.auth.mfa.unenroll({ factorId })).error).toMatchObject({ status: 404 })
  })
})

describe('enrolment is refused', () => {
  test('under a name that is taken', async () => {
    const { client } = await backend.signUp()
    await enrol(client, 'Same')
    const { error } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Same' })
    expect(error).toMatchObject({ status: 422, code: 'mfa_factor_name_conflict' })
  })

  test('after ten', async () => {
    const { client } = await backend.signUp()
    for (let count = 0; count < 10; count += 1) await enrol(client, `Number ${count}`)
    const { error } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'One more' })
    expect(error).toMatchObject({ status: 422, code: 'too_many_enrolled_mfa_factors' })
  })

  test('for a session without the existing factor', async () => {
    const account = await backend.signUp()
    await verify(account.client, await enrol(account.client))
    const other = await signInAgain(account)
    const { error } = await other.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Thief' })
    expect(error).toMatchObject({
      status: 403,
      code: 'insufficient_aal',
      message: 'AAL2 required to enroll a new factor',
    })
  })

  test.each([
    ['another type', { factor_type: 'fax' }, 400, 'validation_failed'],
    ['no type', {}, 400, 'validation_failed'],
    ['a security key', { factor_type: 'webauthn' }, 422, 'mfa_webauthn_enroll_not_enabled'],
    ['a phone without a number', { factor_type: 'phone' }, 400, 'validation_failed'],
  ])('for %s', async (_, body, status, code) => {
    const { client } = await backend.signUp()
    expect(await post(client, '/factors', body)).toMatchObject({ status, body: { error_code: code } })
  })

  test('where an operator has switched it off', async () => {
    const off = await startBackend({ env: { GOTRUE_MFA_TOTP_ENROLL_ENABLED: 'false' } })
    const { client } = await off.signUp()
    expect((await client.auth.mfa.enroll({ factorType: 'totp' })).error).toMatchObject({
      status: 422,
      code: 'mfa_totp_enroll_not_enabled',
    })
    expect((await client.auth.mfa.enroll({ factorType: 'phone', phone: '+4915100000001' })).error).toMatchObject({
      status: 422,
      code: 'mfa_phone_enroll_not_enabled',
    })
    await off.close()
  })
})

describe('a second factor protects', () => {
  test('password and address', async () => {
    const account = await backend.signUp()
    await verify(account.client, await enrol(account.client))
    const other = await signInAgain(account)
    expect((await other.auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: 'aal1',
      nextLevel: 'aal2',
    })
    expect((await other.auth.updateUser({ password: 'battery staple' })).error).toMatchObject({
      status: 401,
      code: 'insufficient_aal',
      message: 'AAL2 session is required to update email or password when MFA is enabled.',
    })
    expect((await other.auth.updateUser({ data: { colour: 'blue' } })).error).toBeNull()
    expect((await account.client.auth.getUser()).error).toBeNull()
  })

  test('sessions that have used it: a password alone ends only its own', async () => {
    const account = await backend.signUp()
    await verify(account.client, await enrol(account.client))
    const isAlive = async () => (await account.client.auth.refreshSession()).error === null
    const thief = await signInAgain(account)
    const { data } = await thief.auth.getSession()
    const authorization = `Bearer ${data.session?.access_token ?? ''}`
    expect(await thief.auth.signOut({ scope: 'others' })).toMatchObject({ error: null })
    const others = await backend.app.request('/auth/v1/logout?scope=others', {
      method: 'POST',
      headers: { authorization },
    })
    expect([others.status, await others.json()]).toMatchObject([403, { error_code: 'insufficient_aal' }])
    const listed = await backend.app.request('/auth/v1/sessions', { headers: { authorization } })
    const { sessions } = (await listed.json()) as { sessions: readonly { id: string; is_current: boolean }[] }
    const ended = sessions.map(async ({ id, is_current: isCurrent }) => {
      if (isCurrent) return null
      return (await backend.app.request(`/auth/v1/sessions/${id}`, { method: 'DELETE', headers: { authorization } }))
        .status
    })
    expect((await Promise.all(ended)).filter((status) => status !== null)).toEqual([403])
    expect(await isAlive()).toBe(true)
    // The client's default when signing out.
    const global = await backend.app.request('/auth/v1/logout', { method: 'POST', headers: { authorization } })
    expect(global.status).toBe(204)
    expect((await thief.auth.getUser()).error?.name).toBe('AuthSessionMissingError')
    expect(await isAlive()).toBe(true)
    const other = await signInAgain(account)
    expect((await account.client.auth.signOut({ scope: 'others' })).error).toBeNull()
    expect((await other.auth.getUser()).error?.name).toBe('AuthSessionMissingError')
  })

  test('itself', async () => {
    const account = await backend.signUp()
    const factor = await enrol(account.client)
    await verify(account.client, factor)
    const other = await signInAgain(account)
    expect((await other.auth.mfa.unenroll({ factorId: factor.factorId })).error).toMatchObject({
      status: 422,
      code: 'insufficient_aal',
      message: 'AAL2 required to unenroll verified factor',
    })
    expect((await account.client.auth.mfa.unenroll({ factorId: factor.factorId })).data).toEqual({
      id: factor.factorId,
    })
    await account.client.auth.refreshSession()
    expect((await account.client.auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: 'aal1',
      nextLevel: 'aal1',
    })
  })

  test('a workspace that requires it, whatever the role', async () => {
    const account = await backend.signUp()
    const { client } = account
    const { data: mine } = await client.from('workspaces').select('id').single()
    const requireFactor = async () => client.from('workspaces').update({ requires_aal2: true }).eq('id', mine?.id)
    expect((await requireFactor()).error).toMatchObject({ code: '42501' })
    await verify(client, await enrol(client))
    expect((await requireFactor()).error).toBeNull()
    expect((await client.from('agents').select('id')).data).toHaveLength(1)
    // A member without a factor sees only that it is locked.
    const colleague = await backend.signUp()
    const other = colleague.client
    await backend
      .serviceClient()
      .from('workspace_members')
      .insert({ workspace_id: mine?.id, user_id: colleague.user.id, role: 'admin' })
      .throwOnError()
    for (const table of ['workspaces', 'workspace_members', 'demos', 'agents']) {
      const column = table === 'workspaces' ? 'id' : 'workspace_id'
      expect((await other.from(table).select().eq(column, mine?.id)).data).toEqual([])
    }
    expect((await other.from('workspaces').update({ requires_aal2: false }).eq('id', mine?.id).select()).data).toEqual(
      [],
    )
    expect((await other.from('demos').insert({ name: 'New', workspace_id: mine?.id })).error).toMatchObject({
      code: '42501',
    })
    expect((await other.rpc('locked_workspaces')).data).toMatchObject([{ id: mine?.id }])
    expect((await client.rpc('locked_workspaces')).data).toEqual([])
  })

  test('all data of the account, until the session has passed it', async () => {
    const account = await backend.signUp()
    const { data: mine } = await account.client.from('workspaces').select('id').single<{ id: string }>().throwOnError()
    const factor = await enrol(account.client)
    expect((await account.client.from('workspaces').select('id')).data).toEqual([mine])
    await verify(account.client, factor)
    const thief = await signInAgain(account)
    const key = { p_workspace_id: mine.id, p_name: 'Mine', p_scope: 'write' }
    const attempts = [
      await thief.from('workspaces').select('id'),
      await thief.from('demos').insert({ name: 'New', workspace_id: mine.id }),
      await thief.rpc('create_workspace_key', key),
    ]
    expect(attempts.map(({ error, status }) => [status, error?.code])).toEqual(
      attempts.map(() => [403, 'insufficient_aal']),
    )
    const files = thief.storage.from('demo-captures')
    const path = `${mine.id}/x/1.png`
    const refused = { statusCode: '403', message: 'A session with the second factor is required for this.' }
    expect((await files.upload(path, 'x')).error).toMatchObject(refused)
    expect((await files.createSignedUrl(path, 60)).error).toMatchObject(refused)
    expect((await thief.auth.getUser()).error).toBeNull()

    backend.passTime(2 * stepMs)
    const { factorId, secret } = factor
    expect((await thief.auth.mfa.challengeAndVerify({ factorId, code: codeOf(secret) })).error).toBeNull()
    expect((await thief.from('workspaces').select('id')).data).toEqual([mine])
    expect((await thief.rpc('create_workspace_key', key)).data).toMatchObject({ outcome: 'ok' })
  })
})

describe('recovery codes', () => {
  test('replace a lost authenticator, once each', async () => {
    const account = await backend.signUp()
    expect(await post(account.client, '/factors/recovery-codes', {})).toMatchObject({
      status: 403,
      body: { error_code: 'insufficient_aal' },
    })
    const factor = await enrol(account.client)
    await verify(account.client, factor)
    const { body } = await post(account.client, '/factors/recovery-codes', {})
    const codes = body['codes'] as string[]
    expect(new Set(codes).size).toBe(10)
    const [stored] = await backend.services.database.transaction('system', [
      { text: 'select code_hash from auth.mfa_recovery_codes where user_id = $1::uuid', values: [account.user.id] },
    ])
    expect(JSON.stringify(stored?.rows)).not.toContain(codes[0]?.replace('-', ''))

    const other = await signInAgain(account)
    const use = async (code: string | undefined) => post(other, '/factors/recovery-codes/verify', { code })
    expect(await use('aaaaa-aaaaa')).toMatchObject({ status: 422, body: { error_code: 'mfa_verification_failed' } })
    const right = await use(codes[0]?.toUpperCase().replace('-', ' '))
    expect(right.status).toBe(200)
    expect(await use(codes[0])).toMatchObject({ status: 422 })
    await other.auth.setSession(right.body as { access_token: string; refresh_token: string })
    expect((await other.auth.mfa.unenroll({ factorId: factor.factorId })).error).toBeNull()
  })

  test('are replaced by new ones', async () => {
    const account = await backend.signUp()
    await verify(account.client, await enrol(account.client))
    const first = (await post(account.client, '/factors/recovery-codes', {})).body['codes'] as string[]
    await post(account.client, '/factors/recovery-codes', {})
    expect(await post(account.client, '/factors/recovery-codes/verify', { code: first[0] })).toMatchObject({
      status: 422,
    })
  })
})

describe('a phone', () => {
  test('is a second factor by SMS code', async () => {
    const { client } = await backend.signUp()
    const { data, error } = await client.auth.mfa.enroll({ factorType: 'phone', phone: '+4915100000001' })
    expect(error).toBeNull()
    expect(data).toMatchObject({ type: 'phone', phone: '4915100000001' })
    const factorId = data?.id ?? ''
    const challenge = await client.auth.mfa.challenge({ factorId })
    expect(challenge.data).toMatchObject({ type: 'phone' })
    expect((await client.auth.mfa.challenge({ factorId })).error).toMatchObject({ status: 429 })
    const challengeId = challenge.data?.id ?? ''
    expect((await client.auth.mfa.verify({ factorId, challengeId, code: '000000' })).error).toMatchObject({
      status: 422,
      message: 'Invalid MFA Phone code entered',
    })
    expect((await client.auth.mfa.verify({ factorId, challengeId, code: '123456' })).error).toBeNull()
    const { data: level } = await client.auth.mfa.getAuthenticatorAssuranceLevel()
    expect(level?.currentAuthenticationMethods[0]).toMatchObject({ method: 'mfa/phone' })
  })
})

describe('an administrator', () => {
  test('sees and removes the factors of an account', async () => {
    const { client, user } = await backend.signUp()
    const factor = await enrol(client)
    await verify(client, factor)
    const { mfa } = backend.serviceClient().auth.admin
    expect((await mfa.listFactors({ userId: user.id })).data?.factors).toMatchObject([{ id: factor.factorId }])
    expect((await mfa.deleteFactor({ userId: user.id, id: factor.factorId })).error).toBeNull()
    expect((await mfa.listFactors({ userId: user.id })).data?.factors).toEqual([])
  })
})
