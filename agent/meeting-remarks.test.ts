import { expect, test } from 'vitest'

import { asksForOtherTimes, asksIfBooked, givesUpMeeting, isYes } from './meeting-remarks.ts'

test.each([
  ['yes', true],
  ['Yes, please book it.', true],
  ['that’s right', true],
  ['sounds good', true],
  ['lovely, yes, book it', true],
  ['go on then', true],
  ['aye go on', true],
  ['Yes, that works for me, thank you very much', true],
  ['That is correct, please book.', true],
  ['all right', true],
  ['yes is ok', true],
  ['lovely', false],
  ['yes but what does it cost', false],
  ['no', false],
  ['Is that right?', false],
  ['is fine?', false],
  ['hm', false],
])('“%s” is a yes: %s', (text, expected) => {
  expect(isYes(text)).toBe(expected)
})

test.each([
  ['do you have other times', true],
  ['none of these work', true],
  ['maybe next week', true],
  ['monday', false],
])('“%s” asks for other times: %s', (text, expected) => {
  expect(asksForOtherTimes(text)).toBe(expected)
})

test.each([
  ['please cancel', true],
  ['cancel', true],
  ['my mother comes on Friday. please cancel, i write you again', true],
  ['sorry, I have to cancel', true],
  ['hm sorry, tuesdays no good any more. cancel that', true],
  ['Half our customers book a slot, then cancel.', false],
  ['What happens if they book, then cancel?', false],
])('“%s” gives up the meeting: %s', (text, expected) => {
  expect(givesUpMeeting(text)).toBe(expected)
})

test.each([
  ['Now what have we said, I like to write it on the calendar', true],
  ['back. did that go through?', true],
  ["May I read that back: Thursday, 11 o'clock, and not me.", true],
  ['Could you run that past me once more?', true],
  ['what time did we say', true],
  ['so weds, 7, my mobile, sorted?', true],
  ['What did you say about the export?', false],
  ['Thursday at 7 please', false],
])('“%s” asks what was agreed: %s', (text, expected) => {
  expect(asksIfBooked(text)).toBe(expected)
})
