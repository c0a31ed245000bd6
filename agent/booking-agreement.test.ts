import { expect, test } from 'vitest'

import { startTalk } from './testing/start-booking.ts'

function confirming() {
  const talk = startTalk()
  talk.say('talk to sales')
  talk.say('the first one')
  talk.say('ada@example.com')
  return talk
}

test('books only on a yes: not on a “hm”, not on a question, and not twice', () => {
  const talk = confirming()
  expect(talk.say('hm')).toContain('Shall I book that?')
  talk.say('How long are exports kept?')
  expect(talk.bookings()).toEqual([])
  expect(talk.say('yes')).toMatch(/shall I book it\?/i)
  talk.say('yes')
  talk.say('yes')
  expect(talk.bookings()).toHaveLength(1)
})

test('asks twice whether to book, then answers questions without asking again', () => {
  const talk = confirming()
  expect(talk.say('How long are exports kept?')).toMatch(/90 days.*shall I book that\?/i)
  expect(talk.say('Can both be cancelled at any time?')).not.toMatch(/book/i)
  expect(talk.say('thanks')).toMatch(/shall I book it\?/i)
  expect(talk.bookings()).toEqual([])
})

test.each([
  'Very good. I confirm.',
  'Thank you, please go ahead and confirm.',
  'awesome, lock it in',
  'Brilliant, yes, put us both down for that',
  'Good, send it.',
  'Splendid. We’ll be there.',
  'Thank you, yes, this is what I want. Please book.',
  'Lovely, that’s right. Thank you my dear, goodbye.',
  'Correct. Go.',
  'Super, we do that.',
  'Yes, Monday, please book',
  'Much appreciated. Have a pleasant weekend.',
])('takes “%s” as a yes', (text) => {
  const talk = confirming()
  talk.say(text)
  expect(talk.bookings()).toHaveLength(1)
})

test.each([
  'bye',
  'thanks, I’ll pass',
  'let me sleep on it, thanks',
  'ok I’ll ask my husband',
  'my treasurer needs to say yes',
  'Good luck with that',
  'lovely demo by the way',
  'the price is right I guess',
  'go back to the prices',
  'Monday clashes with my course, thanks',
  'just book keeping for now',
  'we will be there with three people',
  'hang on, I need to think',
  'great, but could it be Thursday?',
  'yes but not on that day',
  'perfect, what does it cost?',
  'ok wait',
  'sorry, one moment',
])('doesn’t take “%s” as a yes', (text) => {
  const talk = confirming()
  talk.say(text)
  expect(talk.bookings()).toEqual([])
})

test('books for visitors who thank for the time as if it were booked', () => {
  const talk = startTalk()
  talk.say('meeting tuesday 10h?')
  talk.say('kim@ruralvet.example')
  expect(talk.say('thx')).toContain('Booked: Tuesday 24 November at 10:00.')
})

test.each(['thanks bye', 'Thank you so much, bye'])('books for “%s” after the question whether to book', (said) => {
  const talk = startTalk()
  talk.say('meeting tuesday 10h?')
  talk.say('kim@ruralvet.example')
  expect(talk.say(said)).toContain('Booked: Tuesday 24 November at 10:00.')
})
