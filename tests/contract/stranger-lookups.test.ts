import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { startBackend, type Backend, type SignedUp } from '#support/backend.ts'

/* What strangers and programs can learn about a workspace's people, and where our links may redirect. */

let backend: Backend
let owner: SignedUp

beforeAll(async () => {
  backend = await startBackend()
  owner = await backend.signUp()
  const settings = { user_id: owner.user.id, agent_id: 'leo', auto_engage: true, engage_timeout: 5 }
  await owner.client.from('chatbot_settings').upsert(settings).throwOnError()
})

afterAll(() => backend.close())

describe('an email', () => {
  const get = async (path: string, headers: Readonly<Record<string, string>> = {}) => {
    const { anonKey } = backend.services.config
    const answer = await backend.app.request(`/rest/v1/${path}`, { headers: { apikey: anonKey, ...headers } })
    return answer.text()
  }

  it('is found by a tracker that names it exactly', async () => {
    const found = await backend.anonClient().from('users').select('id').eq('email', owner.user.email)
    expect(found.data).toEqual([{ id: owner.user.id }])
  })

  it('cannot be guessed around the lookup limit through an embed or a header', async () => {
    const email = encodeURIComponent(owner.user.email ?? '')
    const id = owner.user.id
    const named = { 'x-named-email': owner.user.email ?? '' }
    const ways: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
      [`chatbot_settings?select=users!inner(email)&user_id=eq.${id}&email=eq.${email}`, {}],
      [`chatbot_settings?select=users!inner(email)&user_id=eq.${id}&users.email=eq.${email}`, {}],
      [`chatbot_settings?select=users!inner(email)&user_id=eq.${id}&users.email=eq.${email}&email=eq.${email}`, {}],
      [`chatbot_settings?select=agent_id,users(email)&user_id=eq.${id}`, named],
      [`chatbot_settings?select=agent_id&user_id=eq.${id}&order=users(email)`, named],
      ['users?select=id,email', named],
      ['users?select=id&email=like.*', named],
    ]
    for (const [path, headers] of ways) expect(await get(path, headers)).not.toContain(owner.user.email)
    expect(await get('users?select=id', named)).toBe('[]')
  })
})

it('workspace keys read no member’s email', async () => {
  const { data: workspace } = await owner.client.from('workspaces').select('id').single().throwOnError()
  const p_workspace_id = String(workspace['id'])
  for (const p_scope of ['read', 'write']) {
    const made = await owner.client.rpc('create_workspace_key', { p_workspace_id, p_name: p_scope, p_scope })
    const program = backend.keyClient((made.data as { secret: string }).secret)
    expect((await program.rpc('workspace_people', { p_workspace_id })).data).toEqual([])
    expect((await program.from('users').select('id,email')).data).toEqual([])
    const members = await program.from('workspace_members').select('role,users(email)').throwOnError()
    expect(members.data).toEqual([{ role: 'owner', users: null }])
  }
  const people = await owner.client.rpc('workspace_people', { p_workspace_id })
  expect(people.data).toMatchObject([{ email: owner.user.email, role: 'owner' }])
})

describe('the poster of a demo', () => {
  async function posterOf(...addresses: readonly string[]) {
    const id = randomUUID()
    await owner.client.from('demos').insert({ id, name: 'Tour' }).throwOnError()
    const steps = addresses.map((screenshot_url, index) => ({ demo_id: id, order: index + 1, screenshot_url }))
    await owner.client.from('demo_steps').insert(steps).throwOnError()
    const poster = await backend.app.request(`/demo/${id}/poster`)
    return { status: poster.status, location: poster.headers.get('location') ?? '' }
  }

  it.each(['https://evil.example/a.png', 'http://understudy.test@evil.example/a.png'])(
    'leads to no other site: %s',
    async (address) => {
      expect(await posterOf(address)).toEqual({ status: 404, location: '' })
      const { status, location } = await posterOf(address, 'ours/two.png')
      expect([status, new URL(location, 'http://understudy.test').host]).toEqual([302, 'understudy.test'])
      expect(location).toContain('ours/two.png')
    },
  )

  it('stays on our origin for a URL without a host or web scheme', async () => {
    for (const address of ['//evil.example/a.png', 'data:text/html,evil', 'javascript:alert(1)']) {
      const { location } = await posterOf(address)
      expect(new URL(location, 'http://understudy.test').origin).toBe('http://understudy.test')
    }
  })
})

it('the most common passwords are refused as by Supabase Auth, at sign-up and on change', async () => {
  const email = `${randomUUID()}@example.com`
  const refused = await backend.anonClient().auth.signUp({ email, password: '123456' })
  expect(refused.error).toMatchObject({ status: 422, code: 'weak_password', reasons: ['pwned'] })
  const changed = await (await backend.signUp()).client.auth.updateUser({ password: 'password1' })
  expect(changed.error).toMatchObject({ status: 422, code: 'weak_password', reasons: ['pwned'] })
})
