import { expect, test } from 'vitest'

import { startTalk } from './testing/start-booking.ts'

/* Arranging that the team calls the visitor. */

const number = '01632 960118'

/** The last call requested. */
function lastCall(talk: ReturnType<typeof startTalk>) {
  return talk.calls().at(-1)
}

function arranged() {
  const talk = startTalk()
  talk.say(`ring me on Tuesday at 10, ${number}`)
  return talk
}

test.each([
  ['ask for Brian', 'ask for Brian'],
  ['Sandra Okafor, and not the landline after nine please', 'not the landline after nine please'],
  ['and please speak with me and not with the president', 'speak with me and not with the president'],
])('passes on “%s” to the caller', (said, note) => {
  const talk = arranged()
  expect(talk.say(said)).toMatch(/tell them|pass/)
  expect(lastCall(talk)).toMatchObject({ reachAt: number, note })
})

test('keeps a name given with the rest', () => {
  const talk = arranged()
  talk.say('Sandra Okafor, and not the landline after nine please')
  expect(talk.state().facts).toContainEqual({ field: 'name', value: 'Sandra Okafor' })
})

test.each(["aye that's right", 'mint cheers', "yeah that'll do"])('takes “%s” as agreement to the call', (said) => {
  const talk = arranged()
  expect(talk.say(said)).not.toMatch(/misunderstood|notes/)
  expect(talk.state().person.when).not.toBeNull()
})

test.each([
  "actually hang on, friday's the brewery. Call it off for now",
  'to be honest leave the call. I’ll come back in January',
])('cancels the call for “%s”', (said) => {
  const talk = arranged()
  talk.say(said)
  expect(lastCall(talk)).toMatchObject({ isOff: true })
})

test('arranges it again for the same number', () => {
  const talk = arranged()
  talk.say('call it off for now')
  talk.say("go on then, same number, Monday week at noon, can't be fairer than that")
  expect(lastCall(talk)).toMatchObject({ when: 'Monday week at 12:00', reachAt: number })
})

test('waits for a number given in two pieces', () => {
  const talk = startTalk()
  talk.say('ring me on Tuesday at 10')
  expect(talk.say('01632')).toContain('01632')
  talk.say('960 417, ask for Derek')
  expect(lastCall(talk)).toMatchObject({ reachAt: '01632 960 417', note: 'ask for Derek' })
})

test('tells an hour from the number after it', () => {
  const talk = startTalk()
  talk.say('can somebody ring me, not before 9')
  talk.say("Tuesday 10.30. 01632 960418, that's the pub, ask for Dai")
  expect(lastCall(talk)).toMatchObject({ when: expect.stringMatching(/^Tuesday.*10:30/), reachAt: '01632 960418' })
})

test('changes the time while it waits for a number', () => {
  const talk = startTalk()
  talk.say('you can call me tomorrow?')
  expect(talk.say('ah sunday, I forget. Then monday 5 in afternoon after closing')).toContain('Monday at 17:00')
  talk.say(`Ionut, ${number}`)
  expect(lastCall(talk)).toMatchObject({ when: 'Monday at 17:00', reachAt: number })
})

test.each([
  'We do raku. If it rains, call it off',
  'what did you say about the export',
  'members ask for Raku',
  'our email address is on the website',
])('leaves an arranged call alone after “%s”', (said) => {
  const talk = arranged()
  const before = talk.calls().length
  talk.say(said)
  expect(talk.calls()).toHaveLength(before)
})

test('doesn’t read an hour with four digits as a phone number', () => {
  const talk = startTalk()
  talk.say('can someone call me')
  expect(talk.say('0930')).not.toContain('so far')
})

test.each([
  ['Noon’s no good after all, there’s a board lunch. 2:15.', /14:15/],
  ['Bo just texted, says 6 is better', /18:00/],
  ['No, not Tuesday, that’s bell ringing. Make it Wednesday, half past seven.', /Wednesday at 19:30/],
])('changes the call for “%s”', (said, when) => {
  const talk = arranged()
  talk.say('My name is Rohan Mistry by the way.')
  talk.say(said)
  expect(lastCall(talk)).toMatchObject({ when: expect.stringMatching(when), reachAt: number })
})

test('turns a call into a meeting at the same time', () => {
  const talk = arranged()
  talk.say("let's do it by video, same day and time")
  expect(lastCall(talk)).toMatchObject({ isOff: true })
  expect(talk.calendar.at(-1)).toMatchObject({
    type: 'find-slots',
    preferredTime: expect.stringMatching(/Tuesday.*10:00/),
  })
})

test('doesn’t read “no video” as “no call”', () => {
  const talk = startTalk()
  talk.say("I don't do video. Somebody can telephone me, in the evening, after seven, Monday.")
  talk.say(number)
  expect(lastCall(talk)).toMatchObject({ when: expect.stringMatching(/Monday after 19:00/), reachAt: number })
})

test.each([
  ["actually tuesday's mobilisation day, move it to Wednesday, same time", 'Wednesday at 10:00'],
  ['i forgot my choir. better is thursday, same hour', 'Thursday at 10:00'],
])('moves an arranged call for “%s”', (said, when) => {
  const talk = arranged()
  talk.say(said)
  expect(lastCall(talk)).toMatchObject({ when, reachAt: number })
})

test('calls the number that replaces an address, at the time already arranged', () => {
  const talk = startTalk()
  talk.say('can someone call me on Tuesday at 10')
  talk.say('ada@example.com')
  talk.say(`my boss says a video is no good, better your colleague calls by phone: ${number}`)
  expect(lastCall(talk)).toMatchObject({ when: 'Tuesday 24 November at 10:00', reachAt: number })
})

test('keeps the call for “same day, same time is ok for the call”', () => {
  const talk = arranged()
  expect(talk.say('same day same time is ok for the call')).toContain('Tuesday at 10:00')
  expect(lastCall(talk)).toMatchObject({ when: 'Tuesday at 10:00' })
})

test('keeps the zone of the call’s time while asking for the number', () => {
  const talk = startTalk()
  talk.say('can someone ring me on Tuesday at 10')
  expect(talk.say("we're on Central time")).toContain('Tuesday 24 November at 10:00, Central Time')
})
