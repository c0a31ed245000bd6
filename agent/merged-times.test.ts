import { expect, test } from 'vitest'

import { mergeTimes, minutesPast } from './merged-times.ts'
import { preferredTimeText, writePreferredTime } from './preferred-time-text.ts'
import { readPreferredTime } from './preferred-time.ts'

test.each([
  ['after half 5', 'Wednesday is good', 'Wednesday after 17:30'],
  [
    'next week after 17:30',
    'no sorry Thursday, I am on a course Wednesday',
    'Thursday next week after 17:30, not wednesday',
  ],
  ['the week after next', 'Thursday in the afternoon', 'Thursday of the week after next in the afternoon'],
  ['in 3 weeks', 'Tuesday', 'Tuesday in 3 weeks'],
  ['next week', 'this Friday rather', 'Friday'],
  ['in the evening', 'not Tuesday', 'in the evening, not tuesday'],
  ['Wednesday after 17:30', 'not Wednesday', 'after 17:30, not wednesday'],
  ['not Monday', 'ok, Monday at 3', 'Monday at 15:00'],
  ['Friday at 15:00', 'any time Thursday', 'Thursday'],
  ['Friday', 'after 3', 'Friday after 15:00'],
  ['', 'Monday at 9', 'Monday at 9'],
  ['Monday the 28th in the morning', 'the Tuesday then', 'Tuesday the 29th in the morning'],
  ['between 8 and 14 February', 'Tuesday or Wednesday', 'Tuesday or Wednesday between 8 and 14 February'],
  ['Monday or Tuesday', 'not Monday', 'Tuesday, not monday'],
  ['24 November at 10:00', 'not the 24th', 'at 10:00, not 24th'],
  ['Friday, not at 15:00', 'Friday at 15:00', 'Friday at 15:00'],
])('“%s”, then “%s” is %s', (before, said, merged) => {
  expect(mergeTimes(before, said)).toBe(merged)
})

test.each([
  ['Friday after 17:00', 'half past', 'Friday at 17:30'],
  ['tomorrow at 9', 'make it quarter past, please', 'tomorrow at 9:15'],
  ['tomorrow', 'half past', null],
  ['tomorrow at 9', 'half past what?', null],
])('“%s”, then “%s” is %s', (before, said, merged) => {
  expect(minutesPast(before, said)).toBe(merged)
})

test.each([
  ['call me 11.12. 14:00', '11 December at 14:00'],
  ['2026-12-15 at 9', '15 December at 9:00'],
  ['12/15 at 3pm', '15 December at 15:00'],
  ['first tue in january', 'the first Tuesday in January'],
  ["the Monday after New Year's, 3pm", 'the first Monday in the new year at 15:00'],
  ['Monday in eight days, 11h', 'Monday week at 11:00'],
  ['so Wednesday the 9, ore 16', 'Wednesday the 9th at 16:00'],
  ['Monday 14th at 7 in the evening', 'Monday the 14th at 19:00'],
  ['Tuesday 1 December, half ten', 'Tuesday 1 December at 10:30'],
  ['tomorrow, after lunch', 'tomorrow after lunch'],
  ['this evening', 'this evening'],
  ['second week of Feb, Tuesday or Wednesday, from 7 am', 'Tuesday or Wednesday between 8 and 14 February after 07:00'],
  ['2nd half of December, any morning', 'between 16 and 31 December in the morning'],
  ['between Christmas and New Year, Monday 28th in the morning', 'Monday 28 December in the morning'],
  ['mid January', 'between 11 and 20 January'],
  ['Wednesday morning, not too early', 'Wednesday late in the morning'],
  ['after 6, not later than 9', 'between 18:00 and 21:00'],
  ['he is only free at weekends', 'Saturday or Sunday'],
  ['end of next week', 'the end of next week'],
  ['Thursday in the week after next', 'Thursday of the week after next'],
  ['Monday in 2 weeks at 3', 'Monday of the week after next at 15:00'],
  ['after the lunch rush', 'between 14:00 and 17:00'],
  ['after the school run', 'between 9:00 and 12:00'],
  ['before we open', 'before 9:30'],
])('“%s” is said as “%s”, which is understood the same way', (said, text) => {
  expect(preferredTimeText(said)).toBe(text)
  const time = readPreferredTime(said)
  expect(time).not.toBeNull()
  expect(time === null ? null : readPreferredTime(writePreferredTime(time))).toEqual(time)
})

test.each([
  'Our version is 5.7. Does it work?',
  'We are on 5.7. Is that ok?',
  'support 24/7',
  'the 16/9 screens',
  'not at the weekend',
  'we need weekend support',
  'may 5 people join?',
  'we run MySQL 5.7.',
  'either 11/12 of it',
  'the Wednesday evening is rehearsal, so not then',
])('no time is asked for in “%s”', (said) => {
  expect(readPreferredTime(said)).toBeNull()
})
