import { expect, test } from 'vitest'

import { newAvailability, type Availability } from '#domain/availability.ts'

import { findSlots } from './find-slots.ts'

const berlin: Availability = {
  ...newAvailability('Europe/Berlin', 'rosa@example.com'),
  weeklyHours: [{ day: 1, from: '09:00', to: '11:00' }],
  daysAhead: 7,
}
/** A Sunday. */
const sunday = Date.parse('2026-11-22T12:00:00Z')
const at = (slots: readonly number[]) => slots.map((slot) => new Date(slot).toISOString().slice(0, 16))

test('offers each weekly slot that fits a whole meeting', () => {
  expect(at(findSlots(berlin, [], sunday))).toEqual([
    '2026-11-23T08:00',
    '2026-11-23T08:30',
    '2026-11-23T09:00',
    '2026-11-23T09:30',
  ])
  expect(at(findSlots({ ...berlin, lengthMinutes: 45 }, [], sunday))).toEqual(['2026-11-23T08:00', '2026-11-23T08:45'])
})

test('respects the notice period and the look-ahead limit', () => {
  const monday = Date.parse('2026-11-23T07:45:00Z')
  expect(at(findSlots({ ...berlin, noticeMinutes: 60 }, [], monday))).toEqual(['2026-11-23T09:00', '2026-11-23T09:30'])
  expect(findSlots({ ...berlin, daysAhead: 1 }, [], monday - 3 * 86_400_000)).toEqual([])
})

test('leaves out busy times, with the buffer on both sides', () => {
  const taken = [{ startsAt: Date.parse('2026-11-23T08:30:00Z'), endsAt: Date.parse('2026-11-23T09:00:00Z') }]
  expect(at(findSlots(berlin, taken, sunday))).toEqual(['2026-11-23T08:00', '2026-11-23T09:00', '2026-11-23T09:30'])
  expect(at(findSlots({ ...berlin, bufferMinutes: 15 }, taken, sunday))).toEqual(['2026-11-23T09:30'])
})

test('looks at every busy time, long ones and ones in any order', () => {
  const day = (clock: string) => Date.parse(`2026-11-23T${clock}:00Z`)
  const taken = [
    { startsAt: day('08:45'), endsAt: day('08:50') },
    { startsAt: day('07:00'), endsAt: day('08:30') },
    { startsAt: day('07:30'), endsAt: day('07:40') },
    { startsAt: day('10:00'), endsAt: day('11:00') },
  ]
  expect(at(findSlots(berlin, taken, sunday))).toEqual(['2026-11-23T09:00', '2026-11-23T09:30'])
})

test('of hours that overlap, the earliest count', () => {
  const weeklyHours = ['09:10', '09:00', '09:20', '10:30'].map((from) => ({ day: 1, from, to: '10:00' }))
  const hours = { ...berlin, weeklyHours: [...weeklyHours, { day: 1, from: '10:00', to: '11:00' }] }
  expect(at(findSlots(hours, [], sunday))).toEqual(at(findSlots(berlin, [], sunday)))
})

test('thousands of busy times and many hours are looked through at once', () => {
  const days = [1, 2, 3, 4, 5, 6, 7]
  const weeklyHours = [0, 1, 2, 3].flatMap((minute) => days.map((day) => ({ day, from: `00:0${minute}`, to: '23:59' })))
  const hours = { ...berlin, weeklyHours, daysAhead: 60, lengthMinutes: 15, noticeMinutes: 0 }
  const end = sunday + 61 * 86_400_000
  const taken = Array.from({ length: 20_000 }, (_, index) => ({
    startsAt: end + index * 2,
    endsAt: end + index * 2 + 1,
  }))
  const before = process.cpuUsage()
  expect(findSlots(hours, taken, sunday).length).toBeGreaterThan(5_000)
  const { user, system } = process.cpuUsage(before)
  expect((user + system) / 1_000).toBeLessThan(500)
})

test('follows daylight saving changes', () => {
  // In Berlin, 25 October 2026 has 02:00 to 03:00 twice, and 28 March 2027 not at all.
  const nights = { ...berlin, weeklyHours: [{ day: 7, from: '01:00', to: '04:00' }], lengthMinutes: 60 }
  expect(at(findSlots(nights, [], Date.parse('2026-10-23T12:00:00Z')))).toEqual([
    '2026-10-24T23:00',
    '2026-10-25T00:00',
    '2026-10-25T02:00',
  ])
  expect(at(findSlots(nights, [], Date.parse('2027-03-26T12:00:00Z')))).toEqual([
    '2027-03-28T00:00',
    '2027-03-28T01:00',
  ])
  // Nine o'clock stays nine o'clock the week after.
  expect(at(findSlots(berlin, [], Date.parse('2026-10-24T12:00:00Z')))[0]).toBe('2026-10-26T08:00')
  expect(at(findSlots(berlin, [], Date.parse('2026-10-17T12:00:00Z')))[0]).toBe('2026-10-19T07:00')
})

test('an unknown zone has no times', () => {
  expect(findSlots({ ...berlin, timeZone: 'Mars/Olympus' }, [], sunday)).toEqual([])
})

test('keeps the hours on a day whose clocks change at midnight', () => {
  const santiago = { ...berlin, timeZone: 'America/Santiago', weeklyHours: [{ day: 7, from: '09:00', to: '10:00' }] }
  expect(at(findSlots(santiago, [], Date.parse('2026-09-03T12:00:00Z')))).toEqual([
    '2026-09-06T12:00',
    '2026-09-06T12:30',
  ])
})
