import { expect, test } from 'vitest'

import type { OfferedSlot } from './offered-slot.ts'
import { offeredSlots } from './testing/offered-slots.ts'
import { startTalk } from './testing/start-booking.ts'

/** A time as a server offers it in each zone; 19:00 UTC is 14:00 in New York and 20:00 in Berlin. */
function slotIn(hour: number): readonly OfferedSlot[] {
  const time = `${hour}:00`
  return offeredSlots.slice(1, 2).map((slot) => ({
    ...slot,
    hour,
    spoken: `Tuesday 24 November at ${time}`,
    label: `Tue 24 Nov, ${time}`,
    isWished: true,
  }))
}

test.each([
  ['book a meeting tuesday 2pm eastern', 14, 'America/New_York', 'Eastern Time', 'tuesday 2pm'],
  ["Can we meet? Tuesday 16:00, I'm in Berlin", 16, 'Europe/Berlin', 'Berlin time', 'Tuesday 16:00'],
  ['can we talk tuesday 3pm UK time', 15, 'Europe/London', 'UK time', 'tuesday 3pm'],
] as const)('books in the zone that the visitor names: “%s”', (said, hour, timeZone, zone, wish) => {
  const talk = startTalk({ slots: slotIn(hour) })
  const time = `Tuesday 24 November at ${hour}:00, ${zone}`
  expect(talk.say(said)).toBe(`${time}. Which email address should the invitation go to?`)
  expect(talk.calendar).toMatchObject([{ type: 'find-slots', timeZone }])
  expect(talk.calendar[0]).toMatchObject({ preferredTime: expect.stringContaining(wish) as string })
  expect(talk.say('ada@example.com')).toContain(`${time}, with the invitation to ada@example.com`)
  expect(talk.say('yes')).toContain(`Booked: ${time}.`)
  expect(talk.bookings()).toMatchObject([{ timeZone }])
  expect(talk.say('when is my meeting?')).toContain(`Your meeting is on ${time}.`)
})

test('looks again for the chosen time when the visitor names a zone afterwards, and keeps the zone', () => {
  const talk = startTalk({ answers: ['booked', 'moved'] })
  for (const said of ['book a meeting', 'Tuesday at ten', 'ada@example.com']) talk.say(said)
  talk.say("oh, and I'm in New York")
  expect(talk.calendar.at(-1)).toEqual({
    type: 'find-slots',
    after: null,
    preferredTime: 'the 24th at 10:00',
    timeZone: 'America/New_York',
  })
  expect(talk.state().booking).toMatchObject({ stage: 'confirming', email: 'ada@example.com' })
  expect(talk.say('is that my time or yours?')).toContain('All times are in New York time.')
  talk.say('yes')
  talk.say('can we move it to Wednesday?')
  expect(talk.calendar.at(-1)).toMatchObject({ timeZone: 'America/New_York' })
})

test('reads a bare hour with a zone, and names the zone once after several times', () => {
  const talk = startTalk()
  talk.say('book a meeting')
  expect(talk.say('4 my time in Sydney')).toMatch(
    /^I don't see a free time at 16:00.* November at \d\d:\d\d, Sydney time\. .*\?/,
  )
  expect(talk.calendar.at(-1)).toMatchObject({ preferredTime: 'at 4', timeZone: 'Australia/Sydney' })
})

test('a place in a question about the product is no zone', () => {
  const talk = startTalk()
  talk.say('our team in Berlin uses Slack')
  expect(talk.state().zone).toBeNull()
})
