import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { getRequestListener } from '@hono/node-server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { createFastPath } from '#server/tracking/fast-path.ts'
import { startBackend, type Backend } from '#support/backend.ts'
import { makeTrackedDemo, personHeaders, postTracking, trackingEvent, type TrackedDemo } from '#support/tracked-demo.ts'

/* What rest/v1/user_tracking_events accepts, and who sees the results. */

let backend: Backend
let tracked: TrackedDemo

beforeAll(async () => {
  backend = await startBackend()
  tracked = await makeTrackedDemo(backend)
})

afterAll(() => backend.close())

type Row = Readonly<Record<string, unknown>>

async function rowsOf(sessionId: string): Promise<readonly Row[]> {
  const { data } = await backend
    .serviceClient()
    .from('user_tracking_events')
    .select()
    .eq('session_id', sessionId)
    .order('timestamp')
    .throwOnError()
  return data
}

async function problemOf(body: unknown): Promise<string> {
  const response = await postTracking(backend, body)
  expect(response.status).toBe(400)
  return String(((await response.json()) as Row)['message'])
}

/** In the packed form the tracker uses on unload (PackedEvents). */
function pack(events: readonly object[]): (number | string)[] {
  let before = ''
  return events.flatMap((event) => {
    const text = JSON.stringify(event)
    let shared = 0
    while (shared < text.length && text[shared] === before[shared]) shared += 1
    before = text
    return [shared, text.slice(shared)]
  })
}

describe('POST user_tracking_events', () => {
  it('accepts the specification’s event and answers 201 without a body', async () => {
    const response = await postTracking(backend, {
      event_type: 'click',
      session_id: 'spec',
      page_url: 'https://shop.example/',
      timestamp: '2026-11-21T12:00:00.000Z',
      user_id: null,
      click_x: 10,
      click_y: 20,
      element_clicked: 'button#buy.large',
    })
    expect([response.status, await response.text()]).toEqual([201, ''])
    expect(response.headers.get('preference-applied')).toBe('return=minimal')
    expect(await rowsOf('spec')).toMatchObject([
      { event_type: 'click', click_x: 10, click_y: 20, element_clicked: 'button#buy.large', workspace_id: null },
    ])
  })

  it('accepts the unmodified supabase-js, one event and many', async () => {
    const visitor = backend.anonClient(personHeaders)
    const events = [trackingEvent({ session_id: 'sdk' }), trackingEvent({ session_id: 'sdk' })]
    expect(await visitor.from('user_tracking_events').insert(events[0]!)).toMatchObject({ status: 201, error: null })
    expect(await visitor.from('user_tracking_events').insert(events)).toMatchObject({ status: 201, error: null })
    expect(await rowsOf('sdk')).toHaveLength(2)
  })

  it('counts an event once, however often and concurrently it is sent', async () => {
    const events = Array.from({ length: 20 }, () => trackingEvent({ session_id: 'again' }))
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => postTracking(backend, index % 2 === 0 ? events : events.toReversed())),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
    expect(await rowsOf('again')).toHaveLength(20)
  })

  it('accepts the packed events of an unloading page once, and refuses wrongly packed ones entirely', async () => {
    const events = Array.from({ length: 100 }, (_, index) =>
      trackingEvent({ session_id: 'packed', event_type: 'click', click_x: index }),
    )
    const packed = pack(events)
    for (let time = 0; time < 2; time += 1) expect((await postTracking(backend, packed)).status).toBe(201)
    expect((await postTracking(backend, events)).status).toBe(201)
    const rows = await rowsOf('packed')
    const byId = new Map(rows.map((row) => [row['id'], row]))
    expect(rows).toHaveLength(100)
    for (const { id, click_x } of events) expect(byId.get(id)).toMatchObject({ click_x })
    expect(new Set(rows.map(({ timestamp }) => Date.parse(String(timestamp))))).toEqual(
      new Set(events.map(({ timestamp }) => Date.parse(timestamp))),
    )

    const event = () => trackingEvent({ session_id: 'packed wrongly' })
    const text = JSON.stringify(event())
    const pairs = 'Packed events must be pairs: a length within the event before, and a text.'
    for (const body of [
      [0],
      [1, text],
      [0, text, -1, '}'],
      [0, text, 0.5, text],
      [0, text, 0, event()],
      [0, text, 'a', text],
    ])
      expect(await problemOf(body)).toBe(pairs)
    expect(await problemOf([...pack([event()]), 0, '{"a":'])).toBe('Empty or invalid json')
    expect(await problemOf([0, text, 0, '['.repeat(200) + ']'.repeat(200)])).toBe('Empty or invalid json')
    expect(await problemOf([0, text, 0, '[]'])).toBe('An event must be a JSON object.')
    expect(await problemOf(pack(Array.from({ length: 101 }, event)))).toBe('A request may bring at most 100 events.')
    // One item that expands to more than it should.
    expect(await problemOf([0, Array.from({ length: 101 }, () => JSON.stringify(event())).join()])).toContain(
      'at most 100',
    )
    const bomb = [0, `"${'x'.repeat(60_000)}"`, ...Array.from({ length: 99 }, () => [60_002, '']).flat()]
    expect((await postTracking(backend, bomb)).status).toBe(413)
    expect(await rowsOf('packed wrongly')).toEqual([])
  })

  it('finds the workspace by the link, demo or owner, and trusts no claim about it', async () => {
    const { demoId, stepIds, owner, workspaceId, link } = tracked
    const other = await makeTrackedDemo(backend)
    await postTracking(backend, [
      trackingEvent({ session_id: 'place', timestamp: at(1), demo_id: demoId, step_id: stepIds[0]! }),
      trackingEvent({ session_id: 'place', timestamp: at(2), owner_id: owner.user.id }),
      trackingEvent({ session_id: 'place', timestamp: at(3), demo_id: demoId, owner_id: other.owner.user.id }),
      trackingEvent({ session_id: 'place', timestamp: at(4), demo_id: demoId, step_id: other.stepIds[0]! }),
      trackingEvent({ session_id: 'place', timestamp: at(5), demo_id: randomUUID() }),
      trackingEvent({
        session_id: 'place',
        timestamp: at(6),
        page_url: `https://x.example/demo/${demoId}/play?step=2`,
      }),
      trackingEvent({ session_id: 'place', timestamp: at(7), user_id: owner.user.id }),
      trackingEvent({ session_id: 'place', timestamp: at(8), link: link.token }),
      trackingEvent({ session_id: 'place', timestamp: at(9), page_url: `https://x.example/demo/${link.token}/play` }),
      trackingEvent({ session_id: 'place', timestamp: at(10), link: link.id }),
    ])
    expect(await rowsOf('place')).toMatchObject([
      { workspace_id: workspaceId, demo_id: demoId, step_id: stepIds[0] },
      { workspace_id: workspaceId, demo_id: null },
      { workspace_id: workspaceId, demo_id: demoId },
      { workspace_id: workspaceId, demo_id: demoId, step_id: null },
      { workspace_id: null, demo_id: null },
      { workspace_id: workspaceId, demo_id: demoId },
      { workspace_id: null, user_id: null },
      { workspace_id: workspaceId, demo_id: demoId, link: link.id },
      { workspace_id: workspaceId, demo_id: demoId, link: link.id },
      { workspace_id: null, link: '' },
    ])
    expect((await postTracking(backend, { ...trackingEvent(), workspace_id: workspaceId })).status).toBe(400)
  })

  it('keeps the visitor’s clock and ours, and corrects by the sending time', async () => {
    const sentYearsAgo = (secondsBefore: number) => ({
      timestamp: new Date(Date.parse('2001-01-01T12:00:00Z') - secondsBefore * 1_000).toISOString(),
      sent_at: '2001-01-01T12:00:00Z',
    })
    await postTracking(backend, [
      trackingEvent({ session_id: 'clock', ...sentYearsAgo(30) }),
      trackingEvent({ session_id: 'clock', ...sentYearsAgo(10) }),
    ])
    const [first, second] = await rowsOf('clock')
    expect(first?.['timestamp']).toBe('2001-01-01T11:59:30+00:00')
    const received = Date.parse(String(first?.['received_at']))
    expect(received - Date.parse(String(first?.['occurred_at']))).toBe(30_000)
    expect(received - Date.parse(String(second?.['occurred_at']))).toBe(10_000)
  })

  it.each([
    [{ ...trackingEvent(), event_type: 'scroll' }, /^event_type must be one of page_view, time_spent, click/],
    [{ ...trackingEvent(), event_type: undefined }, /^event_type must be one of/],
    [{ ...trackingEvent(), session_id: '\0' }, 'session_id must be a text that is not empty.'],
    [{ ...trackingEvent(), page_url: 7 }, 'page_url must be a text.'],
    [{ ...trackingEvent(), timestamp: 'yesterday' }, 'timestamp must be a time like 2026-11-21T12:00:00.000Z.'],
    [{ ...trackingEvent(), demo_id: 'x' }, 'demo_id must be a UUID.'],
    [{ ...trackingEvent(), click_x: '7' }, 'click_x must be a number.'],
    [trackingEvent({ event_type: 'time_spent' }), 'time_spent must be a number of whole seconds.'],
    [
      { ...trackingEvent(), role: 'service_role' },
      "Could not find the 'role' column of 'user_tracking_events' in the schema cache",
    ],
    [[trackingEvent(), 7], 'An event must be a JSON object.'],
    [Array.from({ length: 101 }, () => trackingEvent()), 'A request may bring at most 100 events.'],
    ['{"event_type":', 'Empty or invalid json'],
  ])('refuses what makes no sense with a sentence: %#', async (body, sentence) => {
    expect(await problemOf(body)).toMatch(sentence)
  })

  it('clamps odd values, and accepts any text', async () => {
    const odd = trackingEvent({
      session_id: 'odd',
      page_url: `https://shop.example/?token=secret&from=ada%40example.com&${'🧾'.repeat(5_000)}`,
      referrer: 'https://shop.example/ada@example.com/#access_token=secret',
      owner_id: 'owner@example.com',
      element_clicked: 'a\0b\ud800',
      click_x: 1e12,
      time_spent: -3,
      image_x: 1e-60,
      utm_source: 'İ'.repeat(100),
    })
    expect((await postTracking(backend, odd)).status).toBe(201)
    expect(await rowsOf('odd')).toMatchObject([
      {
        element_clicked: 'ab\ufffd',
        click_x: 100_000,
        time_spent: 0,
        image_x: 0,
        page_url: expect.stringMatching(/^https:..shop.example\/\?token=redacted&from=redacted&🧾+\ufffd?$/u),
        referrer: 'https://shop.example/redacted/#access_token=redacted',
        owner_id: null,
      },
    ])
  })

  it('refuses too large a body, and an address that sends too much', async () => {
    expect((await postTracking(backend, ' '.repeat(600_000))).status).toBe(413)
    const loud = await startBackend({ env: { TRUSTED_PROXY: '127.0.0.1' } })
    const events = Array.from({ length: 100 }, () => trackingEvent())
    const statuses: number[] = []
    for (let count = 0; count < 31; count += 1) statuses.push((await postTracking(loud, events)).status)
    const refused = await postTracking(loud, events)
    await loud.close()
    expect(statuses.slice(0, 30)).toEqual(Array.from({ length: 30 }, () => 201))
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '10'])
  })
})

describe('the fast path', () => {
  it('answers like the general one, and leaves token checks to it', async () => {
    const tryFastPath = await createFastPath(backend.services, backend.app)
    const answerWithApp = getRequestListener(backend.app.fetch)
    const taken: boolean[] = []
    const server = createServer((request, response) => {
      const mayBeShort = request.headers['x-way'] !== 'general'
      taken.push(mayBeShort && tryFastPath(request, response))
      if (taken.at(-1) === false) void answerWithApp(request, response)
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const { anonKey } = backend.services.config
    const post = async (way: string, body: string, headers: Readonly<Record<string, string>>) => {
      const response = await fetch(`http://127.0.0.1:${port}/rest/v1/user_tracking_events`, {
        method: 'POST',
        headers: { ...personHeaders, 'content-type': 'application/json', 'x-way': way, ...headers },
        body,
      })
      const told = [...response.headers].filter(([name]) => !ofTransport.has(name))
      return { status: response.status, headers: Object.fromEntries(told), body: await response.text() }
    }
    const requests: readonly (readonly [body: string, headers: Readonly<Record<string, string>>, isShort: boolean])[] =
      [
        [JSON.stringify(trackingEvent({ session_id: 'ways' })), { apikey: anonKey, prefer: 'return=minimal' }, true],
        [JSON.stringify([trackingEvent({ session_id: 'ways' })]), {}, true],
        ['{"event_type":', { apikey: anonKey }, true],
        [JSON.stringify({ ...trackingEvent(), demo_id: 'x' }), { apikey: anonKey }, true],
        ['\xff', { apikey: anonKey }, true],
        [JSON.stringify(trackingEvent()), { apikey: anonKey, prefer: 'return=representation' }, true],
        [' '.repeat(600_000), { apikey: anonKey }, false],
        [JSON.stringify(trackingEvent({ session_id: 'ways' })), { authorization: `Bearer ${anonKey}` }, false],
        [JSON.stringify(trackingEvent({ session_id: 'ways' })), { apikey: 'another' }, false],
      ]
    for (const [body, headers, isShort] of requests) {
      const short = await post('short', body, headers)
      expect(taken.at(-1)).toBe(isShort)
      expect(short).toEqual(await post('general', body, headers))
    }
    server.close()
    expect((await rowsOf('ways')).map(({ traffic }) => traffic)).toEqual(['human', 'human', 'human', 'human'])
  })
})

/** Headers that differ between answers or transports. */
const ofTransport: ReadonlySet<string> = new Set([
  'date',
  'connection',
  'keep-alive',
  'content-length',
  'transfer-encoding',
  'sb-request-id',
])

describe('the visitor', () => {
  it('is marked with a reason when a program or a member, and never dropped', async () => {
    const { demoId, owner } = tracked
    const send = (name: string, headers: Readonly<Record<string, string>>, fields = {}) =>
      postTracking(backend, trackingEvent({ session_id: name, demo_id: demoId, ...fields }), headers)
    await send('person', {})
    await send('driven', {}, { automated: true })
    await send('crawler', { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' })
    await send('token', { authorization: `Bearer ${owner.session.access_token}` })
    await send('browser', { 'user-agent': 'AuthorsBrowser/1.0' })
    const found = await Promise.all(['person', 'driven', 'crawler', 'token', 'browser'].map(rowsOf))
    expect(found.map(([row]) => [row?.['traffic'], row?.['traffic_reason']])).toEqual([
      ['human', null],
      ['bot', 'A browser driven by a program (navigator.webdriver)'],
      ['bot', 'A declared bot: Googlebot'],
      ['self', 'A member of the workspace'],
      ['self', 'A member of the workspace'],
    ])
  })

  it('is recognised for only a day, and without storing an address', async () => {
    const [secret] = await backend.services.database.transaction('system', [
      { text: 'select count(*) as secrets from tracking.day_secrets' },
    ])
    expect(secret?.rows[0]?.['secrets']).toBe(1)
    await backend.services.database.transaction('system', [
      { text: 'update tracking.day_secrets set day = day - 3' },
      { text: 'select public.drop_old_tracking(400)' },
    ])
    const [left] = await backend.services.database.transaction('system', [
      { text: 'select count(*) as secrets from tracking.day_secrets' },
    ])
    expect(left?.rows[0]?.['secrets']).toBe(0)
  })
})

describe('stored events', () => {
  const procedures = [
    ['record_tracking_events', { p_events: [] }],
    ['roll_up_tracking', { p_limit: 1 }],
    ['rebuild_tracking_day', { p_day: '2026-01-01' }],
    ['drop_old_tracking', { p_days: 1 }],
    ['record_own_browsers', { p_browsers: [] }],
    ['tracking_day_secret', { p_day: '2026-01-01' }],
    ['queue_tracking_events', { p_events: [], p_size: 0 }],
    ['drain_tracking_inbox', { p_limit: 1 }],
  ] as const

  it('can be read by members of the workspace only', async () => {
    const { owner, demoId } = tracked
    await postTracking(backend, trackingEvent({ session_id: 'mine', demo_id: demoId }))
    await backend.services.tracking.job.finish()
    const stranger = await makeTrackedDemo(backend)
    for (const table of ['user_tracking_events', 'visits']) {
      const read = (client: typeof owner.client) => client.from(table).select('session_id').eq('session_id', 'mine')
      expect((await read(owner.client)).data).toEqual([{ session_id: 'mine' }])
      expect((await read(stranger.owner.client)).data).toEqual([])
      expect((await read(backend.anonClient({ 'x-demo-id': demoId }))).error?.code).toBe('42501')
      for (const client of [owner.client, stranger.owner.client, backend.anonClient()]) {
        expect((await client.from(table).update({ session_id: 'x' }).eq('session_id', 'mine')).error?.code).toMatch(
          /42501|55000/,
        )
        expect((await client.from(table).delete().eq('session_id', 'mine')).error?.code).toMatch(/42501|55000/)
      }
    }
  })

  it('are not returned to their sender', async () => {
    const { error } = await backend
      .anonClient(personHeaders)
      .from('user_tracking_events')
      .insert(trackingEvent())
      .select()
    expect(error?.code).toBe('42501')
  })

  it('can be written past the server through Supabase’s own rest/v1, and are marked', async () => {
    const sentAt = '2001-01-01T12:00:00Z'
    const fields = { session_id: 'past', demo_id: tracked.demoId, owner_id: tracked.owner.user.id, sent_at: sentAt }
    const events = [
      trackingEvent({ ...fields, timestamp: '2001-01-01T11:59:30Z', automated: false, utm_source: 'Spring' }),
      trackingEvent({ ...fields, timestamp: '2001-01-01T11:59:50Z', automated: true, utm_source: 'Spring' }),
    ]
    const columns = Object.keys(events[0]!)
      .map((name) => `"${name}"`)
      .join(', ')
    const anonymous = { role: 'anon', claims: null, headers: {}, method: 'POST', path: '/' } as const
    // The statement PostgREST generates for a POST.
    const text = `insert into public.user_tracking_events (${columns})
      select ${columns} from json_populate_recordset(null::public.user_tracking_events, $1)`
    await backend.services.database.transaction(anonymous, [{ text, values: [JSON.stringify(events)] }])
    const rows = await rowsOf('past')
    expect(rows).toMatchObject([
      { traffic: 'unknown', source: 'spring', workspace_id: tracked.workspaceId, demo_id: tracked.demoId },
      { traffic: 'bot', traffic_reason: 'A browser driven by a program (navigator.webdriver)' },
    ])
    const [first, second] = rows.map((row) => Date.parse(String(row['occurred_at'])))
    expect(second! - first!).toBe(20_000)
    expect(Date.now() - first!).toBeLessThan(600_000)
    await backend.services.tracking.job.finish()
    const { data } = await tracked.owner.client.from('visits').select('page_views').eq('session_id', 'past')
    expect(data).toEqual([{ page_views: 2 }])
  })

  it.each(procedures)('%s is for the server only', async (name, parameters) => {
    for (const client of [backend.anonClient(), tracked.owner.client]) {
      expect((await client.rpc(name, parameters)).error?.code).toBe('42501')
    }
  })

  it('leave the tables behind them closed', async () => {
    const { rows } = (
      await backend.services.database.transaction('system', [
        {
          text: `select c.relname, c.relrowsecurity as secured,
              has_table_privilege('anon', c.oid, 'select, insert, update, delete') as anon,
              has_table_privilege('authenticated', c.oid, 'insert, update, delete') as written,
              has_table_privilege('authenticated', c.oid, 'select') as read
            from pg_class c where c.relnamespace = 'tracking'::regnamespace and c.relkind in ('r', 'p') order by 1`,
        },
      ])
    )[0]!
    expect(rows.filter((row) => row['secured'] !== true || row['anon'] === true || row['written'] === true)).toEqual([])
    expect(rows.filter((row) => row['read'] === true).map((row) => row['relname'])).toEqual(['events'])
  })
})

/** Seconds after a minute ago. */
function at(seconds: number): string {
  return new Date(Date.now() - 60_000 + seconds * 1_000).toISOString()
}
