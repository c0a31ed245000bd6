import { expect, test } from 'vitest'

import { cityOf, pagesOf, startInWords, zoneInWords, type CalendarPage } from './meeting-calendar.ts'

/** A range of months has narrow spaces. */
const namesOf = (pages: readonly CalendarPage[]) => pages.map(({ name }) => name.replaceAll(/\s/gu, ' '))
const slot = (startUtc: string) => ({ id: startUtc, startUtc })

test('shows only weeks with times, in the visitor’s zone', () => {
  const [page, ...others] = pagesOf(
    [slot('2026-11-26T13:30:00Z'), slot('2026-11-26T08:30:00Z'), slot('2026-11-23T09:00:00Z')],
    'Europe/Berlin',
    'en-GB',
  )
  expect(others).toEqual([])
  expect(page?.name).toBe('November 2026')
  expect(page?.weeks.map((week) => week.map((day) => day.dayOfMonth))).toEqual([[23, 24, 25, 26, 27, 28, 29]])
  const thursday = page?.weeks[0]?.[3]
  expect(thursday).toMatchObject({ weekday: 'Thursday', name: 'Thursday, 26 November' })
  expect(thursday?.times.map(({ time }) => time)).toEqual(['09:30', '14:30'])
})

test('assigns a late evening elsewhere to the visitor’s next day and month', () => {
  const pages = pagesOf([slot('2026-11-30T23:30:00Z')], 'Asia/Tokyo', 'en-GB')
  expect(namesOf(pages)).toEqual(['December 2026'])
  expect(pages[0]?.weeks[0]?.[1]).toMatchObject({ dayOfMonth: 1, times: [{ time: '08:30' }] })
})

test('shows the last days of a month beside the first ones of the next', () => {
  const pages = pagesOf([slot('2026-12-08T10:00:00Z'), slot('2026-11-30T10:00:00Z')], 'UTC', 'en-GB')
  expect(namesOf(pages)).toEqual(['November – December 2026'])
  expect(pages[0]?.weeks.map((week) => week.map(({ dayOfMonth }) => dayOfMonth))).toEqual([
    [30, 1, 2, 3, 4, 5, 6],
    [7, 8, 9, 10, 11, 12, 13],
  ])
})

test('turns the page after four weeks', () => {
  const mondays = ['2026-11-02', '2026-11-09', '2026-11-16', '2026-11-23', '2026-12-28', '2027-01-04']
  const pages = pagesOf(
    mondays.map((day) => slot(`${day}T10:00:00Z`)),
    'UTC',
    'en-GB',
  )
  expect(namesOf(pages)).toEqual(['November 2026', 'December 2026 – January 2027'])
  expect(pages.map(({ weeks }) => weeks.length)).toEqual([4, 2])
})

test('skips invalid times and zones', () => {
  expect(pagesOf([slot('soon')], 'UTC')).toEqual([])
  expect(pagesOf([], '')).toEqual([])
  expect(pagesOf([slot('2026-11-26T13:30:00Z')], 'Mars/Olympus', 'en-GB')[0]?.weeks[0]?.[3]?.times).toEqual([
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
