import { expect, test } from 'vitest'

import { timeIn } from './time-in-zone.ts'

const zone = (id: string) => ({ id, name: '', place: '' })

test.each([
  ['2026-12-03T10:00:00.000Z', 'Australia/Sydney', 'Thursday 3 December at 21:00'],
  ['2026-12-31T23:30:00Z', 'Europe/Berlin', 'Friday 1 January at 00:30'],
  ['2028-02-29T12:00:00Z', 'Asia/Kathmandu', 'Tuesday 29 February at 17:45'],
  ['2027-07-01T09:00:00Z', 'America/New_York', 'Thursday 1 July at 05:00'],
])('%s in %s is %s', (startUtc, id, expected) => {
  expect(timeIn(startUtc, zone(id))).toBe(expected)
})

test('gives no time for other texts', () => {
  expect(timeIn('tomorrow', zone('Europe/London'))).toBeNull()
})
