import { randomUUID } from 'node:crypto'

import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { newCard } from '#domain/card.ts'
import { toCardRow } from '#protocol/card-rows.ts'
import { sendLeadNotices } from '#server/agent/lead-notices.ts'
import { meetingLink } from '#server/meetings/meeting-link.ts'
import { startBackend, type Backend, type SignedUp } from '#support/backend.ts'
import { createImage } from '#support/create-image.ts'
import { lastMessageTo } from '#support/outbox.ts'
import { makeTrackedDemo, type TrackedDemo } from '#support/tracked-demo.ts'

/* Limits per network, which leave other networks' limits untouched. */

let backend: Backend
let author: SignedUp

beforeAll(async () => {
  backend = await startBackend({
    env: { GOTRUE_RATE_LIMIT_EMAIL_SENT: '1000', FILE_SIZE_LIMIT: '30000000', WORKSPACE_STORAGE_LIMIT: '30000000' },
  })
  author = await backend.signUp()
})
afterAll(() => backend.close())

const password = 'correct horse'
/** One of the 2^64 addresses of a network. */
const inNetwork = (network: string, index: number): string => `${network}::${index.toString(16)}`

/** A request over a socket from this address. */
async function send(address: string, path: string, init: RequestInit = {}): Promise<Response> {
  const request = new Request(`http://understudy.test${path}`, { redirect: 'manual', ...init })
  return backend.app.fetch(request, { incoming: { socket: { remoteAddress: address } } })
}

const post = (address: string, path: string, body: unknown, headers: Readonly<Record<string, string>> = {}) =>
  send(address, path, { method: 'POST', body: JSON.stringify(body), headers })

/** A real supabase-js whose calls come from this address. */
function clientAt(address: string, headers: Readonly<Record<string, string>> = {}): SupabaseClient {
  const { config } = backend.services
  return createClient(config.backendUrl, config.anonKey, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    global: {
      headers: { ...headers },
      fetch: async (input, init) =>
        backend.app.fetch(new Request(input, init), { incoming: { socket: { remoteAddress: address } } }),
    },
  })
}

async function newLink(demoId: string): Promise<{ readonly id: string; readonly token: string }> {
  const { data } = await author.client
    .from('share_links')
    .insert({ demo_id: demoId, name: 'For Ada' })
    .select('id,token')
    .single<{ id: string; token: string }>()
    .throwOnError()
  return data
}

async function newDemo(): Promise<string> {
  const id = randomUUID()
  const steps = [{ id: randomUUID(), screenshot_url: 'one.png', title: 'One' }]
  await author.client.rpc('import_demo', { p_demo_id: id, p_name: 'Tour', p_steps: steps }).throwOnError()
  return id
}

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
      (address) => post(address, '/auth/v1/token?grant_type=password', { email: 'ada@example.com', password }),
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

  it('count as one network at a link with a password, and not against others', async () => {
    const link = await newLink(await newDemo())
    const set = await send('203.0.113.1', `/share/v1/links/${link.id}/password`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${author.session.access_token}` },
      body: JSON.stringify({ password: 'open sesame' }),
    })
    expect(set.status).toBe(204)
    const unlock = async (address: string, given: string) =>
      (
        await send(address, `/demo/${link.token}/play`, {
          method: 'POST',
          body: new URLSearchParams({ password: given }),
        })
      ).status
    const statuses: number[] = []
    for (let index = 1; index <= 30; index += 1) statuses.push(await unlock(inNetwork('2001:db8:3:1', index), 'wrong'))
    expect(statuses.filter((status) => status === 403)).toHaveLength(8)
    expect(statuses.filter((status) => status === 429)).toHaveLength(22)
    expect(await unlock('198.51.100.7', 'open sesame')).toBe(303)
  })

  it('count as one network for the agent', async () => {
    const demoId = await newDemo()
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

describe('mails', () => {
  it('are still sent for others when one network has used up its share', async () => {
    const small = await startBackend({
      env: { GOTRUE_MAILER_AUTOCONFIRM: 'false', GOTRUE_RATE_LIMIT_EMAIL_SENT: '30' },
    })
    const recover = async (address: string) => {
      const request = new Request('http://understudy.test/auth/v1/recover', {
        method: 'POST',
        body: JSON.stringify({ email: `${randomUUID()}@example.com` }),
      })
      return (await small.app.fetch(request, { incoming: { socket: { remoteAddress: address } } })).status
    }
    const statuses: number[] = []
    for (let index = 1; index <= 15; index += 1) statuses.push(await recover(`2001:db8:8:${index}::1`))
    expect(statuses.filter((status) => status === 200)).toHaveLength(10)
    expect(await recover('203.0.113.30')).toBe(200)
    await small.close()
  })

  it('reach one inbox at most 20 times an hour, however its address is tagged', async () => {
    const small = await startBackend({
      env: { GOTRUE_MAILER_AUTOCONFIRM: 'false', GOTRUE_RATE_LIMIT_EMAIL_SENT: '1000' },
    })
    const ask = async (email: string, address: string) => {
      const init = { method: 'POST', body: JSON.stringify({ email, create_user: true }) }
      const request = new Request('http://understudy.test/auth/v1/otp', init)
      return (await small.app.fetch(request, { incoming: { socket: { remoteAddress: address } } })).status
    }
    const statuses: number[] = []
    for (let index = 1; index <= 12; index += 1) statuses.push(await ask(`ada+${index}@example.com`, '203.0.113.70'))
    expect(statuses.filter((status) => status === 200)).toHaveLength(11)
    for (let index = 13; index <= 24; index += 1) {
      statuses.push(await ask(`ada+${index}@example.com`, `203.0.113.${index + 70}`))
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(20)
    expect(await ask('grace@example.com', '203.0.113.70')).toBe(200)
    await small.close()
  })

  it('are still sent for others when accounts of one network ask for codes', async () => {
    const small = await startBackend({ env: { GOTRUE_RATE_LIMIT_EMAIL_SENT: '30' } })
    const accounts = await Promise.all(Array.from({ length: 12 }, () => small.signUp()))
    const askFrom = async (address: string, init: RequestInit, path: string) => {
      const request = new Request(`http://understudy.test/auth/v1/${path}`, init)
      return (await small.app.fetch(request, { incoming: { socket: { remoteAddress: address } } })).status
    }
    const statuses = await Promise.all(
      accounts.map(({ session }) =>
        askFrom('203.0.113.66', { headers: { authorization: `Bearer ${session.access_token}` } }, 'reauthenticate'),
      ),
    )
    expect(statuses.filter((status) => status === 200)).toHaveLength(10)
    const recovery = { method: 'POST', body: JSON.stringify({ email: accounts[0]?.user.email }) }
    expect(await askFrom('203.0.113.66', recovery, 'recover')).toBe(429)
    expect(await askFrom('203.0.113.67', recovery, 'recover')).toBe(200)
    await small.close()
  })
})

describe('uploads', () => {
  it('continue for others while one person’s many accounts send endless bodies', async () => {
    const accounts = await Promise.all(Array.from({ length: 5 }, () => backend.signUp()))
    let reading = 0
    const stalled: ReadableStreamDefaultController<Uint8Array>[] = []
    const withoutEnd = () =>
      new ReadableStream(
        { start: (controller) => void stalled.push(controller), pull: () => void (reading += 1) },
        { highWaterMark: 0 },
      )
    const upload = async (address: string, by: SignedUp, body: BodyInit) => {
      const { data } = await by.client.from('workspaces').select('id').single<{ id: string }>().throwOnError()
      return send(address, `/storage/v1/object/demo-captures/${data.id}/${randomUUID()}.png`, {
        method: 'POST',
        headers: { authorization: `Bearer ${by.session.access_token}`, 'content-type': 'image/png' },
        body,
        duplex: 'half',
      } as RequestInit)
    }
    const endless = accounts.flatMap((account) =>
      Array.from({ length: 8 }, () => upload('203.0.113.66', account, withoutEnd())),
    )
    await expect.poll(() => reading, { timeout: 10_000 }).toBeGreaterThanOrEqual(16)
    const png = new Uint8Array((await createImage(1)).buffer)
    expect((await upload('203.0.113.67', author, png)).status).toBe(200)
    for (const controller of stalled) controller.error(new Error('gone'))
    await Promise.all(endless)
    // Well below the half minute that a silent sender gets.
  }, 20_000)

  it('are not delayed by the large pictures of other networks', async () => {
    const picture = (await createImage(2, { width: 2_200, height: 2_200 })).buffer
    // As slow to decode as possible.
    const slow = await sharp(picture).avif({ effort: 0 }).toBuffer()
    const upload = async (address: string, by: SignedUp, body: Buffer) => {
      const { data } = await by.client.from('workspaces').select('id').single<{ id: string }>().throwOnError()
      return send(address, `/storage/v1/object/demo-captures/${data.id}/${randomUUID()}.png`, {
        method: 'POST',
        headers: { authorization: `Bearer ${by.session.access_token}`, 'content-type': 'image/png' },
        body: new Uint8Array(body),
      })
    }
    let stored = 0
    const floods = ['203.0.113.81', '203.0.113.82', '203.0.113.83'].flatMap((address) =>
      Array.from({ length: 2 }, async () => {
        const by = await backend.signUp()
        const uploads = Array.from({ length: 8 }, () => upload(address, by, slow).then(() => (stored += 1)))
        await Promise.all(uploads)
      }),
    )
    await expect.poll(() => stored, { timeout: 10_000, interval: 5 }).toBeGreaterThan(0)
    const before = stored
    expect((await upload('203.0.113.84', author, (await createImage(1)).buffer)).status).toBe(200)
    expect(stored - before).toBeLessThan(16)
    await Promise.all(floods)
  }, 60_000)
})

describe('the lead form', () => {
  let on: TrackedDemo
  let cardId: string

  beforeAll(async () => {
    on = await makeTrackedDemo(backend)
    cardId = await addLeadCard(on)
  })

  async function addLeadCard({ owner, stepIds }: TrackedDemo): Promise<string> {
    const id = randomUUID()
    const shown = { widthPx: 1000, heightPx: 600 }
    const card = newCard({ id, stepId: stepIds[0] ?? '', type: 'lead', position: 1, shown })
    await owner.client.from('step_cards').upsert(toCardRow(card)).throwOnError()
    return id
  }

  const leave = (address: string, headers: Readonly<Record<string, string>> = {}) =>
    clientAt(address, { 'x-demo-id': on.demoId, ...headers }).rpc('submit_lead', {
      p_id: randomUUID(),
      p_card_id: cardId,
      p_answers: { email: `${randomUUID()}@example.com`, name: 'Ada' },
    })

  it('is closed to a flooding network, whatever headers it sends, and to nobody else', async () => {
    const statuses: number[] = []
    for (let index = 1; index <= 40; index += 1) {
      const forged = {
        'x-visitor-network': `198.51.100.${index}`,
        'cf-connecting-ip': `198.51.100.${index}`,
        'x-forwarded-for': `198.51.100.${index}`,
      }
      statuses.push((await leave(inNetwork('2001:db8:5:1', index), forged)).status)
    }
    expect(statuses.filter((status) => status === 204)).toHaveLength(30)
    expect(statuses.filter((status) => status === 429)).toHaveLength(10)
    expect((await leave('203.0.113.9')).status).toBe(204)
    expect((await leave('2001:db8:5:2::1')).status).toBe(204)
    const form = {
      id: randomUUID(),
      cardId,
      answers: { email: 'ada@example.com', name: 'Ada' },
      sessionId: null,
      hasConsented: false,
    }
    expect((await post('203.0.113.10', `/share/v1/demos/${on.demoId}/leads`, form)).status).toBe(204)
    expect(
      (await post('2001:db8:5:1::77', `/share/v1/demos/${on.demoId}/leads`, { ...form, id: randomUUID() })).status,
    ).toBe(429)
  })

  it('mails the team about other leads at once when one network sends very many', async () => {
    on = await makeTrackedDemo(backend)
    cardId = await addLeadCard(on)
    const { delivery } = backend.services
    const mailed = async () => {
      await sendLeadNotices(backend.services)
      await delivery.mail.settled()
      const mails = await delivery.outbox.list()
      return mails.filter(({ to, kind }) => to === on.owner.user.email && kind === 'lead_notice')
    }
    for (let index = 0; index < 30; index += 1) expect((await leave('203.0.113.66')).status).toBe(204)
    expect(await mailed()).toHaveLength(20)
    for (const host of [67, 68, 69]) expect((await leave(`203.0.113.${host}`)).status).toBe(204)
    expect(await mailed()).toHaveLength(23)
  })

  it('mails other teams first when a workspace’s leads have used up the mails of the hour', async () => {
    const { database, delivery } = backend.services
    on = await makeTrackedDemo(backend)
    cardId = await addLeadCard(on)
    for (let host = 1; host <= 20; host += 1) expect((await leave(`198.51.100.${host}`)).status).toBe(204)
    on = await makeTrackedDemo(backend)
    cardId = await addLeadCard(on)
    expect((await leave('198.51.100.21')).status).toBe(204)
    await database.transaction('system', [
      {
        text: `insert into auth.rate_limits values ('leads', auth.limit_key('{"key": ""}'), 5, $1)
               on conflict (name, key_hash) do update set level = 5, filled_at = $1`,
        values: [new Date(backend.services.now()).toISOString()],
      },
    ])
    await sendLeadNotices(backend.services)
    await delivery.mail.settled()
    const mails = await delivery.outbox.list()
    expect(mails.filter(({ to, kind }) => to === on.owner.user.email && kind === 'lead_notice')).toHaveLength(1)
    await database.transaction('system', [{ text: `delete from auth.rate_limits where name = 'leads'` }])
    await sendLeadNotices(backend.services)
  })

  it('stays open to others when a network rotates within its /48', async () => {
    let kept = 0
    for (let index = 1; index <= 520; index += 1) {
      if ((await leave(`2001:db8:6:${index.toString(16)}::1`)).status === 204) kept += 1
    }
    expect(kept).toBe(480)
    expect((await leave('203.0.113.11')).status).toBe(204)
  }, 120_000)
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

describe('an account', () => {
  it('can’t be locked by guesses from elsewhere', async () => {
    const email = `${randomUUID()}@example.com`
    await backend.serviceClient().auth.admin.createUser({ email, password, email_confirm: true })
    const home = '203.0.113.50'
    const signIn = async (address: string, given: string) =>
      (await clientAt(address).auth.signInWithPassword({ email, password: given })).error?.status ?? 200
    expect(await signIn(home, password)).toBe(200)
    const guesses: number[] = []
    for (let index = 0; index < 60; index += 1) guesses.push(await signIn(`198.51.100.${index % 5}`, 'wrong'))
    expect(guesses.filter((status) => status === 400)).toHaveLength(50)
    expect(await signIn('198.51.100.200', password)).toBe(429)
    expect(await signIn(home, password)).toBe(200)
  }, 120_000)

  it('takes a right mailed code while some networks guess, and goes on doing so where its owner has signed in', async () => {
    const email = `${randomUUID()}@example.com`
    await backend.serviceClient().auth.admin.createUser({ email, password, email_confirm: true })
    const askForCode = async (): Promise<string> => {
      await clientAt('203.0.113.60').auth.signInWithOtp({ email })
      return (await lastMessageTo(backend, email)).code
    }
    const verify = async (address: string, token: string) =>
      (await clientAt(address).auth.verifyOtp({ email, token, type: 'email' })).error?.status ?? 200
    const guess = async (network: string, count: number): Promise<void> => {
      for (let index = 0; index < count; index += 1) await verify(network, '000000')
    }
    const code = await askForCode()
    for (let index = 1; index <= 9; index += 1) await guess(`198.51.100.${index}`, 11)
    expect(await verify('203.0.113.60', code)).toBe(200)
    // Even many networks don't lock the owner out at home.
    for (let index = 10; index <= 60; index += 1) await guess(`198.51.100.${index}`, 1)
    backend.passTime(61_000)
    const next = await askForCode()
    expect(await verify('203.0.113.61', next)).toBe(429)
    expect(await verify('203.0.113.60', next)).toBe(200)
  }, 120_000)
})

describe('a link with a password', () => {
  it('opens for a visitor who knows it while 26 networks guess', async () => {
    const link = await newLink(await newDemo())
    await send('203.0.113.1', `/share/v1/links/${link.id}/password`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${author.session.access_token}` },
      body: JSON.stringify({ password: 'open sesame' }),
    })
    const unlock = async (address: string, given: string) =>
      (
        await send(address, `/demo/${link.token}/play`, {
          method: 'POST',
          body: new URLSearchParams({ password: given }),
        })
      ).status
    const statuses: number[] = []
    for (let index = 0; index < 26 * 8; index += 1) {
      statuses.push(await unlock(`198.51.100.${100 + (index % 26)}`, 'wrong'))
    }
    expect(statuses.filter((status) => status === 403)).toHaveLength(126)
    expect(await unlock('198.51.100.200', 'open sesame')).toBe(303)
  }, 120_000)
})

it('an account uploads as much a day as a workspace may store, a network twice that, others and the service key more', async () => {
  await backend.services.database.runScript(`
    insert into storage.buckets (id, name) values ('volume', 'volume');
    create policy "everybody adds" on storage.objects for insert to authenticated with check (bucket_id = 'volume');
    create policy "everybody sees" on storage.objects for select to authenticated using (bucket_id = 'volume');`)
  const [ada, grace, joan] = (await Promise.all([author, backend.signUp(), backend.signUp()])).map(
    ({ session }) => session.access_token,
  )
  const upload = (address: string, token = '', body = new Uint8Array(9_900_000), headers = {}) =>
    send(address, `/storage/v1/object/volume/${randomUUID()}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, ...headers },
      body,
    })
  const statuses = async (address: string, token: string | undefined, count: number) => {
    const answers: number[] = []
    for (let index = 0; index < count; index += 1) answers.push((await upload(address, token)).status)
    return answers
  }
  // What is announced without being sent doesn't count.
  for (let index = 0; index < 8; index += 1) {
    const announced = { 'content-length': '29000000' }
    expect((await upload('2001:db8:7:1::1', ada, new Uint8Array(1), announced)).status).toBe(200)
  }
  expect(await statuses('2001:db8:7:1::1', ada, 4)).toEqual([200, 200, 200, 429])
  expect(await statuses('2001:db8:7:2::1', grace, 3)).toEqual([200, 200, 200])
  const refused = await upload('2001:db8:7:3::1', joan)
  expect(refused.status).toBe(429)
  expect(await refused.json()).toMatchObject({
    message: expect.stringMatching(/Try again in \d+ minutes\.$/) as string,
  })
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_600)
  expect(await statuses('203.0.113.88', joan, 1)).toEqual([200])
  expect(await statuses('2001:db8:7:1::1', backend.services.config.serviceRoleKey, 1)).toEqual([200])
})

it('a network with dozens of workspaces has one turn among those who upload documents', async () => {
  const agentsOf = async ({ client }: SignedUp): Promise<readonly string[]> => {
    const { data } = await client.from('agents').select('id,workspace_id').throwOnError()
    return [...new Map(data.map(({ id, workspace_id: workspace }) => [workspace, String(id)])).values()]
  }
  const crowd = await Promise.all([backend.signUp(), backend.signUp(), backend.signUp()])
  for (const { client } of crowd) {
    for (let made = 0; made < 19; made += 1) await client.rpc('create_workspace', { p_name: 'Free' }).throwOnError()
  }
  const uploadTo = (address: string, by: SignedUp, agent: string, body: BodyInit, type?: string) =>
    send(address, `/agents/v1/${agent}/sources`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${by.session.access_token}`,
        ...(type !== undefined && { 'content-type': type }),
      },
      body,
      ...(body instanceof ReadableStream && { duplex: 'half' }),
    })
  const senders: ReadableStreamDefaultController[] = []
  const stalled = () => new ReadableStream({ start: (controller) => void senders.push(controller) })
  const form = 'multipart/form-data; boundary=x'
  const theirs = await Promise.all(crowd.map(agentsOf))
  let refused = 0
  const crowded = theirs.flatMap((agents, index) =>
    agents.map(async (agent) => {
      const { status } = await uploadTo('203.0.113.140', crowd[index] ?? author, agent, stalled(), form)
      if (status === 503) refused += 1
    }),
  )
  expect(crowded).toHaveLength(60)
  // The queue takes no more of them.
  await expect.poll(() => refused, { timeout: 10_000 }).toBeGreaterThanOrEqual(9)

  const [agent = ''] = await agentsOf(author)
  const file = new FormData()
  file.append('file', new Blob(['A seat costs 5 euros a month.']), 'prices.txt')
  expect((await uploadTo('203.0.113.141', author, agent, file)).status).toBe(201)
  for (const sender of senders) sender.error(new Error('gone'))
  await Promise.allSettled(crowded)
})

it('an account writes 500 MB of rows a day, and strangers of its network take nothing from it', async () => {
  const write = (by: SignedUp | null, body: BodyInit, headers = {}) =>
    send('203.0.113.150', `/rest/v1/demos?owner_id=eq.${by?.user.id ?? randomUUID()}`, {
      method: 'PATCH',
      headers: {
        ...(by !== null && { authorization: `Bearer ${by.session.access_token}` }),
        'content-type': 'application/json',
        ...headers,
      },
      body,
    })
  const renamed = JSON.stringify({ name: 'Renamed' })
  // A length without a body, as anybody can send.
  const announced = { 'content-length': '1999999000' }
  await send('203.0.113.150', '/rest/v1/nothing', { method: 'POST', headers: announced })
  expect((await write(null, renamed, announced)).status).toBe(413)
  expect((await write(author, renamed)).status).toBe(204)

  const stranger = await backend.signUp()
  const large = new Uint8Array(10_000_000)
  for (let count = 0; count < 50; count += 1) await write(stranger, large, { 'content-type': 'text/plain' })
  const refused = await write(stranger, large, { 'content-type': 'text/plain' })
  expect(refused.status).toBe(429)
  expect(await refused.json()).toMatchObject({
    message: expect.stringMatching(/Try again in \d+ minutes\.$/) as string,
  })
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(1_000)
  expect((await write(author, renamed)).status).toBe(204)
}, 60_000)
