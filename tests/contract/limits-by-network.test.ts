import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { meetingLink } from '#server/meetings/meeting-link.ts'
import { startBackend, type Backend, type SignedUp } from '#support/backend.ts'
import { createImage } from '#support/create-image.ts'
import { inNetwork, requestsFrom } from '#support/requests-from.ts'
import { makeTrackedDemo } from '#support/tracked-demo.ts'

/* Limits per network, which leave other networks' limits untouched. */

let backend: Backend
let author: SignedUp
const { send, post } = requestsFrom(() => backend)

beforeAll(async () => {
  backend = await startBackend({ env: { GOTRUE_RATE_LIMIT_EMAIL_SENT: '1000' } })
  author = await backend.signUp()
})
afterAll(() => backend.close())

describe('60 attempts from addresses of one /64', () => {
  const endpoints: readonly (readonly [
    string,
    number,
    number,
    (address: string, index: number) => Promise<Response>,
  ])[] = [
    [
      'sign-in',
      20,
      20 / 3_600,
      (address) =>
        post(address, '/auth/v1/token?grant_type=password', { email: 'ada@example.com', password: 'correct horse' }),
    ],
    [
      'recover mails',
      30,
      0.1,
      (address, index) => post(address, '/auth/v1/recover', { email: `nobody-${index}@example.com` }),
    ],
    ['look-ups', 60, 1, (address) => send(address, '/rest/v1/users?email=eq.ada@example.com&select=id')],
  ]
  it.each(endpoints)('count as one network at %s', async (_, allowed, perSecond, ask) => {
    const network = `2001:db8:${Math.floor(Math.random() * 65_535).toString(16)}:1`
    const began = performance.now()
    const statuses: number[] = []
    for (let index = 1; index <= allowed * 2; index += 1) {
      statuses.push((await ask(inNetwork(network, index), index)).status)
    }
    const restored = Math.ceil(((performance.now() - began) / 1_000) * perSecond)
    expect(statuses.slice(0, allowed)).not.toContain(429)
    expect(statuses.filter((status) => status !== 429).length).toBeLessThanOrEqual(allowed + restored)
    expect(statuses).toContain(429)
  })

  it('count as one network for the agent', async () => {
    const { demoId } = await makeTrackedDemo(backend)
    const statuses: number[] = []
    for (let index = 1; index <= 20; index += 1) {
      const answer = await post(
        inNetwork('2001:db8:4:1', index),
        '/agent/v1/sessions',
        { demoId },
        { origin: 'http://understudy.test' },
      )
      statuses.push(answer.status)
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(6)
  })
})

it('meeting changes are counted per network', async () => {
  const on = await makeTrackedDemo(backend)
  const id = randomUUID()
  const meeting = {
    id,
    workspace_id: on.workspaceId,
    demo_id: on.demoId,
    demo_name: 'Tour',
    starts_at: new Date(Date.now() + 86_400_000).toISOString(),
    ends_at: new Date(Date.now() + 88_200_000).toISOString(),
    email: 'ada@example.com',
    name: 'Ada',
    time_zone: 'UTC',
    organiser_email: 'author@example.com',
    organiser_name: 'Author',
    place: 'By video',
    idempotency_key: id,
  }
  await backend.serviceClient().from('meetings').insert(meeting).throwOnError()
  const { pathname } = new URL(meetingLink(backend.services, id))
  const statuses: number[] = []
  for (let index = 1; index <= 25; index += 1) {
    const form = { method: 'POST', body: new URLSearchParams({ action: 'move', slot: 'none' }) }
    statuses.push((await send(inNetwork('2001:db8:9:1', index), pathname, form)).status)
  }
  expect(statuses.filter((status) => status === 429)).toHaveLength(5)
})

describe('the network a procedure sees', () => {
  const elsewhere = '203.0.113.9'
  it.each([
    ['as Supabase’s proxy wrote it', 'anon', { 'cf-connecting-ip': '2001:db8:1:2::5' }, '2001:db8:1:2::/64'],
    ['as the first proxy wrote it', 'anon', { 'x-forwarded-for': `${elsewhere}, 10.0.0.1` }, elsewhere],
    ['in IPv6 form', 'anon', { 'cf-connecting-ip': `::ffff:${elsewhere}` }, elsewhere],
    [
      'not as a browser says',
      'anon',
      { 'x-visitor-network': '198.51.100.1', 'cf-connecting-ip': elsewhere },
      elsewhere,
    ],
    [
      'as the server says',
      'service_role',
      { 'x-visitor-network': '198.51.100.1', 'cf-connecting-ip': elsewhere },
      '198.51.100.1',
    ],
    [
      'as our gateway says',
      'anon',
      { 'visitor network': '2001:db8:1:2::/64', 'cf-connecting-ip': elsewhere },
      '2001:db8:1:2::/64',
    ],
    ['nowhere', 'anon', {}, 'unknown'],
    ['in nonsense', 'anon', { 'cf-connecting-ip': 'somewhere' }, 'unknown'],
  ])('is %s', async (_, role, headers, network) => {
    const caller = {
      role: 'service_role',
      claims: { role },
      headers,
      method: 'POST',
      path: '/rest/v1/rpc/submit_lead',
    } as const
    const [result] = await backend.services.database.transaction(caller, [
      { text: 'select public.visitor_network() as network' },
    ])
    expect(result?.rows).toEqual([{ network }])
  })
})

describe('images', () => {
  it('are encoded a limited number of times per network, served without limit, and encoded for others', async () => {
    const { data } = await author.client.from('workspaces').select('id').single().throwOnError()
    const path = `${String(data['id'])}/${randomUUID()}/${randomUUID()}.png`
    const { buffer } = await createImage(1, { width: 400, height: 20 })
    const { error } = await author.client.storage
      .from('demo-captures')
      .upload(path, buffer, { contentType: 'image/png' })
    expect(error).toBeNull()
    const draw = async (address: string, width: number) =>
      (await send(address, `/storage/v1/render/image/public/demo-captures/${path}?width=${width}`)).status
    const statuses: number[] = []
    for (let width = 1; width <= 399; width += 1) statuses.push(await draw(inNetwork('2001:db8:7:1', width), width))
    // Half of them are restored every second.
    expect(statuses.slice(0, 300)).not.toContain(429)
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(30)
    expect(await draw('2001:db8:7:1::1', 1)).toBe(200)
    expect(await draw('203.0.113.20', 399)).toBe(200)
    expect(await draw('2001:db8:7:1::1', 399)).toBe(200)
  }, 120_000)
})
