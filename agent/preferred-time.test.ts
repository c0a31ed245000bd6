import { describe, expect, it, test } from 'vitest'

import { cpuMs } from '#support/cpu-time.ts'
import { readPreferredTime, readPreferredTimes } from './preferred-time.ts'

const any = [0, 24 * 60] as const
const h = (hour: number, minute = 0) => hour * 60 + minute

describe('the time asked for', () => {
  it.each([
    'I live on the 4th floor',
    'this is the 3rd time',
    'what is on the 2nd slide',
    'the second may be better',
    'we have 2 and a half years left',
  ])('is not in “%s”', (said) => {
    expect(readPreferredTime(said)).toBeNull()
  })

  it.each([
    ['tomorrow morning', { kind: 'offset', days: 1 }, [h(6), h(12)], null],
    ['Friday at 2', { kind: 'weekday', weekday: 5, inWeek: null }, any, h(14)],
    ['fri 2pm works', { kind: 'weekday', weekday: 5, inWeek: null }, any, h(14)],
    ['got half an hour on Friday?', { kind: 'weekday', weekday: 5, inWeek: null }, any, null],
    ['next Tuesday after 4', { kind: 'weekday', weekday: 2, inWeek: 1 }, [h(16), h(24)], null],
    ['Monday week, 9.30am?', { kind: 'weekday', weekday: 1, inWeek: null, isWeekLater: true }, any, h(9, 30)],
    ['monday the seventh at two', { kind: 'date', day: 7, month: null, weekday: 1 }, any, h(14)],
    ['the twenty-first of January at 3', { kind: 'date', day: 21, month: 1 }, any, h(15)],
    ['make it Monday the 7th, 11 as well', { kind: 'date', day: 7, month: null, weekday: 1 }, any, h(11)],
    ['make it friday, still 11', { kind: 'weekday', weekday: 5, inWeek: null }, any, h(11)],
    ["I'm asleep till half three, so 4 o'clock tomorrow", { kind: 'offset', days: 1 }, any, h(16)],
    ['30 minutes at 7.12. in the forenoon', { kind: 'date', day: 7, month: 12 }, [h(6), h(12)], null],
    ['any time after five in the evening is hopeless', null, [0, h(17)], null],
    ['Monday, 10.', { kind: 'weekday', weekday: 1, inWeek: null }, any, h(10)],
    ['monday 5 in afternoon after closing', { kind: 'weekday', weekday: 1, inWeek: null }, any, h(17)],
    ['10 and half', null, any, h(10, 30)],
    ['1430 if you have it', null, any, h(14, 30)],
    ['say eleven', null, any, h(11)],
    ['between 6 and 8 in the morning', null, [h(6), h(8)], null],
    ['wed at 1030', { kind: 'weekday', weekday: 3, inWeek: null }, any, h(10, 30)],
    ['then monday 9', { kind: 'weekday', weekday: 1, inWeek: null }, any, h(9)],
    ['Monday the 7th at half past two', { kind: 'date', day: 7, month: null, weekday: 1 }, any, h(14, 30)],
    ['sometime next week', { kind: 'week', offset: 1, part: null }, any, null],
    ['end of next week', { kind: 'week', offset: 1, part: 'end' }, any, null],
    ['early next week', { kind: 'week', offset: 1, part: 'start' }, any, null],
    ['thursdays before 11', { kind: 'weekday', weekday: 4, inWeek: null }, [0, h(11)], null],
    ['not before ten please', null, [h(10), h(24)], null],
    [
      'Tuesday or Wednesday, not before 11',
      { kind: 'weekday', weekday: 2, inWeek: null, or: [3] },
      [h(11), h(24)],
      null,
    ],
    ['she teaches in the mornings, so after one', null, [h(13), h(24)], null],
    ['Good afternoon, Friday at 9 please', { kind: 'weekday', weekday: 5, inWeek: null }, any, h(9)],
    ["let's talk monday. never mind, tuesday", { kind: 'weekday', weekday: 2, inWeek: null }, any, null],
    ['9:30 please', null, any, h(9, 30)],
    ['after 4 p.m. please', null, [h(16), h(24)], null],
    ['around lunch', null, [h(11, 30), h(14)], null],
    ['after lunch', null, [h(13), h(15)], null],
    ['after 4', null, [h(16), h(24)], null],
    ['any time after four pm', null, [h(16), h(24)], null],
    ['between 2 and 4', null, [h(14), h(16)], null],
    ['9-11am', null, [h(9), h(11)], null],
    ['from 10 to 12', null, [h(10), h(12)], null],
    ['by noon', null, [0, h(12)], null],
    ['at nine in the morning', null, any, h(9)],
    ['at 7 in the morning', null, any, h(7)],
    ['at 8 in the evening', null, any, h(20)],
    ['half past two', null, any, h(14, 30)],
    ['quarter to three tomorrow', { kind: 'offset', days: 1 }, any, h(14, 45)],
    ['14:30 today', { kind: 'offset', days: 0 }, any, h(14, 30)],
    ['3 o’clock', null, any, h(15)],
    ['the day after tomorrow', { kind: 'offset', days: 2 }, any, null],
    ['in two weeks', { kind: 'week', offset: 2, part: null }, any, null],
    ['on the 24th', { kind: 'date', day: 24, month: null }, any, null],
    ['24 November', { kind: 'date', day: 24, month: 11 }, any, null],
    ['Dec 1st in the afternoon', { kind: 'date', day: 1, month: 12 }, [h(12), h(18)], null],
    ['first thing tomorrow', { kind: 'offset', days: 1 }, [h(7), h(10)], null],
    ['tonight', { kind: 'offset', days: 0 }, [h(17), h(22)], null],
  ] as const)('in “%s” is understood', (text, day, [from, to], at) => {
    expect(readPreferredTime(text)).toEqual({ day, from, to, at })
  })

  it.each([
    'I would like to talk to someone',
    'the first one',
    'can I book a demo for 12 people?',
    'we have 3 offices and 40 seats',
    'can we set something up?',
    'sixty of us would use it',
    'anything but Monday',
    'Friday I am at the dentist',
  ])('is not found in “%s”', (text) => {
    expect(readPreferredTime(text)).toBeNull()
  })

  it('is parsed quickly from hostile text', () => {
    for (const text of ['1 '.repeat(50_000), 'between '.repeat(20_000), 'early '.repeat(20_000), '9-'.repeat(50_000)]) {
      expect(cpuMs(() => readPreferredTime(text))).toBeLessThan(50)
    }
  })
})

test.each([
  ['Tomorrow at 2 or Friday any time after 3', [h(14), null], [0, h(15)]],
  ['Tuesday or Wednesday at 10', [h(10)], [0]],
  ['tomorrow', [null], [0]],
])('has each of the days with their own times in “%s”', (said, at, from) => {
  const times = readPreferredTimes(said)
  expect(times.map((time) => time?.at)).toEqual(at)
  expect(times.map((time) => time?.from)).toEqual(from)
})

test('reads “the week of 7 December” as seven days', () => {
  const span = { from: { day: 7, month: 12 }, to: { day: 13, month: 12 } }
  for (const said of ['two of us, 45 minutes, week of the 7th of December', 'w/c 7 Dec'])
    expect(readPreferredTime(said)?.day).toEqual({ kind: 'span', span, weekdays: [] })
})

test.each([
  ['Tuesday at 10 please. My next meeting is at 11.', h(10)],
  ['Monday at 9. We open at 8.', h(9)],
  ['He is at school until noon that day. 2 pm?', h(14)],
  ['tuesday at 2 30 minutes is enough', h(14)],
])('the hour wished for in “%s” is minute %i', (said, at) => {
  expect(readPreferredTime(said)?.at).toBe(at)
})

test('reads at most four of many preferred times', () => {
  const times = readPreferredTimes('sat 7am or sun 7am or '.repeat(20))
  expect(times).toHaveLength(4)
  expect(times[0]).toMatchObject({ at: 7 * 60 })
})
