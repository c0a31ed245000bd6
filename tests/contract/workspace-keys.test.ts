import { createHash, randomUUID } from 'node:crypto'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { startBackend, type Backend, type SignedUp } from '#support/backend.ts'

/* Keys for programs that work in one workspace. The rows they reach are in row-level-security/. */

let backend: Backend
let owner: SignedUp
let workspaceId: string

beforeAll(async () => {
  // Every call must carry a key there; a workspace key counts.
  backend = await startBackend({ env: { REQUIRE_APIKEY: 'true' } })
  owner = await backend.signUp()
  const { data } = await owner.client.from('workspaces').select('id').single().throwOnError()
  workspaceId = String((data as { readonly id: unknown }).id)
})
afterAll(() => backend.close())

interface MadeKey {
  readonly outcome: string
  readonly id: string
  readonly secret: string
}

async function makeKey(options: Readonly<Record<string, unknown>> = {}, by = owner): Promise<MadeKey> {
  const asked = { p_workspace_id: workspaceId, p_name: 'CI', p_scope: 'write', ...options }
  const { data } = await by.client.rpc('create_workspace_key', asked).throwOnError()
  return data as MadeKey
}

/** What curl would get. */
async function get(path: string, headers: Readonly<Record<string, string>>) {
  const answer = await backend.app.request(path, { headers })
  return { status: answer.status, body: (await answer.json()) as unknown, headers: answer.headers }
}

async function auditEntries(): Promise<readonly { readonly action: string; readonly actor: string | null }[]> {
  const { data } = await owner.client.rpc('workspace_audit', { p_workspace_id: workspaceId }).throwOnError()
  return data as readonly { readonly action: string; readonly actor: string | null }[]
}

test('a key creates, reads and changes its workspace’s demos and files, and no others', async () => {
  const { secret, id } = await makeKey({ p_name: ' Release robot ' })
  const client = backend.keyClient(secret)
  const made = await client.from('demos').insert({ name: 'By robot' }).select('id,workspace_id,owner_id').single()
  expect(made.data).toMatchObject({ workspace_id: workspaceId, owner_id: null })
  await client
    .rpc('import_demo', {
      p_demo_id: randomUUID(),
      p_name: 'Imported',
      p_steps: [{ id: randomUUID(), screenshot_url: `${workspaceId}/robot/a.png` }],
    })
    .throwOnError()
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
  const upload = (folder: string) =>
    client.storage.from('demo-captures').upload(`${folder}/robot/a.png`, png, { contentType: 'image/png' })
  expect((await upload(workspaceId)).error).toBeNull()

  const stranger = await backend.signUp()
  await stranger.client.from('demos').insert({ name: 'Not yours' }).throwOnError()
  const { data: theirs } = await stranger.client.from('workspaces').select('id').single().throwOnError()
  expect((await upload(String((theirs as { readonly id: unknown }).id))).error).not.toBeNull()
  const { data: seen } = await client.from('demos').select('name').order('name').throwOnError()
  expect(seen).toEqual([{ name: 'By robot' }, { name: 'Imported' }])

  expect((await get('/rest/v1/workspaces?select=id', {})).status).toBe(401)
  for (const headers of [{ apikey: secret }, { authorization: `Bearer ${secret}` }]) {
    expect(await get('/rest/v1/workspaces?select=id', headers)).toMatchObject({
      status: 200,
      body: [{ id: workspaceId }],
    })
  }
  const { data: listed } = await owner.client.from('workspace_keys').select().eq('id', id).single().throwOnError()
  expect(listed).toMatchObject({ name: 'Release robot', last_four: secret.slice(-4), created_by: owner.user.id })
  expect(Date.parse(String((listed as { last_used_at: unknown }).last_used_at))).toBeGreaterThan(Date.now() - 60_000)
  expect(JSON.stringify(listed)).not.toContain(secret)
  expect((listed as { secret_hash: unknown }).secret_hash).toBe(createHash('sha256').update(secret).digest('hex'))

  const log = await auditEntries()
  expect(log.find(({ action }) => action === 'key_created')).toMatchObject({ detail: { name: 'Release robot' } })
  expect(log.find(({ action }) => action === 'demo_created')).toMatchObject({
    actor: null,
    detail: { key: 'Release robot' },
  })
})

test('a read-only key writes nothing, and no key manages people, keys, accounts or sockets', async () => {
  const { secret } = await makeKey({ p_scope: 'read' })
  const reader = backend.keyClient(secret)
  expect((await reader.from('demos').select('name').throwOnError()).data).not.toEqual([])
  const demos = reader.from('demos')
  const files = reader.storage.from('demo-captures')
  const refused = { message: 'This API key can only read' }
  for (const { error, status } of [
    await demos.insert({ name: 'No' }),
    await demos.update({ name: 'No' }).neq('name', ''),
    await demos.upsert({ id: randomUUID(), name: 'No' }),
    await demos.delete().neq('name', ''),
    await demos.delete().eq('id', randomUUID()).select(),
    await reader.from('leads').update({ status: 'open' }).eq('id', randomUUID()),
  ]) {
    expect({ status, error }).toMatchObject({ status: 403, error: { ...refused, code: '42501' } })
  }
  expect((await files.upload(`${workspaceId}/x.png`, 'x', { contentType: 'image/png' })).error).toMatchObject(refused)
  expect((await files.remove([`${workspaceId}/x.png`])).error).toMatchObject(refused)
  expect((await files.list(workspaceId)).error).toBeNull()
  expect((await reader.rpc('get_recent_demos', { p_limit: 100 })).error).toBeNull()

  const writer = backend.keyClient((await makeKey()).secret)
  const another = await writer.rpc('create_workspace_key', {
    p_workspace_id: workspaceId,
    p_name: 'More',
    p_scope: 'write',
  })
  expect(another.data).toEqual({ outcome: 'not_allowed' })
  expect((await writer.rpc('use_workspace_key', { p_secret_hash: 'x' })).error?.code).toBe('42501')
  expect((await writer.from('workspace_members').delete().neq('role', '').select()).data).toEqual([])
  expect((await writer.auth.getUser(secret)).error?.status).toBe(401)
  for (const path of ['/auth/v1/admin/users', '/realtime/v1/api/broadcast', '/account/v1/export']) {
    const answer = await backend.app.request(path, {
      method: path.includes('broadcast') ? 'POST' : 'GET',
      headers: { apikey: secret, authorization: `Bearer ${secret}` },
    })
    expect([path, answer.status]).toEqual([path, 401])
  }
})

test('revoked and expired keys are refused from the next request on, with a message', async () => {
  const revoked = await makeKey()
  const ended = await makeKey({ p_expires_at: new Date(Date.now() + 3_600_000).toISOString() })
  const demos = (secret: string) => get('/rest/v1/demos?select=name', { apikey: secret })
  expect((await demos(revoked.secret)).status).toBe(200)
  expect((await demos(ended.secret)).status).toBe(200)

  await owner.client.from('workspace_keys').delete().eq('id', revoked.id).throwOnError()
  await backend.services.database.transaction('system', [
    {
      text: "update public.workspace_keys set expires_at = now() - interval '1 second' where id = $1",
      values: [ended.id],
    },
  ])
  for (const secret of [revoked.secret, ended.secret, `usk_${'a'.repeat(43)}`]) {
    const refused = await demos(secret)
    expect(refused).toMatchObject({
      status: 401,
      body: { code: 'PGRST301', message: 'This API key is unknown, revoked or past its last day' },
    })
    expect(refused.headers.get('www-authenticate')).toContain('invalid_token')
    const listed = await backend.keyClient(secret).storage.from('demo-captures').list(workspaceId)
    expect(listed.error?.message).toContain('API key')
  }
  expect((await auditEntries()).map(({ action }) => action)).toContain('key_revoked')
})

test('admins create keys, up to a limit', async () => {
  const stranger = await backend.signUp()
  expect(await makeKey({}, stranger)).toEqual({ outcome: 'not_allowed' })
  expect(await makeKey({ p_name: ' ' })).toEqual({ outcome: 'bad_name' })
  expect(await makeKey({ p_scope: 'admin' })).toEqual({ outcome: 'bad_scope' })
  expect(await makeKey({ p_expires_at: '2020-01-01T00:00:00Z' })).toEqual({ outcome: 'bad_end' })

  let last = await makeKey()
  while (last.outcome === 'ok') last = await makeKey()
  expect(last).toEqual({ outcome: 'too_soon' })
  await backend.services.database.transaction('system', [
    {
      text: `insert into public.workspace_keys (workspace_id, name, scope, secret_hash, last_four)
        select $1, 'Many', 'read', encode(sha256(n::text::bytea), 'hex'), 'aaaa' from generate_series(1, 50) n`,
      values: [workspaceId],
    },
  ])
  expect(await makeKey()).toEqual({ outcome: 'too_many' })
})
