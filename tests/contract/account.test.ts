import { unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { captureBucket } from '#domain/limits.ts'
import { removeWorkspaceFiles } from '#server/account/workspace-files.ts'
import { startBackend, type Backend, type SignedUp } from '#support/backend.ts'
import { createImage } from '#support/create-image.ts'
import { fileKeys } from '#support/storage-backend.ts'

/* Exporting an account's data, and deleting it. */

let backend: Backend

beforeAll(async () => {
  backend = await startBackend()
})
afterAll(() => backend.close())

type Row = Readonly<Record<string, unknown>>

async function workspaceOf({ client, user }: SignedUp): Promise<string> {
  const { data } = await client.from('workspace_members').select().eq('user_id', user.id).single().throwOnError()
  return String((data as Row)['workspace_id'])
}

async function upload({ client }: SignedUp, path: string): Promise<void> {
  const { buffer } = await createImage(1)
  const { error } = await client.storage.from(captureBucket).upload(path, buffer, { contentType: 'image/png' })
  if (error !== null) throw error
}

async function call(account: SignedUp, method: string, path: string): Promise<Response> {
  const { data } = await account.client.auth.getSession()
  const headers = { authorization: `Bearer ${data.session?.access_token ?? ''}` }
  return backend.app.request(path, { method, headers })
}

function deleteAccount(account: SignedUp): Promise<Response> {
  return call(account, 'DELETE', '/account/v1/account')
}

async function addMember(workspaceId: string, { user }: SignedUp, role: string): Promise<void> {
  const membership = { workspace_id: workspaceId, user_id: user.id, role }
  await backend.serviceClient().from('workspace_members').insert(membership).throwOnError()
}

async function ask(text: string, values: readonly unknown[]): Promise<readonly Row[]> {
  const [result] = await backend.services.database.transaction('system', [{ text, values }])
  return result?.rows ?? []
}

test.each([
  ['jane@acme.com', null, 'Acme'],
  ['jane@mail.acme-tools.co.uk', null, 'Acme Tools'],
  ['jane.doe@gmail.com', null, "Jane's workspace"],
  ['jdoe+news@yahoo.co.uk', 'Jane', "Jane's workspace"],
  ['jane@example.com', null, "Jane's workspace"],
  ['jane@localhost', null, "Jane's workspace"],
  ['007@gmail.com', null, 'My workspace'],
  [null, null, 'My workspace'],
  [null, 'Jane', "Jane's workspace"],
])('the first workspace of %s (%s) is named %s', async (email, firstName, name) => {
  expect(await ask('select public.first_workspace_name($1, $2) as name', [email, firstName])).toEqual([{ name }])
})

describe('exporting', () => {
  test('returns the account, the rows and the files, and nobody else’s data', async () => {
    const account = await backend.signUp()
    const colleague = await backend.signUp()
    const own = await workspaceOf(account)
    const theirs = await workspaceOf(colleague)
    await addMember(theirs, account, 'editor')
    await account.client.from('demos').insert({ name: 'My tour', workspace_id: own }).throwOnError()
    await account.client.from('demos').insert({ name: 'Mine in theirs', workspace_id: theirs }).throwOnError()
    await colleague.client.from('demos').insert({ name: 'Their secret', workspace_id: theirs }).throwOnError()
    await upload(account, `${own}/tour/one.png`)
    await upload(colleague, `${theirs}/tour/two.png`)

    const answer = await call(account, 'GET', '/account/v1/export')
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="understudy-export-[\d-]+\.zip"$/)
    const files = unzipSync(new Uint8Array(await answer.arrayBuffer()))
    const read = (name: string): unknown => JSON.parse(Buffer.from(files[name] ?? []).toString())
    expect(read('account.json')).toMatchObject({ user: { id: account.user.id }, sessions: [{ is_current: true }] })
    const names = (read('data/demos.json') as readonly Row[]).map(({ name }) => name)
    expect(names).toContain('My tour')
    expect(names).toContain('Mine in theirs')
    expect(names).not.toContain('Their secret')
    expect(read('data/users.json')).toEqual([expect.objectContaining({ id: account.user.id })])
    expect(files[`files/${captureBucket}/${own}/tour/one.png`]?.length).toBeGreaterThan(100)
    expect(Object.keys(files).filter((name) => name.includes(theirs))).toEqual([])
    expect(Object.keys(files)).toContain('data/conversations.json')
    expect(Buffer.from(files['account.json'] ?? []).toString()).not.toMatch(/encrypted_password|refresh_token/)
  })

  test('runs at most three times at once for a network, because accounts are free', async () => {
    const accounts = await Promise.all([1, 2, 3, 4].map(() => backend.signUp()))
    const running: Response[] = []
    for (const account of accounts) running.push(await call(account, 'GET', '/account/v1/export'))
    expect(running.map(({ status }) => status)).toEqual([200, 200, 200, 429])
    await running[0]?.body?.cancel()
    const next = await call(accounts[3]!, 'GET', '/account/v1/export')
    expect(unzipSync(new Uint8Array(await next.arrayBuffer()))['account.json']?.length).toBeGreaterThan(100)
    await Promise.all(running.map(({ body }) => body?.cancel()))
  })

  test('can be retried when others of the network are done, without using up attempts', async () => {
    const accounts = await Promise.all([1, 2, 3, 4].map(() => backend.signUp()))
    const running: Response[] = []
    for (const account of accounts.slice(0, 3)) running.push(await call(account, 'GET', '/account/v1/export'))
    const tries: Response[] = []
    for (let attempt = 0; attempt < 6; attempt += 1) tries.push(await call(accounts[3]!, 'GET', '/account/v1/export'))
    expect(new Set(tries.map(({ status }) => status))).toEqual(new Set([429]))
    await Promise.all(running.map(({ body }) => body?.cancel()))
    const next = await call(accounts[3]!, 'GET', '/account/v1/export')
    expect(next.status).toBe(200)
    await next.body?.cancel()
  })

  test('still runs after HEAD requests and exports that broke off', async () => {
    const account = await backend.signUp()
    for (let attempt = 0; attempt < 4; attempt += 1) {
      expect((await call(account, 'HEAD', '/account/v1/export')).status).toBe(405)
    }
    const before = new Set(await fileKeys(backend.services))
    await upload(account, `${await workspaceOf(account)}/tour/one.png`)
    for (const key of await fileKeys(backend.services)) if (!before.has(key)) await backend.services.files.delete(key)
    for (let attempt = 0; attempt < 4; attempt += 1) {
      const broken = await call(account, 'GET', '/account/v1/export')
      expect(broken.status).toBe(200)
      expect(await broken.arrayBuffer().catch(() => 'broke off')).toBe('broke off')
    }
  })

  test('requires a session', async () => {
    expect((await backend.app.request('/account/v1/export')).status).toBe(401)
    const account = await backend.signUp()
    await account.client.auth.signOut({ scope: 'global' })
    const headers = { authorization: `Bearer ${account.session.access_token}` }
    expect((await backend.app.request('/account/v1/export', { headers })).status).toBe(401)
  })

  test('is rate limited', async () => {
    const account = await backend.signUp()
    const statuses: number[] = []
    for (let attempt = 0; attempt < 6; attempt += 1) {
      const answer = await call(account, 'GET', '/account/v1/export')
      await answer.arrayBuffer()
      statuses.push(answer.status)
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  })
})

const nothing = { workspaces: 0, demos: 0, users: 0, removed: 0, objects: 0, files: 0 }

/** What is left of an account and a workspace. */
async function leftOf({ user }: SignedUp, workspaceId: string): Promise<Row | undefined> {
  const [counts] = await ask(
    `select (select count(*)::integer from public.workspaces where id = $1) as workspaces,
      (select count(*)::integer from public.demos where workspace_id = $1) as demos,
      (select count(*)::integer from public.users where id = $2) as users,
      (select count(*)::integer from public.removed_workspaces) as removed,
      (select count(*)::integer from storage.objects where name like $1 || '/%') as objects,
      (select count(*)::integer from storage.discarded_files) as files`,
    [workspaceId, user.id],
  )
  return counts
}

describe('deleting an account', () => {
  test('deletes everything: sign-in, rows, files, and the address in the audit log', async () => {
    const account = await backend.signUp()
    const own = await workspaceOf(account)
    await upload(account, `${own}/tour/one.png`)
    await upload(account, `${own}/tour/deep/two.png`)
    expect((await deleteAccount(account)).status).toBe(204)

    const again = await backend
      .anonClient()
      .auth.signInWithPassword({ email: account.user.email ?? '', password: account.password })
    expect(again.error?.code).toBe('invalid_credentials')
    expect((await account.client.from('demos').select()).error?.code).toBe('PGRST301')
    expect(await leftOf(account, own)).toEqual(nothing)
    const [log] = await ask(
      "select count(*)::integer as entries from auth.audit_log_entries where payload::text like '%' || $1 || '%'",
      [account.user.email],
    )
    expect(log).toEqual({ entries: 0 })
  })

  test('keeps data that others use, and says what must be resolved first', async () => {
    const account = await backend.signUp()
    const colleague = await backend.signUp()
    const own = await workspaceOf(account)
    await addMember(own, colleague, 'editor')
    await account.client.from('demos').insert({ name: 'Ours', workspace_id: own }).throwOnError()
    const plan = await account.client.rpc('account_deletion_plan')
    expect(plan.data).toEqual([expect.objectContaining({ workspace_id: own, fate: 'hand_over', others: 1 })])
    const refused = await deleteAccount(account)
    expect([refused.status, await refused.json()]).toMatchObject([409, { code: 'hand_over_needed' }])

    await account.client
      .from('workspace_members')
      .update({ role: 'owner' })
      .match({ workspace_id: own, user_id: colleague.user.id })
      .throwOnError()
    expect((await deleteAccount(account)).status).toBe(204)
    const { data } = await colleague.client.from('demos').select('name,owner_id').eq('name', 'Ours')
    expect(data).toEqual([{ name: 'Ours', owner_id: null }])
    const audit = await colleague.client.rpc('workspace_audit', { p_workspace_id: own })
    expect((audit.data as readonly Row[])[0]).toMatchObject({ action: 'account_deleted', actor: null })
  })

  test('needs a recent login, and the second factor if there is one', async () => {
    const account = await backend.signUp()
    await ask(
      `update auth.mfa_amr_claims set updated_at = now() - interval '11 minutes'
      where session_id in (select id from auth.sessions where user_id = $1)`,
      [account.user.id],
    )
    await account.client.auth.refreshSession()
    const old = await deleteAccount(account)
    expect([old.status, await old.json()]).toMatchObject([403, { code: 'recent_sign_in_needed' }])

    await account.client.auth.signInWithPassword({ email: account.user.email ?? '', password: account.password })
    await ask(
      `insert into auth.mfa_factors (user_id, factor_type, status, created_at, updated_at)
       values ($1, 'totp', 'verified', now(), now())`,
      [account.user.id],
    )
    const weak = await deleteAccount(account)
    expect([weak.status, await weak.json()]).toMatchObject([403, { code: 'second_factor_needed' }])
    await ask("update auth.sessions set aal = 'aal2' where user_id = $1", [account.user.id])
    await account.client.auth.refreshSession()
    expect((await deleteAccount(account)).status).toBe(204)
  })

  test('requires a session', async () => {
    expect((await backend.app.request('/account/v1/account', { method: 'DELETE' })).status).toBe(401)
    expect((await backend.anonClient().rpc('delete_own_account')).error?.code).toBe('42501')
  })
})

describe('an account removed by an administrator', () => {
  const remove = async ({ user }: SignedUp, isSoft = false) => {
    const { error } = await backend.serviceClient().auth.admin.deleteUser(user.id, isSoft)
    if (error !== null) throw error
  }

  test('deletes its workspace and files, unless the account is only disabled', async () => {
    const account = await backend.signUp()
    const own = await workspaceOf(account)
    await upload(account, `${own}/tour/one.png`)
    const disused = await backend.signUp()
    const kept = await workspaceOf(disused)
    await remove(disused, true)
    await remove(account)
    await removeWorkspaceFiles(backend.services)
    expect(await leftOf(account, own)).toEqual(nothing)
    expect(await leftOf(disused, kept)).toMatchObject({ workspaces: 1, users: 1 })
  })

  test('leaves a shared workspace to its members; the last one, even in parallel, deletes it', async () => {
    const [first, second, third] = await Promise.all([backend.signUp(), backend.signUp(), backend.signUp()])
    const shared = await workspaceOf(first)
    await addMember(shared, second, 'editor')
    await addMember(shared, third, 'editor')
    await remove(first)
    expect(await leftOf(first, shared)).toMatchObject({ workspaces: 1, users: 0 })
    await Promise.all([remove(second), remove(third)])
    expect(await leftOf(third, shared)).toMatchObject({ workspaces: 0, demos: 0, users: 0 })
  })
})

test.each([
  '/account/v1/notices',
  '/agents/v1/asked',
  '/models/v1/settings',
  '/narration/v1/demos/unknown/audio/unknown',
  '/snapshots/v1/steps/unknown/edits',
])('the answer of %s is never cached', async (path) => {
  const answer = await call(await backend.signUp(), 'GET', path)
  expect(answer.headers.get('cache-control')).toBe('private, no-store')
})
