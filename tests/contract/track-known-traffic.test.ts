import { afterAll, beforeAll, expect, it } from 'vitest'

import { startBackend, type Backend } from '#support/backend.ts'
import { postTracking, trackingEvent } from '#support/tracked-demo.ts'

import { knownTraffic } from '../fixtures/known-traffic.ts'

/* Replays the table of known visitors; each is accepted, and classified as what it is. */

let backend: Backend
const found = new Map<string, { readonly traffic: string; readonly traffic_reason: string | null }>()

beforeAll(async () => {
  backend = await startBackend()
  for (const [index, { headers, isAutomated = false, viewport }] of knownTraffic.entries()) {
    const event = trackingEvent({
      session_id: String(index),
      automated: isAutomated,
      viewport_width: viewport?.[0] ?? 1440,
      viewport_height: viewport?.[1] ?? 900,
    })
    const answer = await postTracking(backend, event, { 'user-agent': '', 'accept-language': '', ...headers })
    expect(answer.status).toBe(201)
  }
  const { data } = await backend
    .serviceClient()
    .from('user_tracking_events')
    .select('session_id,traffic,traffic_reason')
    .throwOnError()
  for (const row of data) found.set(String(row.session_id), row)
})

afterAll(() => backend.close())

it.each(knownTraffic.map((visitor, index) => [visitor.name, visitor.traffic, visitor, index] as const))(
  '%s: %s',
  (_, traffic, { reason }, index) => {
    const row = found.get(String(index))
    expect(row?.traffic).toBe(traffic)
    expect(String(row?.traffic_reason)).toMatch(reason ?? /^null$/)
  },
)
