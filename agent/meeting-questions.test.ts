import { expect, test } from 'vitest'

import type { OfferedSlot } from './offered-slot.ts'
import { offeredSlots } from './testing/offered-slots.ts'
import { startTalk } from './testing/start-booking.ts'

const halfHours: readonly OfferedSlot[] = offeredSlots.map((slot) => ({ ...slot, minutes: 30 }))

function chosen(slots: readonly OfferedSlot[] = halfHours) {
  const talk = startTalk({ slots })
  talk.say('can we meet on Tuesday at 10')
  return talk
}

test.each([
  'how long would it take?',
  'And how long should we set aside?',
  'ok how long is the call',
  'How long will it go?',
])('says how long the meeting takes: “%s”', (said) => {
  expect(chosen().say(said)).toMatch(
    /^(?:It takes 30 minutes|30 minutes are planned for it)\. .*(?:address|invitation)/,
  )
})

test('says how long a booked meeting takes', () => {
  const talk = chosen()
  talk.say('ada@example.com')
  talk.say('yes')
  expect(talk.say('how long is it')).toContain('30 minutes')
})

test('refers to the invitation if only an outside calendar knows how long it takes', () => {
  expect(chosen(offeredSlots).say('how long will it take?')).toContain('The invitation says how long it takes.')
})

test('answers from the notes how long the product keeps something', () => {
  expect(chosen().say('How long are exports kept?')).toContain('90 days')
})

test.each([
  "who'll be on it, is it a salesman?",
  'who would I be speaking to?',
  'and who is joining the call',
  'Who will it be with, do you know yet?',
])('says that somebody of the team comes: “%s”', (said) => {
  expect(chosen().say(said)).toMatch(/from the team/)
})

test.each([
  'who gets notified when somebody joins',
  'who can see what we see',
  'who do we talk to if something breaks at night',
  'who pays when a guest comes late',
])('doesn’t take “%s” for a question about the meeting', (said) => {
  expect(chosen().say(said)).not.toMatch(/from the team;|A person from the team/)
})

test('passes on what the team should know, with the booking', () => {
  const talk = chosen()
  talk.say('ada@example.com')
  talk.say('yes')
  expect(talk.say("could you note for them that we're on SQL Server, about 2 TB")).toContain('the rest')
})

test('cancels “Friday” when the meeting is on Friday, whatever the reason', () => {
  const talk = chosen()
  talk.say('ada@example.com')
  talk.say('yes')
  expect(talk.say("I'm so sorry, our MD has signed with somebody else. Could you cancel Tuesday please")).toContain(
    'Shall I cancel',
  )
})

test('says that it doesn’t know how long a call takes, and who calls', () => {
  const talk = startTalk()
  talk.say('ring me tomorrow at 4')
  expect(talk.say('how long will it take?')).toContain('how much time you have')
  talk.say('07700 900 418')
  expect(talk.say("who's gonna be calling?")).toMatch(/from the team/)
})
