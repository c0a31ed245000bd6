import { randomBytes, randomUUID } from 'node:crypto'

import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'

import { createReadyDatabase, type EmptyDatabase } from '#support/empty-database.ts'
import { parseExposition } from '#support/parse-exposition.ts'
import { startServer, type ServerProcess } from '#support/server-process.ts'
import { personHeaders, trackingEvent } from '#support/tracked-demo.ts'

const token = randomBytes(24).toString('hex')
let database: EmptyDatabase
let server: ServerProcess

beforeAll(async () => {
  database = await createReadyDatabase()
  server = await startServer({ env: { ...database.env, METRICS_TOKEN: token } })
})

afterAll(async () => {
  await server.stop()
  await database.remove()
})

function ask(authorization?: string): Promise<Response> {
  return fetch(`${server.url}/metrics`, authorization === undefined ? {} : { headers: { authorization } })
}

async function scrape(): Promise<ReadonlyMap<string, number>> {
  const answer = await ask(`Bearer ${token}`)
  expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
    200,
    'text/plain; version=0.0.4; charset=utf-8',
    'no-store',
  ])
  return parseExposition(await answer.text())
}

async function newAuthor(): Promise<{ client: SupabaseClient; anonKey: string; email: string }> {
  const { supabaseAnonKey: anonKey } = (await (await fetch(`${server.url}/config.json`)).json()) as {
    supabaseAnonKey: string
  }
  const client = createClient(server.url, anonKey, { auth: { persistSession: false, autoRefreshToken: false } })
  const email = `${randomUUID()}@example.com`
  expect((await client.auth.signUp({ email, password: 'correct horse' })).error).toBeNull()
  return { client, anonKey, email }
}

test('the figures require the token', async () => {
  for (const given of [undefined, '', token, `Bearer ${token}x`, `Bearer ${token.slice(1)}`, `Basic ${token}`]) {
    const answer = await ask(given)
    expect([given, answer.status, answer.headers.get('www-authenticate')]).toEqual([given, 401, 'Bearer'])
    expect(await answer.text()).not.toContain('understudy_')
  }
  expect((await fetch(`${server.url}/metrics`, { method: 'POST' })).status).toBe(404)
})

test('requests and jobs count in the figures, which contain no personal data', async () => {
  const before = await scrape()
  const { client, anonKey, email } = await newAuthor()
  expect((await client.auth.resetPasswordForEmail(email)).error).toBeNull()

  const demoId = randomUUID()
  const listening = Promise.withResolvers<void>()
  const heard = Promise.withResolvers<void>()
  client
    .channel('demos')
    .on('postgres_changes', { event: 'INSERT', schema: 'public', table: 'demos' }, () => heard.resolve())
    .on('system', {}, () => listening.resolve())
    .subscribe()
  await listening.promise
  expect((await client.from('demos').insert({ id: demoId, name: 'Tour' })).status).toBe(201)
  await heard.promise
  expect((await client.from('demos').select('no_such_column')).status).toBe(400)
  const events = [trackingEvent({ demo_id: demoId }), trackingEvent({ demo_id: demoId })]
  const posted = await fetch(`${server.url}/rest/v1/user_tracking_events`, {
    method: 'POST',
    headers: { ...personHeaders, apikey: anonKey, 'content-type': 'application/json' },
    body: JSON.stringify(events),
  })
  expect(posted.status).toBe(201)
  expect((await fetch(`${server.url}/${demoId}.png`)).status).toBe(404)

  const raised = (after: ReadonlyMap<string, number>, name: string) => (after.get(name) ?? 0) - (before.get(name) ?? 0)
  const requests = (handler: string, status: string) =>
    `understudy_http_request_duration_seconds_count{handler="${handler}",status="${status}"}`
  await expect
    .poll(async () => {
      const after = await scrape()
      return [
        raised(after, requests('auth', '2xx')),
        raised(after, requests('rest', '2xx')),
        raised(after, requests('rest', '4xx')),
        raised(after, requests('tracking', '2xx')),
        raised(after, requests('pages', '4xx')),
        raised(after, 'understudy_tracking_events_total{outcome="acknowledged"}'),
        raised(after, 'understudy_realtime_notices_told_total') > 0,
        raised(after, 'understudy_mails_total{outcome="sent"}'),
        after.get('understudy_mails_waiting'),
      ]
    })
    .toEqual([2, 1, 1, 1, 1, 2, true, 1, 0])

  const answer = await (await ask(`Bearer ${token}`)).text()
  const after = parseExposition(answer)
  const isPglite = inject('testDatabase').kind === 'pglite'
  expect(Object.fromEntries([...after].filter(([name]) => name in expectedNow(isPglite)))).toEqual(
    expectedNow(isPglite),
  )
  expect(after.get('understudy_disk_free_bytes')).toBeGreaterThan(0)
  expect(after.get('process_resident_memory_bytes')).toBeGreaterThan(1e7)
  expect(after.get('understudy_tracking_rolled_up_timestamp_seconds')).toBeGreaterThan(1.7e9)
  expect(after.has('understudy_database_wal_bytes')).toBe(isPglite)

  // A histogram's buckets increase up to the last, which has the total.
  const ofRest = [...after].filter(([name]) =>
    name.startsWith('understudy_http_request_duration_seconds_bucket{handler="rest",status="2xx"'),
  )
  expect(ofRest.length).toBe(12)
  expect(ofRest.map(([, value]) => value)).toEqual(ofRest.map(([, value]) => value).toSorted((a, b) => a - b))
  expect(ofRest.at(-1)).toEqual([expect.stringContaining('le="+Inf"'), after.get(requests('rest', '2xx'))])

  for (const secret of [demoId, email, token, '.png', 'demos']) expect(answer).not.toContain(secret)
  await client.removeAllChannels()
  await expect.poll(async () => (await scrape()).get('understudy_realtime_sockets')).toBe(0)
})

function expectedNow(isPglite: boolean): Readonly<Record<string, number>> {
  return {
    understudy_database_up: 1,
    understudy_database_refused_total: 0,
    understudy_database_running_max: isPglite ? 1 : 10,
    understudy_realtime_sockets: 1,
    understudy_realtime_channels: 1,
    understudy_realtime_notices_waiting: 0,
    understudy_agent_talks_open: 0,
    'understudy_agent_talks_refused_total{limit="starts"}': 0,
    'understudy_tracking_inbox_events{state="set_aside"}': 0,
  }
}
