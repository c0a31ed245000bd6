import type { Hono } from 'hono'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'

import type { AppEnv } from '#backend/http/app-env.ts'
import { createServerApp } from '#support/server-app.ts'
import { startBackend, type Backend, type SignedUp } from '#support/backend.ts'

/* Closing a share takes effect with the author's answer; in other processes of the installation, within a second. */

let backend: Backend
let author: SignedUp
let another: Hono<AppEnv>
let demoId: string
let token: string
let linkId: string

beforeAll(async () => {
  backend = await startBackend()
  author = await backend.signUp()
  // The same database, and nothing else in common.
  another = createServerApp(backend.services).app
})
afterAll(() => backend.close())

beforeEach(async () => {
  const { data } = await author.client.from('demos').insert({ name: 'Tour' }).select('id').single<{ id: string }>()
  demoId = data?.id ?? ''
  await author.client.from('demo_steps').insert({ demo_id: demoId, order: 1, screenshot_url: 'one.png' }).throwOnError()
  const link = await author.client
    .from('share_links')
    .insert({ demo_id: demoId, name: 'For Bo' })
    .select('id,token')
    .single<{ id: string; token: string }>()
  ;({ id: linkId, token } = link.data ?? { id: '', token: '' })
})

/** The poster and the page use the same data. */
async function status(link: string, app: Pick<Backend['app'], 'request'> = backend.app): Promise<number> {
  return (await app.request(`http://understudy.test/demo/${link}/poster`)).status
}

const update = (values: object) => author.client.from('demos').update(values).eq('id', demoId).throwOnError()

describe.each([
  ['turned to draft', () => update({ status: 'draft' }), ['id', 'token']],
  ['archived', () => update({ status: 'archived' }), ['id', 'token']],
  ['shared by links only', () => update({ share_mode: 'links' }), ['id']],
  ['whose own link has expired', () => update({ link_expires_at: '2026-01-01T00:00:00Z' }), ['id']],
  ['deleted', () => author.client.from('demos').delete().eq('id', demoId).throwOnError(), ['id', 'token']],
  [
    'without its last step',
    () =>
      author.client
        .from('demo_steps')
        .select('id')
        .eq('demo_id', demoId)
        .single<{ id: string }>()
        .then(({ data }) =>
          author.client.rpc('remove_demo_steps', { p_demo_id: demoId, p_step_ids: [data?.id] }).throwOnError(),
        ),
    ['id', 'token'],
  ],
  [
    'with its link turned off',
    () =>
      author.client.from('share_links').update({ revoked_at: '2026-01-01T00:00:00Z' }).eq('id', linkId).throwOnError(),
    ['token'],
  ],
  [
    'with its link removed',
    () => author.client.from('share_links').delete().eq('id', linkId).throwOnError(),
    ['token'],
  ],
  [
    'changed with the service key',
    () => backend.serviceClient().from('demos').update({ status: 'draft' }).eq('id', demoId).throwOnError(),
    ['id', 'token'],
  ],
] as const)('a demo %s', (_, close, closed) => {
  it('is no longer served', async () => {
    const links = closed.map((name) => (name === 'id' ? demoId : token))
    for (const link of links) expect([await status(link), await status(link, another)]).toEqual([302, 302])
    await close()
    for (const link of links) {
      expect(await status(link)).toBe(404)
      const visitor = backend.anonClient({ 'x-demo-id': link })
      expect((await visitor.from('demo_steps').select('id')).data).toEqual([])
      await vi.waitFor(async () => expect(await status(link, another)).toBe(404), { timeout: 1_000, interval: 50 })
    }
  })
})

it('keeps its cache while visitors write', async () => {
  expect(await status(demoId)).toBe(302)
  const asked = vi.spyOn(backend.services.database, 'transaction')
  const visitor = backend.anonClient({ 'x-demo-id': demoId })
  await visitor.rpc('get_demo_with_steps', { p_demo_id: demoId })
  const before = asked.mock.calls.length
  expect(await status(demoId)).toBe(302)
  expect(asked.mock.calls.length).toBe(before)
  asked.mockRestore()
})
