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
    return (await accept({ id: 'x', headers: {}, body: bytes, address, userId: null })).status
  }
  return { stored, post, passHours: (hours: number) => (nowMs += hours * 3_600_000) }
}

const event = {
  event_type: 'page_view',
  session_id: 's',
  page_url: 'https://shop.example/',
  timestamp: '2026-11-28T10:00:00.000Z',
}
const long = { ...event, referrer: 'x'.repeat(499_000) }

test('a network sends 100 MB of events a day, and others are not affected', async () => {
  const { stored, post, passHours } = openTracking()
  const statuses: number[] = []
  for (let count = 0; count < 210; count += 1) statuses.push(await post('203.0.113.7', [long]))
  expect(statuses.filter((status) => status === 201)).toHaveLength(200)
  expect(new Set(statuses.slice(200))).toEqual(new Set([429]))
  expect(stored).toHaveLength(200)
  expect(await post('203.0.113.8', [long])).toBe(201)
  passHours(12)
  expect(await post('203.0.113.7', [long])).toBe(201)
})

test('packed events count as what they unpack to', async () => {
  const { post } = openTracking()
  const text = JSON.stringify({ ...event, referrer: 'x'.repeat(5_000) })
  const packed = [0, text, ...Array.from({ length: 90 }, () => [text.length, '']).flat()]
  let accepted = 0
  while (accepted < 1_000 && (await post(`2001:db8::${accepted % 9}`, packed)) === 201) accepted += 1
  expect(accepted).toBeLessThan(220)
})
