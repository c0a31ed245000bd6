import { expect, test } from 'vitest'

import { startTalk } from './testing/start-booking.ts'

/* Bookings with complications: another day or hour, zones, people, corrected addresses, and calls instead. */

function chosen(words = 'can we meet on Tuesday at 10') {
  const talk = startTalk()
  talk.say(words)
  return talk
}

function confirming() {
  const talk = chosen()
  talk.say('Ada Byron, ada@example.com')
  return talk
}

/** The preferred time last sent to the calendar. */
function wish(talk: ReturnType<typeof startTalk>): string {
  const found = talk.calendar.findLast(({ type }) => type === 'find-slots')
  return found?.type === 'find-slots' ? found.preferredTime : ''
}

test.each([
  ['wait, tuesday the diver comes. same time but a day later', /10:00.* 25th/],
  ['same time a day later please', /10:00.* 25th/],
  ['move it to the following week, same day same time', /the 1th.* 10:00|the 1st.* 10:00/],
  ["my partner can't make it in til 10:20. so half an hour later", /10:30/],
  ['could we start half an hour later than I said?', /10:30/],
])('moves the chosen time for “%s”', (said, time) => {
  const talk = confirming()
  talk.say(said)
  expect(wish(talk)).toMatch(time)
})

test.each([
  ['not monday, not wednesday and friday we have three funerals', ['monday', 'wednesday', 'friday']],
  ['any day but tuesday and friday, and not today', ['tuesday', 'friday', 'today']],
])('leaves out every day of “%s”', (said, days) => {
  const talk = startTalk()
  talk.say(`I'd like a meeting. ${said}`)
  for (const day of days) expect(wish(talk).toLowerCase()).toContain(day)
  expect(talk.say('the first one')).not.toMatch(new RegExp(days.join('|'), 'i'))
})

test.each([
  ['sorry it is .org at the end, I typed wrong', 'ada@example.org'],
  ['excuse me, .example, same as ours', 'ada@example.example'],
])('corrects the end of the address for “%s”', (said, email) => {
  const talk = confirming()
  expect(talk.say(said)).toContain(email)
})

test.each([
  'put also luka@example.com in the invitation please',
  'his is luka@example.com',
  "he's Hank, luka@example.com, add him",
])('notes a colleague for “%s” and keeps the address for the invitation', (said) => {
  const talk = confirming()
  expect(talk.say(said)).toContain('luka@example.com')
  talk.say('yes, book it')
  expect(talk.bookings()).toMatchObject([{ email: 'ada@example.com', guests: ['luka@example.com'] }])
})

test.each(["not a dealbreaker. book it if you haven't yet", 'Thank you, God bless'])('books for “%s”', (said) => {
  const talk = confirming()
  talk.say(said)
  expect(talk.bookings()).toHaveLength(1)
})

test('books at once for somebody who says so with the address', () => {
  const talk = chosen()
  talk.say('fine, book it. the invitation goes to ada@example.com')
  expect(talk.bookings()).toMatchObject([{ email: 'ada@example.com' }])
})

test.each(['boss says no new systems till spring. take it out again', 'sorry, take it out again'])(
  'cancels for “%s”',
  (said) => {
    const talk = confirming()
    expect(talk.say(said)).toContain('no meeting')
    expect(talk.state().booking).toBeNull()
  },
)

test('doesn’t cancel for a correction to forget', () => {
  const talk = confirming()
  talk.say('there are two n in my address, as I wrote the first time. Forget it please.')
  expect(talk.state().booking?.stage).toBe('confirming')
  expect(talk.state().booking?.chosen?.id).toBe('tue-10')
})

test.each([
  ['we have a yard close to Split. can we meet on Wednesday at 11, our time', 'Europe/Zagreb'],
  ['buenos aires here. can we have a call on wednesday 11 am my time', 'America/Buenos_Aires'],
  ['could we have a meeting on tuesday, three in the afternoon here? we sit in Dubai', 'Asia/Dubai'],
  ["any chance of a live demo? I'm in Fresno so 8 am or later pacific, wednesday", 'America/Los_Angeles'],
  ['book a meeting thursday before ten mountain if there is such a thing', 'America/Denver'],
])('looks in the visitor’s zone for “%s”', (said, zone) => {
  const talk = startTalk()
  talk.say(said)
  expect(talk.state().zone?.id).toBe(zone)
})

test.each([
  'I think it is quicker if we just talk.',
  'not much of a typer, me. can we speak?',
  'A demonstration on Thursday at 14:00, is it possible?',
  'can you show me on my own data? with a person i mean',
  '30 min with an onboarding person before I commit, is that a thing?',
  'Two colleagues and I, 45 minutes, sometime between 7 and 11 December',
  'It is my director who must see it, not me. Friday at noon',
  "I'm only free on Thursday, so like 8pm, is that nuts?",
])('finds a request to meet in “%s”', (said) => {
  const talk = startTalk()
  talk.say(said)
  expect(talk.state().booking ?? talk.state().person.stage !== 'none').toBeTruthy()
})

test('takes a bare name for a name, and asks for the address again', () => {
  const talk = chosen()
  expect(talk.say('Mick Brannigan')).not.toMatch(/whole email/)
  talk.say('mick@example.com')
  talk.say('yes')
  expect(talk.bookings()).toMatchObject([{ name: 'Mick Brannigan', email: 'mick@example.com' }])
})

test.each(["thursday three o'clock then", 'Thursday at 3'])('changes the chosen time for “%s”', (said) => {
  const talk = chosen()
  talk.say(said)
  expect(wish(talk)).toMatch(/thursday/i)
})

test('reads the day after “till Wednesday”', () => {
  const talk = startTalk()
  talk.say("We'd like a demo but my production manager's on nights till Wednesday so Thursday at the soonest")
  expect(talk.state().booking?.chosen?.weekday).not.toBe('Wednesday')
})

test('says the time in another place', () => {
  const talk = confirming()
  expect(talk.say('what time would it be for my partner in Madrid?')).toMatch(/11:00, Madrid time/)
})

test.each(['callback asap', 'not a big reader. just call', 'Call me at 602-555-0119'])(
  'arranges a call for “%s”',
  (said) => {
    const talk = startTalk()
    talk.say(said)
    const { person } = talk.state()
    expect(person.stage !== 'none' || person.when !== null).toBe(true)
  },
)

test('repeats the call that was noted for “no email, just ring”', () => {
  const talk = startTalk()
  talk.say('Call me at 602-555-0119 tomorrow at 10')
  expect(talk.say('no email, never look at it. just ring')).toMatch(/602-555-0119, tomorrow at 10:00/)
})

test.each([
  ['it is .co.uk at the end, sorry', 'ada@example.co.uk'],
  ['I run a .net shop, same stack as you?', 'ada@example.com'],
])('after “%s”, the address is %s', (said, email) => {
  const talk = confirming()
  talk.say(said)
  expect(talk.state().booking?.email).toBe(email)
})

test.each([
  'Friday I have all afternoon',
  'Friday I have an opening at 2',
  "Friday my boss is away, so that's perfect",
  'Not Tuesday, and Friday please',
])('keeps Friday for “%s”', (said) => {
  const talk = startTalk()
  talk.say('can we have a meeting')
  talk.say(said)
  expect(wish(talk)).toMatch(/friday/i)
  expect(wish(talk)).not.toMatch(/not friday/i)
})

test.each([
  'no other date works, I take the second',
  'can you take it off the invoice?',
  "I'm good, no other time needed",
])('doesn’t cancel for “%s”', (said) => {
  const talk = confirming()
  talk.say(said)
  expect(talk.state().booking).not.toBeNull()
})

test.each(['Never mind, my address is private', "Forget it, I don't want to give my address"])(
  'cancels for “%s”',
  (said) => {
    const talk = confirming()
    talk.say(said)
    expect(talk.state().booking).toBeNull()
  },
)

test('a place somebody mentions doesn’t replace their own', () => {
  const talk = startTalk()
  talk.say('hello from Berlin')
  talk.say('we have a customer in Tokyo')
  talk.say('can we have a meeting on tuesday at 3pm my time')
  expect(talk.state().zone?.id).toBe('Europe/Berlin')
})

test('goes on after “see you then”', () => {
  const talk = confirming()
  expect(talk.say('Yes, and I will send the list later')).not.toContain('Goodbye')
})

test('calls a person now, whatever else is at three', () => {
  const talk = startTalk()
  talk.say('can I talk to someone right now? I have a meeting at 3')
  expect(talk.state().person.stage).toBe('ringing')
})

test('goes on after a goodbye whose time was taken', () => {
  const talk = startTalk({ answers: ['taken', 'booked'] })
  talk.say('can we meet on Tuesday at 10')
  talk.say('ada@example.com')
  talk.say('perfect, thank you and bye')
  talk.say('then Monday at 9')
  expect(talk.say('yes')).not.toContain('Goodbye')
})

test.each(['Yes, Tuesday at 10', 'Quite right.', 'yes that one', 'Now it is correct'])(
  'takes a yes that names nothing else: “%s”',
  (said) => {
    const talk = confirming()
    talk.say(said)
    expect(talk.bookings()).toHaveLength(1)
  },
)

test.each([
  'Yes, Wednesday at 10',
  'yes, but 11 would be better',
  'ok cancel Tuesday',
  'Okay, let me check Tuesday with my boss',
  'Very busy on Tuesday, sorry',
  'yes, 10 pm',
  'right now please',
])('doesn’t take “%s” for a yes to Tuesday at 10', (said) => {
  const talk = confirming()
  talk.say(said)
  expect(talk.bookings()).toEqual([])
})

test.each(["no ta, I'll come back in january if I still fancy it", "no need, i'll reach out"])(
  'cancels after “Shall I cancel?” on “%s”',
  (said) => {
    const talk = confirming()
    talk.say('yes')
    expect(talk.say('scrap it please, we are freezing all spending')).toContain('Shall I cancel')
    talk.say(said)
    expect(talk.calendar.at(-1)).toMatchObject({ type: 'cancel-meeting' })
  },
)

test.each(['No, keep it. Bye.', 'no, I will be back by then, leave it'])('keeps the meeting on “%s”', (said) => {
  const talk = confirming()
  talk.say('yes')
  talk.say('cancel the meeting please')
  talk.say(said)
  expect(talk.calendar.some(({ type }) => type === 'cancel-meeting')).toBe(false)
})

test('repeats an arranged call when the visitor confirms the number', () => {
  const talk = startTalk()
  talk.say('ring me tomorrow at 4, 07700 900 418')
  expect(talk.calls()).toHaveLength(1)
  expect(talk.say("Yes that's the right number")).toContain('07700 900 418')
})

test.each([
  ['give me a ring at 903-555-0127 whenever, the cell is always on', '903-555-0127', ''],
  ['please to call on +91 98765 00123, I am available after lunch IST', '+91 98765 00123', 'after lunch, India time'],
  ['can someone gimme a ring, 07700 900 529, before noon', '07700 900 529', 'before 12:00'],
  ['have a human call the clinic please tomorrow at 9, 614-555-0119', '614-555-0119', 'tomorrow at 9:00'],
  ['can you ring me, 087 555 0142, any time after five is hopeless so before that', '087 555 0142', 'before 17:00'],
])('arranges a call for “%s”', (said, reachAt, when) => {
  const talk = startTalk()
  talk.say(said)
  expect(talk.calls().at(-1)).toMatchObject({ reachAt, when })
})

test('corrects the number of an arranged call, and says it again for “yes, this one”', () => {
  const talk = startTalk()
  talk.say('ring me tomorrow at 4, 07700 900 618')
  talk.say('sorry, wrong, it is 07700 900 681. always i mix the numbers')
  expect(talk.calls().at(-1)).toMatchObject({ reachAt: '07700 900 681' })
  expect(talk.say('yes, this one')).toContain('07700 900 681')
})
