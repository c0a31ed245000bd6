import { expect, test } from 'vitest'

import { findAvailabilityProblems, newAvailability, type Availability } from './availability.ts'

const good: Availability = {
  ...newAvailability('Europe/Berlin', 'rosa@example.com'),
  place: 'https://meet.example/rosa',
}

test('the default lacks only a place', () => {
  expect(findAvailabilityProblems(good)).toEqual({})
  expect(Object.keys(findAvailabilityProblems({ ...good, place: ' ' }))).toEqual(['place'])
})

test.each<[Partial<Availability>, string]>([
  [{ weeklyHours: [] }, 'Add hours to at least one day.'],
  [{ weeklyHours: [{ day: 1, from: '17:00', to: '09:00' }] }, 'Monday: the end has to come after the start.'],
  [{ weeklyHours: [{ day: 2, from: '09:00', to: '09:15' }] }, 'Tuesday: there is no room for 30 minutes.'],
  [{ weeklyHours: [{ day: 2, from: '', to: '09:15' }] }, 'Fill in both times, such as 09:00 and 17:00.'],
  [
    {
      weeklyHours: [
        { day: 3, from: '09:00', to: '12:00' },
        { day: 3, from: '11:00', to: '15:00' },
      ],
    },
    'Wednesday: two time ranges overlap.',
  ],
  [{ timeZone: 'Mars/Olympus' }, 'Choose a time zone.'],
  [{ noticeMinutes: 90 }, 'A whole number of hours from 0 to 336.'],
  [{ bufferMinutes: -5 }, 'A whole number of minutes from 0 to 120.'],
  [{ daysAhead: 0 }, 'A whole number of days from 1 to 60.'],
  [{ organiserEmail: 'rosa@example.com, all@example.com' }, 'Enter an address such as name@company.com.'],
])('says what is wrong with %o', (change, sentence) => {
  expect(Object.values(findAvailabilityProblems({ ...good, ...change }))).toEqual([sentence])
})
