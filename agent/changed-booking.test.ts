import { expect, test } from 'vitest'

import { offeredSlots } from './testing/offered-slots.ts'
import { startTalk } from './testing/start-booking.ts'

/* Visitors who change their mind about a meeting or a call, or end it in their own words. */

function chosen(words = 'can we meet on Tuesday at 10') {
  const talk = startTalk()
  talk.say(words)
  return talk
}

test.each(['Cool, see you then.', 'perfect, see you on Tuesday', 'great, speak then'])(
  'books for “%s” after the question whether to book',
  (said) => {
    const talk = chosen()
    talk.say('ada@example.com')
    talk.say(said)
    expect(talk.bookings()).toMatchObject([{ slotId: 'tue-10' }])
  },
)

test.each([
  "Oh no, Tuesday's the funeral, better leave it for now.",
  "let's leave it",
  'nah leave it ill ring you myself',
  "best drop it for today, I'll come back to you",
  'nope, leave it for now',
])('gives up the booking for “%s”', (said) => {
  const talk = chosen()
  talk.say(said)
  expect(talk.state().booking).toBeNull()
})

test.each(['can I leave it on all night', 'does the export drop it off at the bank'])(
  'does not give up the booking for the question “%s”',
  (said) => {
    const talk = chosen()
    talk.say(said)
    expect(talk.state().booking).not.toBeNull()
  },
)

test.each(['Is Tuesday definitely booked?', 'What did we agree on, just to be sure?', 'are we all set for Tuesday?'])(
  'says what is agreed when asked “%s” before the booking',
  (said) => {
    const talk = chosen()
    talk.say('ada@example.com')
    expect(talk.say(said)).toMatch(/^Nothing is booked yet\. .*Tuesday 24 November at 10:00/)
    talk.say('yes')
    expect(talk.say(said)).toContain('Tuesday 24 November at 10:00')
  },
)

test('takes a day that replaces another, at the same hour', () => {
  const talk = chosen()
  talk.say("sorry, it's not the 24th, it's the 25th")
  expect(talk.calendar.at(-1)).toMatchObject({ preferredTime: expect.stringMatching(/25th.*10:00/) })
  talk.say('no sorry, not November 25, I meant November 26')
  expect(talk.calendar.at(-1)).toMatchObject({ preferredTime: expect.stringContaining('26') })
})

test('takes “any time after school, say two” as two on that day', () => {
  const talk = startTalk()
  talk.say('can we meet')
  talk.say('Tuesday then, any time after the school run, say ten.')
  expect(talk.state().booking?.chosen?.id).toBe('tue-10')
})

test('reads an hour without a colon as a correction', () => {
  const talk = startTalk()
  talk.say('can we meet on Tuesday')
  talk.say('soz make that 230')
  expect(talk.state().booking?.chosen?.id).toBe('tue-14')
})

test('means the day after tomorrow by “not tomorrow, the day after”', () => {
  const talk = startTalk()
  talk.say('Can we talk? Not tomorrow, the day after, whenever suits you before noon.')
  expect(talk.state().booking?.chosen?.id).not.toBe('mon-9')
  expect(talk.calendar.at(-1)).toMatchObject({ preferredTime: expect.stringContaining('day after') })
})

test('moves a booked meeting to the following day at the same hour', () => {
  const talk = chosen()
  talk.say('ada@example.com')
  talk.say('yes')
  talk.say('May we move it to the following day, please? Same hour.')
  expect(talk.calendar.at(-1)).toMatchObject({ preferredTime: expect.stringMatching(/25 November.*10:00/) })
})

test.each([
  ['The owner would rather have the afternoon, say two o’clock.', /Tuesday.*14:00/],
  ['sorry, Wednesday would be better', /Wednesday/],
  ["10 won't work, 1030", /Tuesday.*10:30/],
])('changes the time of a call that was arranged: “%s”', (said, when) => {
  const talk = chosen()
  talk.say('By telephone would be best: 01632 960 221.')
  talk.say(said)
  expect(talk.calls().at(-1)).toMatchObject({ when: expect.stringMatching(when), reachAt: '01632 960 221' })
})

test.each(['nah leave it, ill ring you myself', 'actually forget the call', 'cancel that please'])(
  'cancels an arranged call: “%s”',
  (said) => {
    const talk = chosen()
    talk.say('By telephone would be best: 01632 960 221.')
    expect(talk.say(said)).toMatch(/no call back|nobody will call/)
    expect(talk.calls().at(-1)).toMatchObject({ isOff: true })
  },
)

test('keeps the address of a visitor who wants mail instead of the call', () => {
  const talk = chosen()
  talk.say('By telephone would be best: 01632 960 221.')
  expect(talk.say('Nope, forget the call, write to me instead: bex@example.com')).toMatch(/no call back/)
  expect(talk.state().facts).toContainEqual({ field: 'email', value: 'bex@example.com' })
})

test('notes the time of a call in plain words', () => {
  const talk = startTalk()
  talk.say('can somebody ring me, Saturday in the morning is possible?')
  talk.say('Telephone is better, 07700 900789')
  expect(talk.calls().at(-1)).toMatchObject({ when: 'Saturday morning' })
})

test('asks to forward the invitation to a colleague without an address', () => {
  const talk = chosen()
  expect(talk.say('ada@example.com, and add my colleague Jonas.')).toMatch(/forward.*Jonas.*shall I book it\?/)
  talk.say('yes')
  expect(talk.bookings()).toMatchObject([{ email: 'ada@example.com' }])
})

test('offers a call to visitors who want somebody to come by', () => {
  const talk = startTalk()
  expect(talk.say('could you pop in at the workshop one day next week?')).toMatch(/call.*visit/)
  expect(talk.calendar).toHaveLength(1)
})

test.each([
  'Would a conversation on Monday the 23rd at nine be feasible?',
  'would a short call on Monday at 9 be possible',
  'is a chat on Monday at nine possible?',
])('reads “%s” as a request to meet', (said) => {
  const talk = startTalk()
  talk.say(said)
  expect(talk.state().booking?.chosen?.id).toBe('mon-9')
})

test.each(['ok see you on Wednesday', 'great, see you on Friday'])('does not book Tuesday for “%s”', (said) => {
  const talk = chosen()
  talk.say('ada@example.com')
  talk.say(said)
  expect(talk.bookings()).toEqual([])
})

test.each(['ok leave it then, Tuesday at 10 is fine', 'Is it fixed price?', 'Is it set up for us?'])(
  'keeps the booking open for “%s”',
  (said) => {
    const talk = chosen()
    expect(talk.say(said)).not.toContain('Nothing is booked yet')
    expect(talk.state().booking).not.toBeNull()
  },
)

test.each([
  'no thanks',
  'No thank you, that is all.',
  'never mind, I found it',
  'we have no call centre',
  'we had to cancel the old contract',
  'they cancel at short notice',
  'we scrap the paper forms every year',
  'I changed my mind about the yearly plan',
  "I can't do this any more by hand",
  'people forget about the meetings',
  'how long are exports kept?',
])('keeps the call that was arranged for “%s”', (said) => {
  const talk = chosen()
  talk.say('By telephone would be best: 01632 960 221.')
  talk.say(said)
  expect(talk.calls()).toHaveLength(1)
})

test.each([
  'the prices changed on Monday',
  "tomorrow's delivery was moved to Friday",
  'Thursday would be better for our market',
  'I would rather have the Monday report',
])('keeps the time of the call for “%s”, said later', (said) => {
  const talk = chosen()
  talk.say('By telephone would be best: 01632 960 221.')
  talk.say('how long are exports kept?')
  talk.say(said)
  expect(talk.calls()).toHaveLength(1)
})

test.each(['can we bring Monday forward', 'Add Friday too', 'add Excel please, Tuesday at 10'])(
  'finds no colleague in “%s”',
  (said) => {
    const talk = startTalk()
    talk.say('can we meet')
    expect(talk.say(said)).not.toContain('forward the invitation')
  },
)

test.each([
  'can we have a call about on-site support on Tuesday at 10',
  'can we talk on Tuesday, I work at our office',
])('offers no visit for “%s”', (said) => {
  const talk = startTalk()
  expect(talk.say(said)).not.toContain('visit')
})

test.each(['could a session suit ten people at 9?', 'Is the conversation view fine on a phone at 9 pm?'])(
  'doesn’t read “%s” as a request to meet',
  (said) => {
    const talk = startTalk()
    talk.say(said)
    expect(talk.state().booking).toBeNull()
  },
)

test.each(['there are four of us, say 5.', "I'll be in Sydney's room, that is fine", "I'll be Florence's deputy"])(
  'reads neither an hour nor a zone in “%s”',
  (said) => {
    const talk = startTalk()
    talk.say('can we meet')
    talk.say(said)
    expect(talk.state().booking?.chosen ?? null).toBeNull()
    expect(talk.state().zone).toBeNull()
  },
)

test('passes a time on to the team when nothing is free then', () => {
  const talk = startTalk()
  expect(talk.say('can we meet on 15 December at 11?')).toMatch(
    /^I don't see a free time on 15 December at 11:00\. .*shall I pass your wish on\?$/,
  )
  expect(talk.say('ada@example.com and bring my colleague bo@example.com')).toContain('the team will reach you')
  expect(talk.calls()).toMatchObject([
    { when: '15 December at 11:00, with bo@example.com', reachAt: 'ada@example.com' },
  ])
})

test.each(['none of those, please ask the team', 'no', 'pass it on please'])(
  'asks where to write when “%s” declines the other times',
  (said) => {
    const talk = startTalk()
    talk.say('can we meet on 15 December at 11?')
    expect(talk.say(said)).toMatch(/15 December at 11:00\. .*number/)
  },
)

test('passes on a repeated request', () => {
  const talk = startTalk()
  talk.say('can we meet, but only in the evening')
  expect(talk.say('as I said, evenings only')).toMatch(/in the evening\. .*(?:number|reach you)/)
})

test.each([
  'forget it. Wednesday at 3 pm',
  'cancel that, put it on Wednesday at 3 pm',
  'no, cancel. We do 25.11. instead, 3 pm',
  'please drop it and do Wednesday at 3 pm instead',
])('“%s” asks for another time, not to give up the meeting', (said) => {
  const talk = chosen()
  expect(talk.say(said)).toContain('Wednesday 25 November at 15:00')
  talk.say('ada@example.com')
  talk.say('yes')
  expect(talk.say('cancel that. Tuesday at 10 instead')).toContain('Tuesday 24 November at 10:00')
})

test('takes “the later one” of the times offered', () => {
  const talk = startTalk()
  talk.say('can we meet on Tuesday')
  expect(talk.say('the later one')).toContain('Tuesday 24 November at 14:30')
})

test('keeps every part of the time for a call', () => {
  const talk = startTalk()
  expect(talk.say('can someone ring me next week, after half 5')).toMatch(/next week after 17:30\. .*number/)
  talk.say('Wednesday is good')
  expect(talk.say("no sorry Thursday, I'm away Wednesday")).toContain('Thursday after 17:30')
  talk.say('half past')
  talk.say('07700 900222, Karen')
  expect(talk.calls()).toMatchObject([{ when: 'Thursday at 17:30', reachAt: '07700 900222' }])
  talk.say('wait, Friday, same time')
  expect(talk.calls().at(-1)).toMatchObject({ when: 'Friday at 17:30' })
  expect(talk.say('what time did we say')).toContain('Friday at 17:30')
})

test('says the zone of a call, and keeps words that name no time out of it', () => {
  const talk = startTalk()
  expect(talk.say('put me in touch with someone, phone not video')).toContain('When should they call')
  talk.say("415 555 0132, it's Dave, I'm Pacific, mornings only")
  expect(talk.calls()).toMatchObject([{ when: 'in the morning, Pacific Time' }])
})

test('books in the zone of somebody else who is named', () => {
  const talk = startTalk()
  talk.say("let my lead talk to someone. She's in New York, Tuesday 10am her time")
  expect(talk.calendar.at(-1)).toMatchObject({ timeZone: 'America/New_York' })
})

test('doesn’t offer a day that is ruled out along with a request', () => {
  const slots = offeredSlots.map((slot) => ({ ...slot, isWished: true }))
  const talk = startTalk({ slots })
  expect(talk.say('can we meet next week, but not Tuesday')).toMatch(/^I can offer (?!.*Tuesday)/)
})

test.each(['forget it', 'never mind', 'Nah, leave it', 'no, cancel that', 'no worries', 'please don’t pass it on'])(
  'promises no contact for “%s”, even if the visitor’s address is known',
  (said) => {
    const talk = startTalk()
    talk.say('my email is ada@example.com')
    talk.say('can we meet on Friday at 3?')
    expect(talk.say(said)).not.toContain('the team will reach you')
    expect(talk.calls()).toEqual([])
  },
)

test.each([
  'I need to ask the team first',
  'can I ask someone about prices?',
  'note that we are 40 people',
  "my colleague's email is bo@example.com",
  "I'm in Berlin",
  'why not Friday at 3?',
])('keeps the meeting open for “%s” after a time that isn’t free', (said) => {
  const talk = startTalk()
  talk.say('can we meet on Friday at 3?')
  talk.say(said)
  expect(talk.calls()).toEqual([])
  expect(talk.state().person.stage).toBe('none')
})

test('keeps a booked meeting when the new time isn’t free', () => {
  const talk = chosen()
  talk.say('ada@example.com')
  talk.say('yes')
  talk.say('move it to Friday at 3')
  expect(talk.say('no')).toContain('the meeting stays')
  expect(talk.calls()).toEqual([])
})

test('names the guests when a repeated request becomes a call', () => {
  const talk = startTalk()
  for (const said of ['can we meet on Friday at 3?', 'bring bo@example.com too', 'Friday at 3', 'ada@example.com'])
    talk.say(said)
  expect(talk.calls()).toMatchObject([{ when: 'Friday at 15:00, with bo@example.com', reachAt: 'ada@example.com' }])
})

test.each([
  'forget it, my husband is ill until Friday',
  'cancel. I am on holiday from Tuesday',
  'forget it, I will come back in a week',
])('gives up the booking for “%s”, whose time is only a reason', (said) => {
  const talk = chosen()
  talk.say(said)
  expect(talk.state().booking).toBeNull()
})

test.each(['not at the weekend', 'weekends are bad', 'anything but weekends'])(
  'doesn’t read “%s” as asking for a weekend',
  (said) => {
    const talk = startTalk()
    talk.say('book a meeting')
    expect(talk.say(said)).not.toMatch(/Saturday|Sunday/)
  },
)

test.each(['I live at 12 Park Road', 'we are about 12 people', 'we open at 8', '24/7 support please', 'not Friday'])(
  'leaves the time of an arranged call for “%s”',
  (said) => {
    const talk = startTalk()
    talk.say('ring me on Friday at 3, 07700 900123')
    talk.say(said)
    expect(talk.calls()).toMatchObject([{ when: 'Friday at 15:00' }])
  },
)

test('remembers every day that is ruled out', () => {
  const talk = startTalk()
  talk.say('book a meeting')
  talk.say('not Tuesday')
  expect(talk.say('not Monday either')).toContain('Wednesday 25 November at 15:00')
})

test.each([
  ['Tuesday I am out Wednesday is good', 'Wednesday 25 November'],
  ['Monday we are closed Tuesday is open', 'Tuesday 24 November'],
])('“%s” rules out the first day', (said, offered) => {
  const talk = startTalk()
  talk.say('book a meeting')
  expect(talk.say(said)).toContain(offered)
})

test.each([
  'lovely, speak then, off to fight the photocopier',
  "Super. You're sharper than our till",
  'Most efficient. Goodbye.',
])('books for “%s” after the question whether to book', (said) => {
  const talk = chosen()
  talk.say('ada@example.com')
  talk.say(said)
  expect(talk.bookings()).toMatchObject([{ slotId: 'tue-10' }])
})

test.each(['what day did we settle on again?', "So that's Tuesday at what time now?"])(
  'says the time for “%s” before it is booked',
  (said) => {
    const talk = chosen()
    talk.say('ada@example.com')
    expect(talk.say(said)).toMatch(/^Nothing is booked yet\. .*Tuesday 24 November at 10:00/)
  },
)

test.each([
  ['ada@example.com and our mayor Cllr Patel would sit in too', 'Cllr Patel'],
  ['ada@example.com and my quality manager Priya', 'Priya'],
])('asks to forward the invitation in “%s”', (said, name) => {
  expect(chosen().say(said)).toContain(`forward the invitation to ${name}`)
})

test('asks to forward the invitation to a colleague who is named by role', () => {
  const talk = chosen()
  talk.say('ada@example.com')
  expect(talk.say("can my shop manager join, she's in Leeds")).toContain('forward the invitation to your shop manager')
})

test('moves the call that replaces a meeting by half an hour', () => {
  const talk = chosen()
  talk.say('Actually can it be half an hour later, and by phone: 01632 960833')
  expect(talk.calls()).toMatchObject([{ when: 'Tuesday 24 November at 10:30', reachAt: '01632 960833' }])
})

test('passes on a week that is far away', () => {
  const talk = startTalk()
  talk.say('We decide after our assembly on 23 January. Can you call us in the week after?')
  talk.say('Better Wednesday of that week, at 17:30')
  talk.say('0131 496 0222')
  expect(talk.calls()).toMatchObject([{ when: 'Wednesday between 24 and 31 January at 17:30' }])
})

test('uses the zone of a place where the visitor stays only for a while', () => {
  const talk = startTalk()
  talk.say("I'm in Dubai till the 9th, can we talk Monday 3pm my time")
  expect(talk.calendar.at(-1)).toMatchObject({ timeZone: 'Asia/Dubai' })
})

test.each(["the earlier one's good", 'the later one'])('“%s” chooses among the times offered', (said) => {
  const talk = startTalk()
  talk.say('can we meet on Tuesday')
  talk.say(said)
  expect(talk.state().booking?.stage).toBe('email')
})

test('follows a correction in the same remark, at the same hour', () => {
  const talk = startTalk()
  talk.say('book a meeting')
  expect(talk.say('10 on Tuesday please. Ah no hang on, Tuesday is market day, Wednesday same time')).toContain(
    "I don't see a free time on Wednesday at 10:00",
  )
})

test('says that it books calls to a visitor who wants a visit', () => {
  expect(startTalk().say('Somebody should come to see our place, can you send one')).toMatch(/a call.*visit/)
})

test.each([
  ['make it 1 actually, a pupil just moved', 'Friday at 13:00'],
  ['hm could it be Thursday, same time, after all', 'Thursday at 15:00'],
  ['make it Wednesday, Tuesday is darts', 'Wednesday at 15:00'],
  ["Actually cancel the Friday call, I'll be at the market. Any time Tuesday does.", 'Tuesday'],
])('changes an arranged call for “%s”', (said, when) => {
  const talk = startTalk()
  talk.say('ring me on Friday at 3, 07700 900123')
  talk.say(said)
  expect(talk.calls().at(-1)).toMatchObject({ when })
})

test('keeps the date of a call when only its day changes', () => {
  const talk = startTalk()
  talk.say('ring us between Christmas and New Year. Monday 28th in the morning')
  talk.say("oh hang on, the 28th's a bank holiday. The Tuesday then")
  talk.say('01632 960778')
  expect(talk.calls()).toMatchObject([
    { when: expect.stringMatching(/^Tuesday (?:the 29th|29 December) in the morning$/) },
  ])
})

test('takes the corrected address', () => {
  const talk = chosen()
  expect(talk.say('maria@example.com. No sorry, marie@example.com, with an e')).toContain(
    'marie@example.com: shall I book',
  )
})

test('books another time after a booking was given up', () => {
  const talk = chosen()
  talk.say('scrap that')
  expect(talk.say('try again, Wednesday 25 November at 3 instead')).toContain('Wednesday 25 November at 15:00')
})

test('answers a question that begins like a yes before anything is booked', () => {
  const talk = chosen()
  talk.say('ada@example.com')
  expect(talk.say('super, what does it cost?')).toMatch(/\$\d+/)
  expect(talk.bookings()).toEqual([])
})

test.each([
  ["Oh I've just looked, Bo's on shift Tuesday. Wednesday at the same time would suit us both", /^Wednesday at 10:00/],
  ["He can't do the 24th. Could it be the Thursday of that week, 11 am?", /Thursday the 26th, 11 am/],
  ['The Tuesday after, same time', /Tuesday the 1.*10:00/],
  ['Can I move it a little, half an hour later than that?', /24th at 10:30/],
  ["eek that's when I do handover. could it be an hour later", /24th at 11:00/],
  ['hmm can we do 4 on the dot instead, same day', /24th at 4/],
  ['Bram has a conflict until three. Could we move to 15:30, again ours?', /15:30/],
  ['He can’t do that one, the one after he says, same time', /Tuesday the 1.*10:00/],
  ['can it go to the Thursday, same time', /Thursday the 26.*10:00/],
  ["She can't do 10. Half eleven?", /11:30|half eleven/i],
  ['hang on, Barbara wants to come and she can only do Thursdays', /Thursdays/],
])('looks for another time after “%s”', (said, wish) => {
  const talk = chosen()
  talk.say('ada@example.com')
  talk.say(said)
  expect(talk.calendar.at(-1)).toMatchObject({ preferredTime: expect.stringMatching(wish) })
})

test('tells the visitor what the chosen time is elsewhere', () => {
  const talk = chosen()
  talk.say('ada@example.com')
  expect(talk.say("my brother joins from Spain, so what's that for him?")).toContain(
    'Tuesday 24 November at 11:00, Spain time',
  )
  expect(talk.say('and what is it in New York?')).toContain('Tuesday 24 November at 05:00, New York time')
})

test('“my time” means the time of the place the visitor wrote from', () => {
  const talk = startTalk()
  talk.say("hey, writing from Sydney, so it's late here")
  talk.say('can we talk on Thursday, 9pm my time')
  expect(talk.calendar.at(-1)).toMatchObject({
    timeZone: 'Australia/Sydney',
    preferredTime: expect.stringMatching(/Thursday, 9pm/),
  })
})

test.each([
  'what does it cost in Ireland, is that right?',
  'is our data only free on Friday',
  'Tuesday suits. I will see you all in Leeds on Friday',
  '1930, when we were founded',
  '5 and a half people here',
])('keeps the chosen time after “%s”', (said) => {
  const talk = chosen()
  talk.say('ada@example.com')
  expect(talk.say(said)).not.toContain('Ireland time')
  expect(talk.state().booking?.chosen?.id).toBe('tue-10')
  expect(talk.bookings()).toEqual([])
})

test.each([
  'Read me back what you’ve got',
  'Could you summarise the arrangement for my notes?',
  'this is 10 on Tuesday, no? not Wednesday?',
])('reads the details back for “%s”', (said) => {
  const talk = chosen()
  talk.say('ada@example.com')
  expect(talk.say(said)).toContain('Tuesday 24 November at 10:00')
  expect(talk.bookings()).toEqual([])
})

test.each([
  "and I'd better listen in too, ceri@example.com",
  'His address is ceri@example.com',
  'put Carla on, ceri@example.com',
])('keeps the visitor’s address when another follows: “%s”', (said) => {
  const talk = chosen()
  talk.say('ada@example.com')
  talk.say(said)
  talk.say('yes')
  expect(talk.bookings()).toMatchObject([{ email: 'ada@example.com', guests: ['ceri@example.com'] }])
})
