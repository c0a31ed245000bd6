import { pino } from 'pino'
import { expect, test } from 'vitest'

import { createAcceptEvents, createEventLimits } from './accept-events.ts'
import type { EventRecord } from './complete-event.ts'
import { createEventWriter } from './event-writer.ts'
import { createVisitorNames } from './visitor-names.ts'

const log = pino({ level: 'silent' })

function openTracking() {
  const stored: EventRecord[] = []
  const store = async (events: readonly EventRecord[]) => void stored.push(...events)
  let nowMs = Date.parse('2026-11-28T10:00:00Z')
  const now = () => nowMs
  const accept = createAcceptEvents({
    writer: createEventWriter({ record: store, keep: store, onRecorded: () => undefined, log }),
    visitors: createVisitorNames({ readSecret: () => Promise.resolve('secret'), now }),
    limits: createEventLimits(now),
    counts: { acknowledged: 0, limited: 0, failed: 0 },
    log,
    now,
  })
  const post = async (address: string, body: unknown) => {
    const bytes = Buffer.from(JSON.stringify(body))
    return accept({ id: 'x', headers: {}, body: bytes, address, userId: null })
  }
  return { stored, post, passSeconds: (seconds: number) => (nowMs += seconds * 1_000) }
}

const event = {
  event_type: 'page_view',
  session_id: 's',
  page_url: 'https://shop.example/',
  timestamp: '2026-11-28T10:00:00.000Z',
}
const long = { ...event, referrer: 'x'.repeat(499_000) }

test('a network sends 500 MB of events a day, and others are not affected', async () => {
  const { stored, post, passSeconds } = openTracking()
  let answer = await post('203.0.113.7', [long])
  while (answer.status === 201) answer = await post('203.0.113.7', [long])
  expect(stored).toHaveLength(1_001)
  expect(answer.status).toBe(429)
  expect(answer.body).toContain('has sent 500 MB of events within a day; try again in')
  expect((await post('203.0.113.8', [long])).status).toBe(201)
  passSeconds(Number(answer.headers['retry-after']))
  expect((await post('203.0.113.7', [long])).status).toBe(201)
})

test('packed events count as what they unpack to', async () => {
  const { post, passSeconds } = openTracking()
  const text = JSON.stringify({ ...event, referrer: 'x'.repeat(50_000) })
  const packed = [0, text, ...Array.from({ length: 8 }, () => [text.length, '']).flat()]
  let accepted = 0
  while (accepted < 2_000 && (await post(`2001:db8::${accepted % 9}`, packed)).status === 201) {
    accepted += 1
    // So that it isn't the number of events.
    passSeconds(1)
  }
  expect(accepted).toBeGreaterThan(1_100)
  expect(accepted).toBeLessThan(1_150)
}, 60_000)
