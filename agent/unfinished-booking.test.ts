import { expect, test } from 'vitest'

import { startTalk } from './testing/start-booking.ts'

/* A booking before the “yes”: what is arranged, days that are only reasons, requests for the team, and leaving. */

function chosen(words = 'can we meet on Tuesday at 10') {
  const talk = startTalk()
  talk.say(words)
  return talk
}

test.each([
  'so what is now planned?',
  'what have you got me down for',
  'what time did we end up with and on which day',
  'Would you kindly summarise what has been arranged?',
  "can you confirm what's scheduled and under which email",
  'please say me again when is the meeting',
])('says what is chosen when asked “%s”', (said) => {
  const talk = chosen()
  talk.say('ada@example.com')
  expect(talk.say(said)).toMatch(/^Nothing is booked yet\. .*Tuesday 24 November at 10:00/)
})

test('ignores a day that is only a reason', () => {
  const talk = chosen()
  talk.say('actually no wait, tuesday is investor day, make it wednesday at 3')
  talk.say('ada@example.com')
  talk.say('yes')
  expect(talk.bookings()).toMatchObject([{ slotId: 'wed-15' }])
})

test.each(['tell them to skip the slides', 'can they bring an example of a report'])(
  'passes on “%s” and keeps the booking',
  (said) => {
    const talk = chosen()
    talk.say('ada@example.com')
    expect(talk.say(said)).toMatch(/pass/)
    talk.say('yes, book it')
    expect(talk.bookings()).toHaveLength(1)
  },
)

test('passes on the request of a visitor who leaves without saying yes', () => {
  const talk = chosen()
  talk.say('ada@example.com')
  talk.say('Which banks does it read?')
  talk.say('bye')
  talk.say('bye')
  expect(talk.bookings()).toHaveLength(0)
  expect(talk.calls()).toMatchObject([{ when: 'Tuesday 24 November at 10:00', reachAt: 'ada@example.com' }])
})

test('uses the new day when the old one is only a reason', () => {
  const talk = startTalk()
  talk.say('can we meet on Tuesday')
  talk.say('sorry no, tuesday my partner is at a fair and he should be there. wednesday?')
  talk.say('ada@example.com')
  talk.say('yes')
  expect(talk.bookings()).toMatchObject([{ slotId: expect.stringMatching(/^wed/) as string }])
})

test('counts “the first one after 10” among the times after 10', () => {
  const talk = startTalk()
  talk.say('can we meet on Tuesday')
  expect(talk.say('take the first one that is after 10')).not.toMatch(/at 10:00/)
})

test('says goodbye after booking for a visitor who leaves', () => {
  const talk = chosen()
  talk.say('ada@example.com')
  expect(talk.say('perfect, thank you and bye')).toMatch(/^Booked: .*Goodbye\.$/)
  expect(talk.bookings()).toHaveLength(1)
})

test('passes on the request of a visitor who leaves without choosing', () => {
  const talk = startTalk()
  talk.say('can we meet on Tuesday')
  talk.say('ada@example.com')
  talk.say('what did we say')
  talk.say('many thanks. goodbye')
  talk.say('bye')
  expect(talk.calls()).toMatchObject([{ when: 'Tuesday', reachAt: 'ada@example.com' }])
})
