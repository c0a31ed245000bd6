import { DateTime } from 'luxon'
import { describe, expect, it } from 'vitest'

import { readPreferredTime } from '#agent/preferred-time.ts'
import { newAvailability } from '#domain/availability.ts'

import { chooseTimes } from './choose-times.ts'
import { findSlots } from './find-slots.ts'

/** A Wednesday, noon in Berlin. */
const now = Date.parse('2026-11-25T11:00:00Z')
const allDay = [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, from: '00:00', to: '23:59' }))
const office = newAvailability('Europe/Berlin', 'rosa@example.com')

function choose(said: string, { timeZone = 'Europe/Berlin', weeklyHours = office.weeklyHours } = {}) {
  const free = findSlots({ ...office, weeklyHours }, [], now)
  return chooseTimes(free, { timeZone, now, preferred: readPreferredTime(said) }).map(({ startsAt, isWished }) => ({
    at: DateTime.fromMillis(startsAt, { zone: timeZone }).toFormat('ccc d HH:mm'),
    isWished,
  }))
}
const wishedOf = (said: string, options = {}) =>
  choose(said, options).flatMap(({ at, isWished }) => (isWished ? at : []))

describe('the times shown', () => {
  it('are spread over days at sensible hours for the visitor', () => {
    const shown = choose('', { weeklyHours: allDay }).map(({ at }) => at)
    expect(shown).toHaveLength(12)
    expect(new Set(shown.map((at) => at.slice(0, 6))).size).toBe(3)
    for (const at of shown) expect(at.slice(-5) >= '08:00' && at.slice(-5) < '19:00', at).toBe(true)
  })

  it('are never at night while the day has one', () => {
    // Berlin's office hours are 00:00 to 08:00 in Los Angeles; only the last half hour is close to a sensible one.
    const shown = choose('', { timeZone: 'America/Los_Angeles' }).map(({ at }) => at.slice(-5))
    expect(shown.every((at) => at >= '06:00')).toBe(true)
    const newYork = choose('', { timeZone: 'America/New_York' }).map(({ at }) => at.slice(-5))
    expect(newYork.every((at) => at >= '08:00')).toBe(true)
  })

  it.each([
    ['tomorrow morning', ['Thu 26 09:00', 'Thu 26 10:00', 'Thu 26 10:30', 'Thu 26 11:30']],
    ['Friday at 2', ['Fri 27 14:00']],
    ['fri after 4', ['Fri 27 16:00', 'Fri 27 16:30']],
    ['Thursday or Friday at 2', ['Thu 26 14:00', 'Fri 27 14:00']],
    ['Monday or Friday at 10', ['Fri 27 10:00', 'Mon 30 10:00']],
    ['next monday at ten', ['Mon 30 10:00']],
    ['monday week at ten', ['Mon 7 10:00']],
    ['after 4', ['Wed 25 16:00', 'Wed 25 16:30', 'Thu 26 16:00', 'Thu 26 16:30', 'Fri 27 16:00', 'Fri 27 16:30']],
    ['on the 1st at 9:30', ['Tue 1 09:30']],
    ['today', []],
    ['saturday', []],
    ['tomorrow at 3 am', []],
  ])('suit “%s”', (said, expected) => {
    const early = said === 'today' ? { weeklyHours: [{ day: 1, from: '09:00', to: '17:00' }] } : {}
    expect(wishedOf(said, early)).toEqual(expected)
  })

  it('keep to next week when asked', () => {
    const days = new Set(wishedOf('sometime next week').map((at) => at.slice(0, 6)))
    expect([...days]).toEqual(['Mon 30', 'Tue 1 ', 'Wed 2 '])
    expect(wishedOf('end of next week').every((at) => /^(?:Thu 3|Fri 4)/.test(at))).toBe(true)
  })

  it('are alternatives close to the preferred time when it is taken', () => {
    const shown = choose('tomorrow at 7 pm')
    expect(shown.map(({ at }) => at)).toEqual(['Thu 26 16:00', 'Thu 26 16:30'])
    expect(shown.every(({ isWished }) => isWished === false)).toBe(true)
    expect(choose('saturday').length).toBeGreaterThan(3)
  })

  it('end with the day after “after three”', () => {
    const shown = wishedOf('tomorrow after 3', { weeklyHours: allDay }).map((at) => at.slice(-5))
    expect(shown).toEqual(['15:00', '16:00', '17:30', '18:30'])
    expect(wishedOf('tomorrow evening', { weeklyHours: allDay }).at(-1)).toBe('Thu 26 21:30')
  })

  it('may be at night if the visitor asks for it', () => {
    expect(wishedOf('at 5 in the morning', { weeklyHours: allDay })[0]).toMatch(/05:00$/)
  })

  it('are none when nothing is free', () => {
    expect(chooseTimes([], { timeZone: 'UTC', now, preferred: readPreferredTime('Friday at 2') })).toEqual([])
  })
})
