import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { startBackend, type Backend, type SignedUp } from '#support/backend.ts'
import { lastMessageTo, outboxOf } from '#support/outbox.ts'

/* How people join a workspace, what their roles allow, and how they leave. */

let backend: Backend
let owner: SignedUp
let workspaceId: string

beforeAll(async () => {
  backend = await startBackend()
})
beforeEach(async () => {
  owner = await backend.signUp()
  workspaceId = await workspaceOf(owner)
})
afterAll(() => backend.close())

async function workspaceOf({ client, user }: SignedUp): Promise<string> {
  const { data } = await client.from('workspace_members').select().eq('user_id', user.id).single().throwOnError()
  return String((data as { workspace_id: unknown }).workspace_id)
}

async function invite(by: SignedUp, email: string, role = 'editor') {
  const answer = await backend.app.request('/account/v1/invitations', {
    method: 'POST',
    headers: { authorization: `Bearer ${by.session.access_token}` },
    body: JSON.stringify({ workspaceId, email, role }),
  })
  return { status: answer.status, body: (await answer.json()) as Readonly<Record<string, unknown>> }
}

function tokenOf(link: unknown): string {
  return String(link).split('/').at(-1) ?? ''
}

/** A new user who accepted an invitation. */
async function newMember(role: string): Promise<SignedUp> {
  const email = `${randomUUID()}@example.com`
  const { body } = await invite(owner, email, role)
  const account = await backend.signUp(email)
  const { data } = await account.client.rpc('accept_invitation', { p_token: tokenOf(body['link']) })
  expect(data).toEqual({ outcome: 'ok', workspace_id: workspaceId })
  return account
}

describe('an invitation', () => {
  test('reaches an inbox five times a day, under whatever tags', async () => {
    const inbox = randomUUID()
    const statuses: number[] = []
    for (let tag = 1; tag <= 6; tag += 1) statuses.push((await invite(owner, `${inbox}+${tag}@Example.com`)).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
    expect((await invite(owner, `${inbox}-other+1@example.com`)).status).toBe(200)
  })

  test('reaches an inbox five times a day, even if many are sent at once', async () => {
    const inbox = randomUUID()
    const tags = Array.from({ length: 9 }, (_, tag) => `${inbox}+${tag}@example.com`)
    const statuses = await Promise.all(tags.map(async (address) => (await invite(owner, address)).status))
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 200, 200, 200, 200, 429, 429, 429, 429])
    const { data } = await owner.client
      .from('workspace_invitations')
      .select('email')
      .like('email', `${inbox}%`)
      .throwOnError()
    expect(data).toHaveLength(5)
  })

  test('keeps its link if it could not be renewed', async () => {
    const inbox = randomUUID()
    const first = `${inbox}+0@example.com`
    let { body } = await invite(owner, first)
    for (let tag = 1; tag <= 3; tag += 1) await invite(owner, `${inbox}+${tag}@example.com`)
    await backend.services.database.transaction('system', [
      {
        text: "update public.workspace_invitations set created_at = now() - interval '1 hour' where email = $1",
        values: [first],
      },
    ])
    const others = [4, 5, 6, 7].map((tag) => invite(owner, `${inbox}+${tag}@example.com`))
    const renewed = await invite(owner, first)
    await Promise.all(others)
    if (renewed.status === 200) body = renewed.body
    const { data } = await backend.anonClient().rpc('get_invitation', { p_token: tokenOf(body['link']) })
    expect(data).toMatchObject({ email: first })
  })

  test('is mailed, shows the inviter, and admits exactly that address', async () => {
    await owner.client.auth.updateUser({ data: { first_name: 'Ada' } })
    await owner.client.from('demos').insert({ name: 'Ours', workspace_id: workspaceId }).throwOnError()
    const email = `${randomUUID()}@example.com`
    expect(await invite(owner, ` ${email.toUpperCase()} `)).toMatchObject({
      status: 200,
      body: { email, role: 'editor', is_mailed: false },
    })
    const mail = await lastMessageTo(backend, email)
    expect(mail.kind).toBe('workspace_invite')
    const token = tokenOf(mail.link)

    const { data: shown } = await backend.anonClient().rpc('get_invitation', { p_token: token })
    expect(shown).toMatchObject({ inviter: 'Ada', email, role: 'editor' })
    const other = await backend.signUp()
    expect((await other.client.rpc('accept_invitation', { p_token: token })).data).toEqual({
      outcome: 'other_address',
      email,
    })
    expect((await backend.anonClient().rpc('accept_invitation', { p_token: token })).error?.code).toBe('42501')

    const invited = await backend.signUp(email)
    const wrong = await invited.client.rpc('accept_invitation', { p_token: 'guessed' })
    expect(wrong.data).toEqual({ outcome: 'no_such_invitation' })
    const accepted = await invited.client.rpc('accept_invitation', { p_token: token })
    expect(accepted.data).toEqual({ outcome: 'ok', workspace_id: workspaceId })
    const { data: demos } = await invited.client.from('demos').select('name').eq('workspace_id', workspaceId)
    expect(demos).toEqual([{ name: 'Ours' }])
    expect((await invited.client.rpc('accept_invitation', { p_token: token })).data).toEqual({
      outcome: 'no_such_invitation',
    })
  })

  test('needs a confirmed address, not just a typed one', async () => {
    const strict = await startBackend({ env: { GOTRUE_MAILER_AUTOCONFIRM: 'false' } })
    const [result] = await strict.services.database
      .transaction('system', [
        {
          text: `with made as (insert into auth.users (email, email_confirmed_at) values ($1, null) returning id),
          claims as (select set_config('request.jwt.claims', json_build_object('sub', id)::text, true) from made)
          select count(*) as count from claims`,
          values: ['typed@example.com'],
        },
        {
          text: `insert into public.workspace_invitations (workspace_id, email, role, token_hash, expires_at)
          select m.workspace_id, 'typed@example.com', 'admin', encode(sha256('secret'), 'hex'), now() + interval '1 day'
          from public.workspace_members m limit 1`,
        },
        { text: "select public.accept_invitation('secret') as answer" },
      ])
      .then((results) => results.slice(-1))
    expect(result?.rows[0]?.['answer']).toMatchObject({ outcome: 'address_not_proven' })
    await strict.close()
  })

  test('is voided when resent, and gone when withdrawn or expired', async () => {
    const email = `${randomUUID()}@example.com`
    const first = await invite(owner, email)
    expect(await invite(owner, email)).toMatchObject({ status: 429, body: { code: 'too_soon' } })
    const makeOlder = (column: string, by: string) =>
      backend.services.database.transaction('system', [
        {
          text: `update public.workspace_invitations set ${column} = ${column} - interval '${by}' where email = $1`,
          values: [email],
        },
      ])
    await makeOlder('created_at', '2 minutes')
    const second = await invite(owner, email, 'viewer')
    const look = async (link: unknown) =>
      (await backend.anonClient().rpc('get_invitation', { p_token: tokenOf(link) })).data
    expect(await look(first.body['link'])).toBeNull()
    expect(await look(second.body['link'])).toMatchObject({ role: 'viewer' })
    await makeOlder('expires_at', '8 days')
    expect(await look(second.body['link'])).toBeNull()

    const third = await invite(owner, email)
    await owner.client.from('workspace_invitations').delete().eq('email', email).throwOnError()
    expect(await look(third.body['link'])).toBeNull()
  })

  test('is refused with a message where it makes no sense', async () => {
    const editor = await newMember('editor')
    expect(await invite(editor, 'x@example.com')).toMatchObject({ status: 403, body: { code: 'not_allowed' } })
    expect(await invite(await backend.signUp(), 'x@example.com')).toMatchObject({ status: 403 })
    expect(await invite(owner, 'no address')).toMatchObject({ status: 400, body: { code: 'bad_email' } })
    expect(await invite(owner, 'x@example.com', 'owner')).toMatchObject({ status: 400, body: { code: 'bad_role' } })
    expect(await invite(owner, editor.user.email ?? '')).toMatchObject({
      status: 409,
      body: { code: 'member_already' },
    })
    expect(await outboxOf(backend, 'x@example.com')).toEqual([])
    const strange = (headers: Readonly<Record<string, string>>, body: string) =>
      backend.app.request('/account/v1/invitations', { method: 'POST', headers, body })
    const good = JSON.stringify({ workspaceId, email: 'x@example.com', role: 'viewer' })
    const bearer = { authorization: `Bearer ${owner.session.access_token}` }
    expect((await strange({}, good)).status).toBe(401)
    expect((await strange({ authorization: 'Bearer nonsense' }, good)).status).toBe(401)
    for (const bad of ['', 'null', '{}', '[]', `{"workspaceId":"x","email":"a@b.c","role":"viewer"}`]) {
      expect((await strange(bearer, bad)).status).toBe(400)
    }
  })

  test('carries no text of the inviter’s own', async () => {
    await owner.client
      .from('workspaces')
      .update({ name: `https://evil.example.com ${'x'.repeat(150)}` })
      .eq('id', workspaceId)
      .throwOnError()
    const email = `${randomUUID()}@example.com`
    await invite(owner, email)
    const [mail] = await outboxOf(backend, email)
    expect(mail?.subject).not.toContain('https://')
    expect(mail?.subject.length).toBeLessThan(200)
  })
})

describe('members', () => {
  test('see each other; only those who may require a second factor see who has one', async () => {
    const editor = await newMember('editor')
    const seen = await owner.client.rpc('workspace_people', { p_workspace_id: workspaceId })
    expect(seen.data).toMatchObject([
      { user_id: owner.user.id, role: 'owner', has_second_factor: false },
      { user_id: editor.user.id, email: editor.user.email, role: 'editor', has_second_factor: false },
    ])
    const byEditor = await editor.client.rpc('workspace_people', { p_workspace_id: workspaceId })
    expect(byEditor.data).toMatchObject([{ has_second_factor: null }, { has_second_factor: null }])
    const stranger = await backend.signUp()
    expect((await stranger.client.rpc('workspace_people', { p_workspace_id: workspaceId })).data).toEqual([])
  })

  test('get their roles from admins, and owners from owners only', async () => {
    const admin = await newMember('admin')
    const viewer = await newMember('viewer')
    const setRole = async (by: SignedUp, of: SignedUp, role: string) => {
      const { data, error } = await by.client
        .from('workspace_members')
        .update({ role })
        .match({ workspace_id: workspaceId, user_id: of.user.id })
        .select('role')
      return error?.code ?? data
    }
    expect(await setRole(viewer, viewer, 'admin')).toEqual([])
    expect(await setRole(admin, viewer, 'editor')).toEqual([{ role: 'editor' }])
    expect(await setRole(admin, viewer, 'owner')).toBe('42501')
    expect(await setRole(admin, admin, 'owner')).toBe('42501')
    expect(await setRole(admin, owner, 'viewer')).toEqual([])
    expect(await setRole(owner, owner, 'viewer')).toBe('42501')
    expect(await setRole(owner, admin, 'owner')).toEqual([{ role: 'owner' }])
    expect(await setRole(owner, owner, 'viewer')).toEqual([{ role: 'viewer' }])
  })

  test('leave or are removed, and the last owner stays', async () => {
    const admin = await newMember('admin')
    const viewer = await newMember('viewer')
    const remove = async (by: SignedUp, of: SignedUp) => {
      const { data, error } = await by.client
        .from('workspace_members')
        .delete()
        .match({ workspace_id: workspaceId, user_id: of.user.id })
        .select('user_id')
      return error?.message ?? data?.length
    }
    expect(await remove(viewer, admin)).toBe(0)
    expect(await remove(admin, owner)).toBe(0)
    expect(await remove(owner, owner)).toBe('A workspace needs an owner. Make another member an owner first.')
    expect(await remove(admin, viewer)).toBe(1)
    expect((await viewer.client.from('demos').select('id').eq('workspace_id', workspaceId)).data).toEqual([])
    expect(await remove(admin, admin)).toBe(1)
  })

  test.each(['is removed', 'leaves', 'becomes an editor'])(
    'no invitation of an admin who %s stays open',
    async (how) => {
      const admin = await newMember('admin')
      const email = `${randomUUID()}@example.com`
      const { body } = await invite(admin, email, 'admin')
      const kept = await invite(owner, `${randomUUID()}@example.com`)
      const membership = { workspace_id: workspaceId, user_id: admin.user.id }
      if (how === 'is removed') {
        await owner.client.from('workspace_members').delete().match(membership).throwOnError()
      } else if (how === 'leaves') {
        await admin.client.from('workspace_members').delete().match(membership).throwOnError()
      } else {
        await owner.client.from('workspace_members').update({ role: 'editor' }).match(membership).throwOnError()
      }
      const again = await backend.signUp(email)
      const { data } = await again.client.rpc('accept_invitation', { p_token: tokenOf(body['link']) })
      expect(data).toEqual({ outcome: 'no_such_invitation' })
      const { data: open } = await owner.client.from('workspace_invitations').select('id').throwOnError()
      expect(open).toEqual([{ id: kept.body['id'] }])
    },
  )

  test('an admin who becomes an owner keeps open invitations', async () => {
    const admin = await newMember('admin')
    const { body } = await invite(admin, `${randomUUID()}@example.com`)
    await owner.client
      .from('workspace_members')
      .update({ role: 'owner' })
      .match({ workspace_id: workspaceId, user_id: admin.user.id })
      .throwOnError()
    const { data } = await owner.client.from('workspace_invitations').select('id').throwOnError()
    expect(data).toEqual([{ id: body['id'] }])
  })

  test('two owners leaving at once leave one of them', async () => {
    const second = await newMember('admin')
    await owner.client
      .from('workspace_members')
      .update({ role: 'owner' })
      .match({ workspace_id: workspaceId, user_id: second.user.id })
      .throwOnError()
    const leave = ({ client, user }: SignedUp) =>
      client.from('workspace_members').delete().match({ workspace_id: workspaceId, user_id: user.id }).select()
    const answers = await Promise.all([leave(owner), leave(second)])
    expect(answers.map(({ error }) => error?.code ?? 'gone').sort()).toEqual(['42501', 'gone'])
  })
})

describe('the audit log', () => {
  test('shows the owner who did what, and nobody else', async () => {
    const admin = await newMember('admin')
    const viewer = await newMember('viewer')
    await admin.client.auth.updateUser({ data: { first_name: 'Grace' } })
    await admin.client
      .from('workspace_members')
      .update({ role: 'editor' })
      .match({ workspace_id: workspaceId, user_id: viewer.user.id })
      .throwOnError()
    await admin.client.from('workspaces').update({ name: 'Ours' }).eq('id', workspaceId).throwOnError()
    await admin.client.from('demos').insert({ name: 'New', workspace_id: workspaceId }).throwOnError()
    await admin.client.auth.updateUser({ password: 'battery staple' })
    const { data } = await owner.client.rpc('workspace_audit', { p_workspace_id: workspaceId, p_limit: 10 })
    const entries = data as readonly Readonly<Record<string, unknown>>[]
    expect(entries).toContainEqual(
      expect.objectContaining({
        actor: 'Grace',
        action: 'role_changed',
        subject: viewer.user.email,
        detail: { from: 'viewer', to: 'editor' },
      }),
    )
    expect(entries.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['member_joined', 'workspace_renamed', 'demo_created', 'user_updated_password']),
    )
    const older = await owner.client.rpc('workspace_audit', {
      p_workspace_id: workspaceId,
      p_before: entries[1]?.['at'],
      p_limit: 1,
    })
    expect(older.data).toEqual([entries[2]])
    for (const { client } of [admin, viewer, await backend.signUp()]) {
      expect((await client.rpc('workspace_audit', { p_workspace_id: workspaceId })).data).toEqual([])
    }
    expect((await backend.anonClient().rpc('workspace_audit', { p_workspace_id: workspaceId })).error?.code).toBe(
      '42501',
    )
  })
})
