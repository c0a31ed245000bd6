import { randomUUID } from 'node:crypto'

import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { connectAuthClient, postToAuth } from '#support/auth-client.ts'
import { startBackend, type Backend, type SignedUp } from '#support/backend.ts'
import { startMailServer, type MailServer } from '#support/mail-server.ts'
import { openIdClientId, openIdSecret, startOpenIdProvider, type OpenIdProvider } from '#support/openid-provider.ts'
import { lastMessageTo, outboxOf } from '#support/outbox.ts'

/*
 * Somebody creates an account with another person's address. Once that person proves ownership, nobody else has access.
 */

const callback = 'http://understudy.test/auth/v1/callback'
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
      GOTRUE_EXTERNAL_KEYCLOAK_CLIENT_ID: openIdClientId,
      GOTRUE_EXTERNAL_KEYCLOAK_SECRET: openIdSecret,
    },
  })
})

afterAll(async () => {
  await backend.close()
  await peer.close()
})

const newAddress = (): string => `${randomUUID()}@example.com`

async function signInAtProvider(email: string) {
  peer.account = { sub: randomUUID(), email, email_verified: true, name: 'Ada Lovelace' }
  const { client } = connectAuthClient(backend, 'pkce')
  const { data } = await client.auth.signInWithOAuth({
    provider: 'keycloak',
    options: { redirectTo: 'http://understudy.test/welcome', skipBrowserRedirect: true },
  })
  const start = await backend.app.request(String(data.url))
  const returned = await peer.browse(start.headers.get('location') ?? '', callback)
  const answer = await backend.app.request(returned.href)
  const landed = new URL(answer.headers.get('location') ?? '')
  const exchanged = await client.auth.exchangeCodeForSession(landed.searchParams.get('code') ?? '')
  if (exchanged.error !== null) throw exchanged.error
  return { client, user: exchanged.data.user }
}

async function workspacesOf(client: SupabaseClient) {
  const { data } = await client.from('workspaces').select('id').throwOnError()
  return data.map(({ id }) => String(id))
}

/** What an impostor leaves in the account. */
async function plant(thief: SignedUp) {
  const [workspaceId = ''] = await workspacesOf(thief.client)
  const partner = await backend.signUp()
  const membership = { workspace_id: workspaceId, user_id: partner.user.id, role: 'admin' }
  await backend.serviceClient().from('workspace_members').insert(membership).throwOnError()
  await thief.client.from('demos').insert({ name: 'Planted' }).throwOnError()
  const asked = { p_workspace_id: workspaceId, p_name: 'Mine', p_scope: 'write' }
  const { data } = await thief.client.rpc('create_workspace_key', asked).throwOnError()
  return { workspaceId, key: (data as { secret: string }).secret }
}

describe('a provider’s confirmation', () => {
  test('removes the impostor’s sign-in methods', async () => {
    const email = newAddress()
    const thief = await backend.signUp(email)
    await thief.client.auth.mfa.enroll({ factorType: 'totp' })
    const { user } = await signInAtProvider(email)
    expect(user).toMatchObject({ id: thief.user.id, email, identities: [{ provider: 'keycloak' }] })
    expect(user.factors ?? []).toEqual([])
    const again = await backend.anonClient().auth.signInWithPassword({ email, password: thief.password })
    expect(again.error?.code).toBe('invalid_credentials')
    expect((await thief.client.auth.refreshSession()).error?.code).toBe('refresh_token_not_found')
    expect((await thief.client.from('demos').select('id')).error).not.toBeNull()
    const mail = (await outboxOf(backend, email))[0]
    expect(mail).toMatchObject({ kind: 'account_reset', subject: 'Your account was reset' })
  })

  test('sets the account’s workspaces aside until the owner restores them', async () => {
    const email = newAddress()
    const thief = await backend.signUp(email)
    const { workspaceId, key } = await plant(thief)
    const { client } = await signInAtProvider(email)
    const fresh = await workspacesOf(client)
    expect(fresh).toHaveLength(1)
    expect(fresh).not.toContain(workspaceId)
    const { data: demos } = await client.from('demos').insert({ name: 'Secret' }).select('workspace_id').throwOnError()
    expect(demos).toEqual([{ workspace_id: fresh[0] }])

    const aside = (await client.rpc('set_aside_workspaces').throwOnError()).data as unknown[]
    expect(aside).toEqual([{ workspace_id: workspaceId, name: expect.any(String), role: 'owner', demos: 1, others: 1 }])
    const stranger = await backend.signUp()
    expect((await stranger.client.rpc('set_aside_workspaces')).data).toEqual([])
    const theft = await stranger.client.rpc('restore_workspace', { p_workspace_id: workspaceId })
    expect(theft.data).toEqual({ outcome: 'not_there' })

    const taken = await client.rpc('restore_workspace', { p_workspace_id: workspaceId })
    expect(taken.data).toEqual({ outcome: 'ok' })
    expect(
      (await client.from('demos').select('name').eq('workspace_id', workspaceId).eq('name', 'Planted')).data,
    ).toEqual([{ name: 'Planted' }])
    expect((await backend.keyClient(key).from('demos').select('id')).error).not.toBeNull()
    expect((await client.rpc('set_aside_workspaces')).data).toEqual([])
  })

  test('lets the owner delete what was set aside', async () => {
    const email = newAddress()
    const author = await backend.signUp(email)
    const [workspaceId = ''] = await workspacesOf(author.client)
    const { client } = await signInAtProvider(email)
    const gone = await client.rpc('discard_set_aside_workspace', { p_workspace_id: workspaceId })
    expect(gone.data).toEqual({ outcome: 'ok' })
    const { data } = await backend.serviceClient().from('workspaces').select('id').eq('id', workspaceId).throwOnError()
    expect(data).toEqual([])
  })

  test('leaves the workspace to its owner when its one remaining member deletes their account', async () => {
    const email = newAddress()
    const author = await backend.signUp(email)
    const [workspaceId = ''] = await workspacesOf(author.client)
    const viewer = await backend.signUp()
    const membership = { workspace_id: workspaceId, user_id: viewer.user.id, role: 'viewer' }
    await backend.serviceClient().from('workspace_members').insert(membership).throwOnError()
    const { client } = await signInAtProvider(email)
    expect((await viewer.client.rpc('delete_own_account')).data).toEqual({ outcome: 'ok' })
    const restored = await client.rpc('restore_workspace', { p_workspace_id: workspaceId })
    expect(restored.data).toEqual({ outcome: 'ok' })
    expect(await workspacesOf(client)).toContain(workspaceId)
  })

  test('also works after the impostor gave the address to their own account', async () => {
    const email = newAddress()
    const thief = await backend.signUp()
    expect((await thief.client.auth.updateUser({ email })).error).toBeNull()
    await signInAtProvider(email)
    const again = await backend.anonClient().auth.signInWithPassword({ email, password: thief.password })
    expect(again.error?.code).toBe('invalid_credentials')
  })

  test('keeps an account whose owner linked the provider while signed in', async () => {
    const email = newAddress()
    const { client, user, password } = await backend.signUp(email)
    peer.account = { sub: randomUUID(), email, email_verified: true, name: 'Ada Lovelace' }
    const { data } = await client.auth.linkIdentity({
      provider: 'keycloak',
      options: { redirectTo: 'http://understudy.test/welcome', skipBrowserRedirect: true },
    })
    await backend.app.request((await peer.browse(String(data?.url), callback)).href)
    expect((await signInAtProvider(email)).user.id).toBe(user.id)
    expect((await backend.anonClient().auth.signInWithPassword({ email, password })).error).toBeNull()
    expect((await outboxOf(backend, email)).map(({ kind }) => kind)).not.toContain('account_reset')
  })

  test('happens once: the second sign-in ends nothing', async () => {
    const email = newAddress()
    await backend.signUp(email)
    const { client } = await signInAtProvider(email)
    await client.auth.updateUser({ password: 'choosing a better one' })
    await signInAtProvider(email)
    expect((await client.auth.refreshSession()).error).toBeNull()
    const signedIn = await backend.anonClient().auth.signInWithPassword({ email, password: 'choosing a better one' })
    expect(signedIn.error).toBeNull()
  })
})

describe('an unconfirmed address', () => {
  test('is not reported as verified, though no confirmation is required', async () => {
    const { user } = await backend.signUp()
    expect(user.email_confirmed_at).toEqual(expect.any(String))
    expect(user.identities?.[0]?.identity_data).toMatchObject({ email_verified: false })
  })

  test('accepts no invitation, and identifies no tracker’s owner', async () => {
    const email = newAddress()
    const thief = await backend.signUp(email)
    const owner = await backend.signUp()
    await backend.serviceClient().auth.admin.updateUserById(owner.user.id, { email_confirm: true })
    const [workspaceId] = await workspacesOf(owner.client)
    const answer = await backend.app.request('/account/v1/invitations', {
      method: 'POST',
      headers: { authorization: `Bearer ${owner.session.access_token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ workspaceId, email, role: 'admin' }),
    })
    const token = String(((await answer.json()) as { link: string }).link.split('/').at(-1))
    const accept = (client: SupabaseClient) => client.rpc('accept_invitation', { p_token: token })
    expect((await accept(thief.client)).data).toEqual({ outcome: 'address_not_proven', email })

    const settings = { user_id: thief.user.id, agent_id: 'leo', auto_engage: true, engage_timeout: 5 }
    await thief.client.from('chatbot_settings').upsert(settings).throwOnError()
    const lookUp = () => backend.anonClient().from('users').select('id').eq('email', email)
    expect((await lookUp()).data).toEqual([])

    const { client } = await signInAtProvider(email)
    expect((await accept(client)).data).toEqual({ outcome: 'ok', workspace_id: workspaceId })
    await client.from('chatbot_settings').upsert(settings).throwOnError()
    expect((await lookUp()).data).toEqual([{ id: thief.user.id }])
  })
})

describe('with a mail server', () => {
  let mailing: Backend
  let mails: MailServer

  beforeAll(async () => {
    mails = await startMailServer()
    mailing = await startBackend({
      env: {
        SMTP_URL: mails.url,
        GOTRUE_SMTP_ADMIN_EMAIL: 'no-reply@example.com',
        GOTRUE_MAILER_AUTOCONFIRM: 'true',
        GOTRUE_RATE_LIMIT_EMAIL_SENT: '100000',
        GOTRUE_SMTP_MAX_FREQUENCY: '0s',
      },
    })
  })

  afterAll(async () => {
    await mailing.close()
    await mails.close()
  })

  test.each(['recovery', 'magiclink'] as const)('a %s confirms the address and resets the account', async (type) => {
    const email = newAddress()
    const thief = await mailing.signUp(email)
    const { client } = connectAuthClient(mailing, 'implicit')
    if (type === 'recovery') await client.auth.resetPasswordForEmail(email)
    else await client.auth.signInWithOtp({ email, options: { shouldCreateUser: false } })
    const token = (await mails.take(email)).code
    expect((await client.auth.verifyOtp({ email, token, type })).error).toBeNull()
    const again = await mailing.anonClient().auth.signInWithPassword({ email, password: thief.password })
    expect(again.error?.code).toBe('invalid_credentials')
    expect((await thief.client.auth.refreshSession()).error?.code).toBe('refresh_token_not_found')
    expect((await mails.take(email)).subject).toBe('Your account was reset')
    const { data } = await client.rpc('set_aside_workspaces')
    expect(data).toHaveLength(1)
  })

  test('doesn’t reset an account that nobody ever used', async () => {
    const email = newAddress()
    const { client } = connectAuthClient(mailing, 'implicit')
    await client.auth.signInWithOtp({ email, options: { data: { first_name: 'Ada' } } })
    const token = (await mails.take(email)).code
    const { data, error } = await client.auth.verifyOtp({ email, token, type: 'email' })
    expect(error).toBeNull()
    expect(data.user?.user_metadata).toMatchObject({ first_name: 'Ada' })
    expect((await client.rpc('set_aside_workspaces')).data).toEqual([])
    await mailing.services.delivery.mail.settled()
    expect(mails.countOf(email)).toBe(1)
  })

  test('so does an operator’s invitation', async () => {
    const email = newAddress()
    const thief = await mailing.signUp(email)
    expect((await mailing.serviceClient().auth.admin.inviteUserByEmail(email)).error).toBeNull()
    const token = (await mails.take(email)).code
    const { client } = connectAuthClient(mailing, 'implicit')
    expect((await client.auth.verifyOtp({ email, token, type: 'invite' })).error).toBeNull()
    const again = await mailing.anonClient().auth.signInWithPassword({ email, password: thief.password })
    expect(again.error?.code).toBe('invalid_credentials')
  })

  test('a signed-in user confirms with a mailed code and keeps everything', async () => {
    const email = newAddress()
    const { client, password } = await mailing.signUp(email)
    expect((await client.auth.reauthenticate()).error).toBeNull()
    const [nonce = ''] = (await mails.take(email)).subject.split(' ')
    expect((await client.auth.updateUser({ nonce: '000000' })).error?.code).toBe('reauthentication_not_valid')
    const { data, error } = await client.auth.updateUser({ nonce })
    expect(error).toBeNull()
    expect(data.user?.identities?.[0]?.identity_data).toMatchObject({ email_verified: true })
    await client.auth.resetPasswordForEmail(email)
    const token = (await mails.take(email)).code
    await connectAuthClient(mailing, 'implicit').client.auth.verifyOtp({ email, token, type: 'recovery' })
    expect((await mailing.anonClient().auth.signInWithPassword({ email, password })).error).toBeNull()
  })
})

describe('with required confirmation', () => {
  let strict: Backend

  beforeAll(async () => {
    strict = await startBackend({
      env: {
        GOTRUE_MAILER_AUTOCONFIRM: 'false',
        GOTRUE_RATE_LIMIT_EMAIL_SENT: '100000',
        GOTRUE_SMTP_MAX_FREQUENCY: '0s',
      },
    })
  })

  afterAll(() => strict.close())

  test('the mail of a second sign-up does not confirm the first one’s password', async () => {
    const email = newAddress()
    await postToAuth(strict, '/signup', { email, password: 'the thief was here' })
    await postToAuth(strict, '/signup', { email, password: 'its person came later' })
    const { code } = await lastMessageTo(strict, email)
    const { client } = connectAuthClient(strict, 'implicit')
    expect((await client.auth.verifyOtp({ email, token: code, type: 'signup' })).error).toBeNull()
    const first = await strict.anonClient().auth.signInWithPassword({ email, password: 'the thief was here' })
    expect(first.error?.code).toBe('invalid_credentials')
    expect((await client.auth.updateUser({ password: 'its person came later' })).error).toBeNull()
  })

  test('signing up twice with one password keeps it', async () => {
    const email = newAddress()
    const password = 'signed up twice in a row'
    for (let times = 0; times < 2; times += 1) await postToAuth(strict, '/signup', { email, password })
    const { code } = await lastMessageTo(strict, email)
    await connectAuthClient(strict, 'implicit').client.auth.verifyOtp({ email, token: code, type: 'signup' })
    expect((await strict.anonClient().auth.signInWithPassword({ email, password })).error).toBeNull()
  })

  test('a mailed code doesn’t confirm someone else’s password', async () => {
    const email = newAddress()
    await postToAuth(strict, '/signup', { email, password: 'the thief was here' })
    await postToAuth(strict, '/otp', { email })
    const { code } = await lastMessageTo(strict, email)
    await connectAuthClient(strict, 'implicit').client.auth.verifyOtp({ email, token: code, type: 'email' })
    const first = await strict.anonClient().auth.signInWithPassword({ email, password: 'the thief was here' })
    expect(first.error?.code).toBe('invalid_credentials')
  })
})
