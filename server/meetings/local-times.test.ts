import { DateTime } from 'luxon'
import { expect, test } from 'vitest'

import { newAvailability } from '#domain/availability.ts'

import { findSlots } from './find-slots.ts'
import { localTimes, pickTimes } from './local-times.ts'

test('picks times spread over the visitor’s days', () => {
  const office = {
    ...newAvailability('Europe/Berlin', 'rosa@example.com'),
    weeklyHours: [1, 2, 3].map((day) => ({ day, from: '09:00', to: '17:00' })),
    daysAhead: 7,
  }
  const free = findSlots(office, [], Date.parse('2026-11-22T12:00:00Z'))
  const picked = pickTimes(localTimes(free, 'America/New_York'), { days: 2, perDay: 3 })
  expect(picked.map(({ startsAt }) => new Date(startsAt).toISOString().slice(0, 16))).toEqual([
    '2026-11-23T08:00',
    '2026-11-23T12:00',
    '2026-11-23T15:30',
    '2026-11-24T08:00',
    '2026-11-24T12:00',
    '2026-11-24T15:30',
  ])
})

test.each(['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'America/Santiago', 'Asia/Kathmandu', 'UTC'])(
  'shows what the clocks of %s show, also when they change',
  (timeZone) => {
    const start = Date.parse('2026-03-01T00:00:00Z')
    const starts = Array.from({ length: 365 * 24 * 4 }, (_, quarter) => start + quarter * 900_000)
    const times = localTimes(starts, timeZone)
    const step = 7
    for (let at = 0; at < times.length; at += step) {
      const { startsAt, date, minute } = times[at]!
      const shown = DateTime.fromMillis(startsAt, { zone: timeZone })
      expect([date.toISODate(), minute]).toEqual([shown.toISODate(), shown.hour * 60 + shown.minute])
    }
  },
)
