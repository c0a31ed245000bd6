import { expect, test } from 'vitest'

import { cityOf, monthsOf, startInWords, zoneInWords } from './meeting-calendar.ts'

const slot = (startUtc: string) => ({ id: startUtc, startUtc })

test('shows only weeks with times, in the visitor’s zone', () => {
  const [month, ...others] = monthsOf(
    [slot('2026-11-26T13:30:00Z'), slot('2026-11-26T08:30:00Z'), slot('2026-11-23T09:00:00Z')],
    'Europe/Berlin',
    'en-GB',
  )
  expect(others).toEqual([])
  expect(month?.name).toBe('November 2026')
  expect(month?.weeks.map((week) => week.map((day) => day?.dayOfMonth ?? null))).toEqual([[23, 24, 25, 26, 27, 28, 29]])
  const thursday = month?.weeks[0]?.[3]
  expect(thursday).toMatchObject({ weekday: 'Thursday', name: 'Thursday, 26 November' })
  expect(thursday?.times.map(({ time }) => time)).toEqual(['09:30', '14:30'])
})

test('assigns a late evening elsewhere to the visitor’s next day and month', () => {
  const months = monthsOf([slot('2026-11-30T23:30:00Z')], 'Asia/Tokyo', 'en-GB')
  expect(months.map(({ name }) => name)).toEqual(['December 2026'])
  expect(months[0]?.weeks[0]?.[1]).toMatchObject({ dayOfMonth: 1, times: [{ time: '08:30' }] })
})

test('keeps months apart and fills the first week with gaps', () => {
  const months = monthsOf([slot('2026-12-01T10:00:00Z'), slot('2026-11-30T10:00:00Z')], 'UTC', 'en-GB')
  expect(months.map(({ name }) => name)).toEqual(['November 2026', 'December 2026'])
  expect(months[1]?.weeks[0]?.[0]).toBeNull()
})

test('skips invalid times and zones', () => {
  expect(monthsOf([slot('soon')], 'UTC')).toEqual([])
  expect(monthsOf([], '')).toEqual([])
  expect(monthsOf([slot('2026-11-26T13:30:00Z')], 'Mars/Olympus', 'en-GB')[0]?.weeks[0]?.[3]?.times).toEqual([
    { id: '2026-11-26T13:30:00Z', time: '13:30' },
  ])
  expect(startInWords('soon', 'UTC')).toBeNull()
})

test('names the zone with its offset at that time', () => {
  expect(zoneInWords('Europe/Berlin', '2026-11-26T13:30:00Z')).toBe('Berlin, UTC+1')
  expect(zoneInWords('Europe/Berlin', '2026-07-01T13:30:00Z')).toBe('Berlin, UTC+2')
  expect(zoneInWords('UTC', '2026-07-01T13:30:00Z')).toBe('UTC')
  expect(cityOf('America/Argentina/Buenos_Aires')).toBe('Buenos Aires')
})
