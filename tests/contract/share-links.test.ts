import { randomUUID } from 'node:crypto'

import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { startBackend, type Backend, type SignedUp } from '#support/backend.ts'
import { requestsFrom } from '#support/requests-from.ts'

/* Share links: what each one opens, and when it expires. */

interface LinkRow {
  readonly id: string
  readonly token: string
  readonly has_password: boolean
  readonly view_count: number
}

let backend: Backend
let author: SignedUp
let service: SupabaseClient

beforeAll(async () => {
  backend = await startBackend()
  author = await backend.signUp()
  service = backend.serviceClient()
})
afterAll(() => backend.close())

async function newDemo(): Promise<string> {
  const id = randomUUID()
  const steps = [{ id: randomUUID(), screenshot_url: 'one.png', title: 'One' }]
  await author.client.rpc('import_demo', { p_demo_id: id, p_name: 'Tour', p_steps: steps }).throwOnError()
  return id
}

async function newLink(demoId: string, fields: Readonly<Record<string, unknown>> = {}): Promise<LinkRow> {
  const link = { demo_id: demoId, name: 'For Ada', ...fields }
  const { data } = await author.client.from('share_links').insert(link).select().single<LinkRow>().throwOnError()
  return data
}

function many(count: number): Readonly<Record<string, string>> {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`name${index}`, 'x']))
}

/** The names of all demos this visitor can see, by every route. */
async function seen(demoId: string, link: string, pass?: string): Promise<readonly unknown[]> {
  const visitor = backend.anonClient({ 'x-demo-id': link, ...(pass !== undefined && { 'x-share-pass': pass }) })
  const [demos, steps, whole] = await Promise.all([
    visitor.from('demos').select('id').throwOnError(),
    visitor.from('demo_steps').select('demo_id').throwOnError(),
    visitor.rpc('get_demo_with_steps', { p_demo_id: demoId }).throwOnError(),
  ])
  const ids = demos.data.map(({ id }) => String(id))
  expect(steps.data.map(({ demo_id }) => String(demo_id))).toEqual(ids)
  expect(whole.data === null).toBe(!ids.includes(demoId))
  return ids
}

async function setPassword(account: SignedUp | null, linkId: string, password: unknown): Promise<number> {
  const response = await backend.app.fetch(
    new Request(`http://understudy.test/share/v1/links/${linkId}/password`, {
      method: 'PUT',
      headers: account === null ? {} : { authorization: `Bearer ${account.session.access_token}` },
      body: JSON.stringify({ password }),
    }),
  )
  return response.status
}

/** What the player's form sends: the pass in the cookie, or null. */
async function unlock(token: string, password: string): Promise<string | null> {
  const response = await backend.app.fetch(
    new Request(`http://understudy.test/demo/${token}/play`, {
      method: 'POST',
      body: new URLSearchParams({ password }),
      redirect: 'manual',
    }),
  )
  return /understudy-pass-[^=]+=([^;]+)/.exec(response.headers.get('set-cookie') ?? '')?.[1] ?? null
}

describe('a link', () => {
  it('opens its demo and no other, until it is revoked', async () => {
    const demoId = await newDemo()
    const [first, second] = [await newLink(demoId), await newLink(await newDemo())]
    expect(first.token).toMatch(/^[\w-]{32}$/)
    expect(await seen(demoId, first.token)).toEqual([demoId])
    expect(await seen(demoId, second.token)).not.toContain(demoId)
    const revoked = { revoked_at: new Date().toISOString() }
    await author.client.from('share_links').update(revoked).eq('id', first.id).throwOnError()
    expect(await seen(demoId, first.token)).toEqual([])
    await author.client.from('share_links').update({ revoked_at: null }).eq('id', first.id).throwOnError()
    expect(await seen(demoId, first.token)).toEqual([demoId])
    await author.client.from('share_links').delete().eq('id', first.id).throwOnError()
    expect(await seen(demoId, first.token)).toEqual([])
  })

  it('ends on its expiry, and with its demo switched off', async () => {
    const demoId = await newDemo()
    const ended = await newLink(demoId, { expires_at: new Date(Date.now() - 1_000).toISOString() })
    const lasting = await newLink(demoId, { expires_at: new Date(Date.now() + 60_000).toISOString() })
    expect(await seen(demoId, ended.token)).toEqual([])
    expect(await seen(demoId, lasting.token)).toEqual([demoId])
    await author.client.from('demos').update({ status: 'draft' }).eq('id', demoId).throwOnError()
    expect(await seen(demoId, lasting.token)).toEqual([])
  })

  it('is the only access when the demo is shared by links alone', async () => {
    const demoId = await newDemo()
    const link = await newLink(demoId)
    expect(await seen(demoId, demoId)).toEqual([demoId])
    await author.client.from('demos').update({ share_mode: 'links' }).eq('id', demoId).throwOnError()
    expect(await seen(demoId, demoId)).toEqual([])
    expect(await seen(demoId, link.token)).toEqual([demoId])
  })

  it('works after the demo’s own link has expired', async () => {
    const demoId = await newDemo()
    const link = await newLink(demoId)
    const expireIn = (ms: number) =>
      author.client
        .from('demos')
        .update({ link_expires_at: new Date(Date.now() + ms).toISOString() })
        .eq('id', demoId)
        .throwOnError()
    const openShares = async () =>
      (await backend.serviceClient().rpc('find_open_shares', { p_links: [demoId, link.token] })).data as unknown
    await expireIn(60_000)
    expect(await seen(demoId, demoId)).toEqual([demoId])
    expect(await openShares()).toEqual({ [demoId]: null, [link.token]: null })
    await expireIn(-1_000)
    expect(await seen(demoId, demoId)).toEqual([])
    expect(await seen(demoId, link.token)).toEqual([demoId])
    expect(await openShares()).toEqual({ [link.token]: null })
  })

  it('brings its variables to visitors who may open it, and to nobody else', async () => {
    const demoId = await newDemo()
    const link = await newLink(demoId, { variables: { company: 'Tamsin Linen' } })
    const variablesOf = async (header: string) =>
      (await backend.anonClient({ 'x-demo-id': header }).rpc('shared_link_variables')).data as unknown
    expect(await variablesOf(link.token)).toEqual({ company: 'Tamsin Linen' })
    expect(await variablesOf(demoId)).toBeNull()
    expect(await variablesOf('a'.repeat(32))).toBeNull()
    const page = await backend.app.request(`/demo/${link.token}/play`)
    expect(await page.text()).toContain('"variables":{"company":"Tamsin Linen"}')
    await author.client
      .from('share_links')
      .update({ revoked_at: '2026-01-01T00:00:00Z' })
      .eq('id', link.id)
      .throwOnError()
    expect(await variablesOf(link.token)).toBeNull()
  })

  it.each([
    [{ company: 7 }],
    [['Tamsin']],
    [{ company: { name: 'x' } }],
    [{ company: 'x'.repeat(12_001) }],
    [many(21)],
  ])('refuses variables that aren’t a few short texts (case %#)', async (variables) => {
    const link = { demo_id: await newDemo(), name: 'x', variables }
    expect((await author.client.from('share_links').insert(link)).error?.code).toBe('23514')
  })

  it('shows only members how far people got', async () => {
    const demoId = await newDemo()
    const link = await newLink(demoId)
    const own = await author.client.rpc('share_link_progress', { p_demo_id: demoId }).throwOnError()
    expect(own.data).toEqual([{ link_id: link.id, visits: 0, steps_seen: 0, is_finished: false, last_seen_at: null }])
    const stranger = await backend.signUp()
    expect((await stranger.client.rpc('share_link_progress', { p_demo_id: demoId })).data).toEqual([])
    expect((await backend.anonClient({}).rpc('share_link_progress', { p_demo_id: demoId })).error?.code).toBe('42501')
  })

  it('belongs to its demo’s workspace, whatever its maker writes', async () => {
    const demoId = await newDemo()
    const stranger = await backend.signUp()
    const foreign = await stranger.client.from('share_links').insert({ demo_id: demoId, name: 'Mine' })
    expect(foreign.error?.code).toBe('42501')
    const chosen = await author.client.from('share_links').insert({ demo_id: demoId, name: 'x', token: 'easy' })
    expect(chosen.error?.code).toBe('42501')
    const nameless = await author.client.from('share_links').insert({ demo_id: demoId, name: ' ' })
    expect(nameless.error?.code).toBe('23514')
  })

  it.each(['', '*', '%', "' or true --", 'null', 'a'.repeat(32), `${'a'.repeat(40)}\u0000`.slice(0, 40)])(
    'that is none opens nothing: %j',
    async (token) => {
      const demoId = await newDemo()
      await newLink(demoId)
      expect(await seen(demoId, token)).toEqual([])
    },
  )
})

describe('a password', () => {
  it('hides the demo from visitors with only the link, and admits those who know it', async () => {
    const demoId = await newDemo()
    const link = await newLink(demoId)
    expect(await setPassword(author, link.id, 'open sesame')).toBe(204)
    const visitor = backend.anonClient({ 'x-demo-id': link.token })
    expect(await seen(demoId, link.token)).toEqual([])
    expect((await visitor.rpc('shared_demo_needs_password')).data).toBe(true)
    const pass = await unlock(link.token, 'open sesame')
    expect(await seen(demoId, link.token, pass ?? '')).toEqual([demoId])
    // It opens this link only, and not after the password changes.
    const other = await newLink(demoId)
    await setPassword(author, other.id, 'open sesame')
    expect(await seen(demoId, other.token, pass ?? '')).toEqual([])
    await setPassword(author, link.id, 'another one')
    expect(await seen(demoId, link.token, pass ?? '')).toEqual([])
    expect(await setPassword(author, link.id, null)).toBe(204)
    expect(await seen(demoId, link.token)).toEqual([demoId])
  })

  it('is set by editors of the workspace only, and never revealed', async () => {
    const link = await newLink(await newDemo())
    expect(await setPassword(null, link.id, 'open sesame')).toBe(401)
    expect(await setPassword(await backend.signUp(), link.id, 'open sesame')).toBe(404)
    for (const bad of ['abc', 'x'.repeat(73), 12, undefined]) expect(await setPassword(author, link.id, bad)).toBe(400)
    expect(await setPassword(author, randomUUID(), 'open sesame')).toBe(404)
    await setPassword(author, link.id, 'open sesame')
    const { data } = await author.client.from('share_links').select().eq('id', link.id).single<LinkRow>()
    expect(data?.has_password).toBe(true)
    expect(JSON.stringify(data)).not.toContain('$2')
  })

  it('allows 8 attempts a quarter of an hour per network and 200 in total, even in parallel', async () => {
    const link = await newLink(await newDemo())
    await setPassword(author, link.id, 'open sesame')
    const begin = async (network: string) => {
      const args = { p_token: link.token, p_network: network }
      const { data } = await service.rpc('begin_share_unlock', args).throwOnError()
      return (data as readonly { readonly password_hash: string | null }[])[0]?.password_hash
    }
    const one = await Promise.all(Array.from({ length: 30 }, () => begin('203.0.113.1')))
    expect(one.filter((hash) => hash !== null)).toHaveLength(8)
    const many = await Promise.all(Array.from({ length: 220 }, (_, index) => begin(`198.51.100.${index}`)))
    expect(many.filter((hash) => hash !== null)).toHaveLength(192)
    for (const [name, more] of [
      ['begin_share_unlock', { p_network: '203.0.113.1' }] as const,
      ['count_share_view', {}] as const,
    ]) {
      expect((await author.client.rpc(name, { p_token: link.token, ...more })).error?.code).toBe('42501')
      expect((await backend.anonClient().rpc(name, { p_token: link.token, ...more })).error?.code).toBe('42501')
    }
  })
})

describe('the agent', () => {
  it('presents a demo to those who may see it', async () => {
    const demoId = await newDemo()
    const link = await newLink(demoId)
    await setPassword(author, link.id, 'open sesame')
    await author.client.from('demos').update({ share_mode: 'links' }).eq('id', demoId).throwOnError()
    const pass = await unlock(link.token, 'open sesame')
    const ask = async (named: string, cookie?: string) => {
      const headers = { origin: 'http://understudy.test', ...(cookie !== undefined && { cookie }) }
      const body = JSON.stringify({ demoId: named })
      const request = new Request('http://understudy.test/agent/v1/sessions', { method: 'POST', headers, body })
      return (await backend.app.fetch(request)).status
    }
    expect(await ask(demoId)).toBe(404)
    expect(await ask(link.token)).toBe(404)
    expect(await ask(link.token, `understudy-pass-${link.token}=${pass}`)).toBe(200)
  })
})

describe('the views of a link', () => {
  const { send } = requestsFrom(() => backend)

  async function open(address: string, { token }: LinkRow, count: number): Promise<void> {
    for (let index = 0; index < count; index += 1) {
      expect((await send(address, `/demo/${token}/play`)).status).toBe(200)
    }
  }

  const viewsOf = async ({ id }: LinkRow) => {
    const { data } = await author.client.from('share_links').select('view_count').eq('id', id).single<LinkRow>()
    return data?.view_count
  }

  it('count everybody in an office, but not a script that reloads it', async () => {
    const [link, other] = [await newLink(await newDemo()), await newLink(await newDemo())]
    await open('203.0.113.20', link, 30)
    await expect.poll(() => viewsOf(link)).toBe(30)
    await open('203.0.113.20', link, 40)
    // Other links and other networks are counted further, and this one again later.
    await open('203.0.113.20', other, 1)
    await open('203.0.113.21', link, 1)
    await expect.poll(() => viewsOf(other)).toBe(1)
    await expect.poll(() => viewsOf(link)).toBe(31)
    backend.passTime(2 * 60_000)
    await open('203.0.113.20', link, 4)
    await expect.poll(() => viewsOf(link)).toBe(33)
  })

  it('count at most 300 of all links that a network opens', async () => {
    const demoId = await newDemo()
    const links = await Promise.all(Array.from({ length: 12 }, () => newLink(demoId)))
    for (const link of links) await open('203.0.113.22', link, 30)
    const total = async () => (await Promise.all(links.map(viewsOf))).reduce<number>((sum, views = 0) => sum + views, 0)
    await expect.poll(total).toBeGreaterThanOrEqual(300)
    // The time that this test takes refills some.
    expect(await total()).toBeLessThan(360)
  })
})

describe('the tracker', () => {
  it('finds an owner by the exact email, and their settings, exactly as specified', async () => {
    const [owner, silent] = [await backend.signUp(), await backend.signUp()]
    const settings = { user_id: owner.user.id, agent_id: 'leo', auto_engage: true, demo_id: null, engage_timeout: 12 }
    await owner.client.from('chatbot_settings').insert(settings).throwOnError()
    const get = async (path: string) => {
      const headers = { apikey: backend.services.config.anonKey }
      return (await backend.app.fetch(new Request(`http://understudy.test/rest/v1${path}`, { headers }))).json()
    }
    const email = encodeURIComponent(owner.user.email ?? '')
    expect(await get(`/users?email=eq.${email}&select=id`)).toEqual([{ id: owner.user.id }])
    expect(await get(`/chatbot_settings?user_id=eq.${owner.user.id}&agent_id=eq.leo&select=*`)).toEqual([settings])
    // Owners who have not switched it on are invisible to strangers.
    expect(await get(`/users?email=eq.${encodeURIComponent(silent.user.email ?? '')}&select=id`)).toEqual([])
    for (const path of [
      '/users?select=id',
      '/users?select=id,email',
      '/users?select=id&email=like.*',
      '/users?select=id&email=neq.x',
      `/users?select=id&email=in.(${email},${email})`,
      `/users?select=id&or=(email.eq.${email},id.not.is.null)`,
      `/users?select=id&email=eq.nobody@example.com&email=eq.${email}`,
      '/chatbot_settings?agent_id=eq.leo&select=*',
      `/chatbot_settings?user_id=eq.${silent.user.id}&select=*`,
      `/chatbot_settings?user_id=in.(${owner.user.id})&select=*`,
    ]) {
      expect([path, await get(path)]).toEqual([path, []])
    }
    expect(await get(`/users?email=eq.${email}&select=*`)).toMatchObject({ code: '42501' })
  })
})
