import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

import { afterEach, expect, test } from 'vitest'

import { createRequestCounter, handlerOf } from './request-counter.ts'

let server: Server | null = null

afterEach(() => server?.close())

test.each([
  ['GET', '/rest/v1/demos?id=eq.7', 'rest'],
  ['POST', '/rest/v1/user_tracking_events', 'tracking'],
  ['GET', '/rest/v1/user_tracking_events?select=*', 'rest'],
  ['POST', '/auth/v1/token?grant_type=password', 'auth'],
  ['GET', '/storage/v1/object/public/demo-captures/a.png', 'storage'],
  ['POST', '/realtime/v1/api/broadcast', 'realtime'],
  ['POST', '/agent/v1/events', 'agent'],
  ['GET', '/agent/v1/events?sid=1', null],
  ['GET', '/demo/5a3d1e00-0000-4000-8000-000000000001/play', 'player'],
  ['GET', '/metrics', 'watch'],
  ['GET', '/demos/a@example.com', 'pages'],
  ['BREW', 'http://elsewhere.example/rest/v1/demos', 'pages'],
])('%s %s is counted under handler %s', (method, url, handler) => {
  expect(handlerOf(method, url)).toBe(handler)
})

test('counts answers by status, refusals by limit, and clients that left early', async () => {
  const { count, families } = createRequestCounter()
  const arrived = Promise.withResolvers<void>()
  server = createServer((request, response) => {
    count(request, response)
    if (request.url === '/slow') return arrived.resolve()
    response.writeHead(request.url === '/auth/v1/token' ? 429 : 200).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  await fetch(`${origin}/rest/v1/demos`)
  await fetch(`${origin}/rest/v1/steps`)
  await fetch(`${origin}/auth/v1/token`)
  const impatience = new AbortController()
  const left = fetch(`${origin}/slow`, { signal: impatience.signal }).catch(() => 'gone')
  await arrived.promise
  impatience.abort()
  expect(await left).toBe('gone')

  const totals = () =>
    families().flatMap(({ name, samples }) =>
      samples.flatMap(({ suffix, labels, value }) =>
        suffix === '_count' || suffix === undefined ? [[name.replace(/.*http_/, ''), labels, value]] : [],
      ),
    )
  const duration = 'request_duration_seconds'
  await expect.poll(totals).toEqual([
    [duration, { handler: 'rest', status: '2xx' }, 2],
    [duration, { handler: 'auth', status: '4xx' }, 1],
    [duration, { handler: 'pages', status: 'left' }, 1],
    ['requests_limited_total', { handler: 'auth' }, 1],
  ])
})
