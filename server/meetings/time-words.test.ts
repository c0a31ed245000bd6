import { expect, test } from 'vitest'

import { toOfferedSlot, toWhenText } from './time-words.ts'

const startsAt = Date.parse('2026-11-24T23:30:00Z')
const now = Date.parse('2026-11-24T10:00:00Z')

test('shows a time by the visitor’s own clock and calendar', () => {
  const berlin = { timeZone: 'Europe/Berlin', language: 'de', now }
  expect(toOfferedSlot('id', startsAt, berlin)).toEqual({
    id: 'id',
    startUtc: '2026-11-24T23:30:00.000Z',
    label: 'Mi., 25. Nov., 00:30',
    spoken: 'Mittwoch 25. November um 00:30 Uhr',
    weekday: 'Wednesday',
    relativeDay: 'tomorrow',
    dayOfMonth: 25,
    hour: 0,
    minute: 30,
  })
  expect(toOfferedSlot('id', startsAt, { timeZone: 'America/New_York', language: 'en-US', now })).toMatchObject({
    label: 'Tue, Nov 24, 6:30 PM',
    spoken: 'Tuesday November 24 at 6:30 PM',
    relativeDay: 'today',
  })
})

test('a mail has day, times and zone', () => {
  expect(toWhenText(startsAt, startsAt + 1_800_000, { timeZone: 'UTC', language: 'en-GB' })).toBe(
    'Tuesday, 24 November 2026, 23:30 – 00:00 (UTC)',
  )
})

test.each([
  ['fr-FR', 'mercredi 25 novembre à 00:30'],
  ['es-ES', 'miércoles 25 de noviembre a las 00:30'],
  ['ja-JP', 'Wednesday 25 November at 00:30'],
])('says a time in %s', (language, spoken) => {
  expect(toOfferedSlot('id', startsAt, { timeZone: 'Europe/Berlin', language, now }).spoken).toBe(spoken)
})
