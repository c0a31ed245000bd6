import { expect, test } from 'vitest'

import { readPreferredTime } from './preferred-time.ts'
import { offeredSlots } from './testing/offered-slots.ts'
import { startTalk } from './testing/start-booking.ts'

test('says up to three times, shows all of them, reads the choice back, and books on a yes', () => {
  const talk = startTalk()
  expect(talk.say('I would like to book a meeting')).toBe(
    'I can offer Monday 23 November at 09:00, Tuesday 24 November at 10:00 or Wednesday 25 November at 15:00. Which one suits you?',
  )
  expect(talk.state().phase).toBe('book')
  expect(talk.screen()).toEqual({ type: 'slots', slots: offeredSlots })
  expect(talk.say('Tuesday at ten')).toBe(
    'Tuesday 24 November at 10:00. Which email address should the invitation go to?',
  )
  expect(talk.say('ada at example dot com')).toBe(
    'Tuesday 24 November at 10:00, with the invitation to ada@example.com: shall I book it?',
  )
  expect(talk.screen()).toMatchObject({ field: 'confirm', value: 'ada@example.com' })
  expect(talk.bookings()).toEqual([])
  expect(talk.say('yes')).toBe(
    'Booked: Tuesday 24 November at 10:00. The invitation is on its way to ada@example.com. What else would you like to know?',
  )
  expect(talk.bookings()).toEqual([{ type: 'book-meeting', slotId: 'tue-10', email: 'ada@example.com', name: null }])
  expect(talk.screen()).toEqual({ type: 'slots', slots: [] })
  expect(talk.say('yes')).toContain('The dashboard shows revenue')
})

test('works with buttons and fields alone', () => {
  const talk = startTalk()
  talk.say('schedule a call')
  talk.use('slot', 'tue-14')
  expect(talk.screen()).toMatchObject({ field: 'email', valid: true })
  talk.use('name', 'Ada')
  expect(talk.use('email', 'ada at example')).toContain("I didn't get a whole email address.")
  expect(talk.screen()).toMatchObject({ field: 'email', value: 'ada at example', valid: false })
  talk.use('email', 'ada@example.com')
  expect(talk.screen()).toMatchObject({ field: 'confirm', slotId: 'tue-14' })
  talk.use('confirm', 'yes')
  expect(talk.bookings()).toMatchObject([{ slotId: 'tue-14', email: 'ada@example.com', name: 'Ada' }])
})

test('answers a question during a booking instead of reading it as a time or a no', () => {
  const talk = startTalk()
  talk.say('book a meeting')
  expect(talk.say('Can both be cancelled at any time?')).toMatch(/cancelled at any time.*Which time works for you\?$/)
  expect(talk.state().booking).toMatchObject({ stage: 'choosing', chosen: null })
})

test('remembers an address given earlier, and accepts a correction', () => {
  const talk = startTalk()
  talk.say('my email is adda@example.com')
  talk.say('book a meeting')
  expect(talk.say('the first')).toContain('adda@example.com')
  expect(talk.say('no, it is ada@example.com')).toContain('to ada@example.com')
  talk.say('yes')
  expect(talk.bookings()).toMatchObject([{ slotId: 'mon-9', email: 'ada@example.com' }])
})

test('says that the time has just been taken, and offers others', () => {
  const talk = startTalk({ answers: ['taken', 'booked'] })
  talk.say('book a meeting')
  talk.use('slot', 'mon-9')
  talk.use('email', 'ada@example.com')
  expect(talk.use('confirm', 'yes')).toMatch(/^Sorry, that time has just been taken.*Which time works for you\?$/)
  expect(talk.use('slot', 'tue-10')).toContain('hall I book')
  expect(talk.say('yes please')).toContain('Booked')
})

test('resumes when the booking is cancelled, and looks for later times on request', () => {
  const talk = startTalk()
  talk.say('yes')
  talk.say('can we schedule a call?')
  talk.say('none of these work')
  expect(talk.calendar).toMatchObject([{ after: null }, { after: offeredSlots.at(-1)?.startUtc }])
  expect(talk.say('never mind')).toBe('All right, no meeting. Shall I go on?')
  expect(talk.say('yes')).toContain('Ledgerline reads statements')
})

test('a second booking moves the first', () => {
  const talk = startTalk({ answers: ['booked', 'moved'] })
  for (const slot of ['mon-9', 'tue-10']) {
    talk.say('book a meeting')
    talk.use('slot', slot)
    if (talk.state().booking?.stage === 'email') talk.use('email', 'ada@example.com')
    talk.use('confirm', 'yes')
  }
  expect(talk.bookings()).toHaveLength(2)
  expect(talk.state().lastLines[0]?.text).toContain('Moved: your meeting is now Tuesday 24 November at 10:00')
})

test('offers a meeting only once, after two unanswered questions', () => {
  const talk = startTalk()
  expect(talk.say('What is the weather in Lisbon?')).not.toContain('meeting')
  expect(talk.say('Who won the chess championship?')).toContain('Shall I show you times for a meeting with the team?')
  expect(talk.say('no')).toContain('All right, no meeting.')
  expect(talk.say('Which planet is the largest?')).not.toContain('meeting')
  expect(talk.say('Which river is the longest?')).not.toContain('meeting')
})

test('offers a meeting at the end to visitors who asked about the price', () => {
  const talk = startTalk()
  talk.say('How much is the team plan?')
  talk.say('last step')
  for (let turns = 0; turns < 6 && talk.state().phase !== 'book'; turns += 1) talk.wait()
  expect(talk.state().booking?.stage).toBe('offered')
})

test.each([
  ['has no free time', [], 'There are no free times in the calendar right now.'],
  ['does not answer', null, "I can't reach the calendar just now."],
] as const)('says so when the calendar %s', (_, slots, sentence) => {
  const talk = startTalk({ slots })
  expect(talk.say('book a meeting')).toBe(`${sentence} What else would you like to know?`)
  expect(talk.state().booking).toBeNull()
})

test('without meetings, asking for one means asking for a person', () => {
  const talk = startTalk({ takesMeetings: false })
  expect(talk.say('talk to sales')).toContain("I'm calling someone from the team.")
  expect(talk.say('book a meeting')).not.toContain('I can offer')
  expect(talk.calendar).toEqual([])
})

test('understands “the first one” as the first of the times offered last', () => {
  const talk = startTalk()
  talk.say('book a meeting')
  expect(talk.say('Tuesday')).toContain('Tuesday 24 November at 10:00 or Tuesday 24 November at 14:30')
  expect(talk.say('the second one')).toContain('Tuesday 24 November at 14:30. Which email address')
})

test('says when the meeting is, and keeps the day when only the hour changes', () => {
  const talk = startTalk()
  for (const said of ['book a meeting', 'the earliest', 'ada@example.com', 'yes']) talk.say(said)
  expect(talk.say('what time is my meeting again')).toContain('Your meeting is on Monday 23 November at 09:00.')
  expect(talk.say('can we move it to the 24th')).toContain('Tuesday 24 November at 10:00')
  talk.say('not before eleven please')
  expect(talk.calendar.at(-1)).toMatchObject({ preferredTime: 'the 24th after 11:00' })
})

test('changes the time before the address or the yes has been given', () => {
  const talk = startTalk()
  for (const said of ['book a meeting', 'the first one']) talk.say(said)
  expect(talk.say('oh wait, I have the dentist then, can we push it to Tuesday')).toContain(
    'Tuesday 24 November at 10:00 or Tuesday 24 November at 14:30',
  )
  expect(talk.say('the second one')).toContain('Tuesday 24 November at 14:30. Where should I send')
  expect(talk.say('you can get me at ana dot ruiz at olivar dot co')).toContain('ana.ruiz@olivar.co: shall I book it?')
  expect(talk.say('actually Thursday would be better')).toContain("don't see a free time on Thursday")
  expect(talk.calendar.at(-1)).toMatchObject({ type: 'find-slots', preferredTime: 'actually Thursday would be better' })
})

test('keeps asking for the address instead of adding every remark to it', () => {
  const talk = startTalk()
  for (const said of ['book a meeting', 'the first one']) talk.say(said)
  expect(talk.say('it is ana dot ruiz at')).toContain('“ana.ruiz@” so far')
  expect(talk.say('hm, yes, that is right so far')).not.toContain('right')
  expect(talk.say('olivar dot co')).toContain('ana.ruiz@olivar.co: shall I book it?')
})

test('moves a meeting during the conversation, and cancels it only on a yes', () => {
  const talk = startTalk({ answers: ['booked', 'moved', 'cancelled'] })
  for (const said of ['book a meeting', 'the first one', 'ada@example.com', 'yes']) talk.say(said)
  expect(talk.say('can we move it to Wednesday?')).toContain('Wednesday 25 November at 15:00')
  expect(talk.say('yes')).toContain('Moved: your meeting is now Wednesday 25 November at 15:00')
  expect(talk.say('please cancel the meeting')).toBe('Shall I cancel your meeting on Wednesday 25 November at 15:00?')
  expect(talk.say('no')).toContain('stays as it is')
  talk.say('cancel my meeting')
  expect(talk.say('yes')).toContain('Your meeting is cancelled')
  expect(talk.state()).toMatchObject({ hasMeeting: false, booking: null })
  expect(talk.say('cancel the meeting')).toContain("don't see a meeting")
})

test.each(['actually, forget the meeting, something came up', 'no need for the call anymore'])(
  'asks before cancelling after “%s”',
  (said) => {
    const talk = startTalk()
    for (const each of ['book a meeting', 'the first one', 'ada@example.com', 'yes']) talk.say(each)
    expect(talk.say(said)).toBe('Shall I cancel your meeting on Monday 23 November at 09:00?')
  },
)

test('keeps the meeting when the visitor gives up moving it', () => {
  const talk = startTalk()
  for (const said of ['book a meeting', 'the first one', 'ada@example.com', 'yes']) talk.say(said)
  talk.say('reschedule the meeting')
  expect(talk.say('never mind')).toContain('the meeting stays as it is')
  expect(talk.state().hasMeeting).toBe(true)
})

test.each([
  'got half an hour on Tuesday?',
  'could someone walk my boss through it',
  'can somebody ring me tomorrow',
  "I'd like to see it live with my team",
  'when could we talk',
])('understands “%s” as a meeting request', (said) => {
  expect(startTalk().say(said)).toMatch(/November at \d\d:\d\d/)
})

test('books with the name given earlier', () => {
  const talk = startTalk()
  for (const said of ["I'm Dana from Acme", 'book a meeting', 'the first one', 'dana@example.com', 'yes'])
    talk.say(said)
  expect(talk.bookings()).toMatchObject([{ name: 'Dana' }])
})

test('accepts an address spelled in pieces, shows it as it grows, and reads it back', () => {
  const talk = startTalk()
  talk.say('I would like to book a meeting')
  talk.say('the first one')
  expect(talk.say('j o h n dot smith')).toContain('john.smith')
  expect(talk.screen()).toMatchObject({ type: 'form', field: 'email', value: 'john.smith' })
  expect(talk.say('at gmail dot com')).toContain('john.smith@gmail.com')
  expect(talk.screen()).toMatchObject({ type: 'form', field: 'confirm', value: 'john.smith@gmail.com' })
  expect(talk.bookings()).toEqual([])
  talk.say('yes')
  expect(talk.bookings()).toMatchObject([{ email: 'john.smith@gmail.com' }])
})

test('never books a time that the visitor rules out', () => {
  const talk = startTalk()
  expect(talk.say("ok let's talk. not monday")).toMatch(/^I can offer Tuesday.* or Wednesday/)
  talk.say('the last one')
  expect(talk.say('Pardon, Wednesday I am at the dentist. Other day?')).toMatch(/Monday.* or Tuesday/)
  expect(talk.say('the first one')).toMatch(/^Monday 23 November/)
  expect(talk.say('actually the day after please')).toMatch(/Tuesday/)
})

test('takes the time and the address in one remark, in whatever order they are corrected', () => {
  const talk = startTalk()
  talk.say('book a meeting')
  expect(talk.say('wed would be good. tij@goudpot.example')).toMatch(
    /^Wednesday 25 November at 15:00, with the invitation to tij@goudpot.example: shall I book it\?/,
  )
  expect(talk.say('Oh no, Wednesday is the bell-ringers. Tuesday then?')).toMatch(/Tuesday 24 November/)
  const other = startTalk()
  expect(other.say("let's talk monday. never mind, tuesday at 10")).toMatch(/^Tuesday 24 November at 10:00/)
})

test('ends a booking for visitors who want no phone calls, and keeps their address', () => {
  const talk = startTalk()
  talk.say('book a meeting')
  expect(talk.say('it@imkers.example, and no phone calls please.')).toContain('All right, no meeting.')
  expect(talk.state()).toMatchObject({ booking: null, email: 'it@imkers.example' })
})

test('arranges a call for visitors who give a phone number instead of choosing a time', () => {
  const talk = startTalk()
  talk.say('can mariela call me on saturday')
  expect(talk.say('503 555 0177, after lunch')).toContain(
    'the team will reach you at 503 555 0177, Saturday after lunch',
  )
  expect(talk.state()).toMatchObject({ booking: null })
})

test('asks once for the time before a goodbye', () => {
  const talk = startTalk()
  talk.say('book a meeting')
  talk.say('kim@ruralvet.example')
  expect(talk.say('Thank you, see you')).toMatch(/\?$/)
  expect(talk.say('bye')).toContain('Goodbye')
})

test.each([
  ['make it wednesday at 3', 'Wednesday 25 November at 15:00'],
  ['make it half past two, actually', 'Tuesday 24 November at 14:30'],
  ['oh wait can we make that 2:30 in the afternoon, school run', 'Tuesday 24 November at 14:30'],
  ['oh sorry can we make it 14:30 instead', 'Tuesday 24 November at 14:30'],
  ['oh no boss is out tuesday morning, can we do wednesday at 3 instead', 'Wednesday 25 November at 15:00'],
  ['sorry boss say 14:30 better, and he not come Monday, Tuesday', 'Tuesday 24 November at 14:30'],
])('changes the chosen time: “%s”', (said, time) => {
  const talk = startTalk()
  talk.say('meeting tuesday at 10')
  talk.say('kim@ruralvet.example')
  expect(talk.say(said)).toContain(time)
})

test('reads a bare hour, and keeps the hour asked for on another day', () => {
  const talk = startTalk()
  talk.say('book a meeting')
  expect(talk.say('10')).toContain('Tuesday 24 November at 10:00')
  const moved = startTalk()
  moved.say('meeting friday after 15')
  expect(moved.say('no sorry friday is not good, wednesday same hour')).toContain('Wednesday 25 November at 15:00')
})

test('takes the address of visitors who would rather be written to, and stops offering times', () => {
  const talk = startTalk()
  talk.say('book a meeting')
  expect(talk.say('None of those suit me. Just have someone email me: it@kulturhaus.example')).toBe(
    "All right, no meeting. Thanks, I'll use it@kulturhaus.example. What else would you like to know?",
  )
  expect(talk.state()).toMatchObject({ booking: null, email: 'it@kulturhaus.example' })
})

test('moves a booked meeting that the visitor gives up to the same hour of another day', () => {
  const talk = startTalk()
  talk.say('meeting tuesday at 10')
  talk.say('kim@ruralvet.example')
  talk.say('yes')
  expect(talk.say("actually scrap that, I can't on Tuesday")).toContain('Shall I cancel your meeting')
  expect(talk.say('wednesday same time')).toContain('free time on Wednesday at 10:00')
  expect(talk.state().hasMeeting).toBe(true)
})

test('cancels a booked meeting that the visitor gives up', () => {
  const talk = startTalk({ answers: ['booked', 'cancelled'] })
  talk.say('meeting tuesday at 10')
  talk.say('kim@ruralvet.example')
  talk.say('yes')
  talk.say("scrap that, I can't on Tuesday")
  expect(talk.say('yes cancel it')).toContain('Your meeting is cancelled')
})

test.each([
  'no e-mail please, just phone me',
  'no e-mail, the number is enough',
  "I'd rather not give my email",
  'can you just call me instead?',
])('arranges a call at the chosen time for “%s”, with the number given before', (said) => {
  const talk = startTalk()
  talk.say('my number is 0161 496 0123')
  talk.say('book a meeting')
  talk.say('Tuesday at ten')
  expect(talk.say(said)).toMatch(/^Noted: the team will reach you at 0161 496 0123, Tuesday 24 November at 10:00\./)
  expect(talk.state()).toMatchObject({ booking: null, person: { stage: 'none' } })
  expect(talk.bookings()).toEqual([])
})

test('asks for the number of a visitor who would rather be phoned', () => {
  const talk = startTalk()
  for (const said of ['book a meeting', 'Tuesday at ten']) talk.say(said)
  expect(talk.say('no e-mail please, just phone me')).toBe(
    'Noted: Tuesday 24 November at 10:00. Which number should they call?',
  )
  expect(talk.say('0161 496 0123')).toMatch(
    /^Noted: the team will reach you at 0161 496 0123, Tuesday 24 November at 10:00\./,
  )
})

test.each([
  ['ok then tuesday 10 oclock, on 0161 496 0123', 'Tuesday 24 November at 10:00'],
  ['ok then monday 11 oclock, on 0161 496 0123', 'Monday at 11:00'],
] as const)('arranges a call for a time with a number: “%s”', (said, when) => {
  const talk = startTalk()
  talk.say('Can somebody phone me tomorrow?')
  expect(talk.say(said)).toContain(`the team will reach you at 0161 496 0123, ${when}.`)
  expect(talk.state().booking).toBeNull()
})

test('adds the time to a call back whose number came first', () => {
  const talk = startTalk()
  talk.say('book a meeting')
  talk.say('+44 7700 900812')
  expect(talk.say('monday around 3 in the afternoon')).toContain(
    'the team will reach you at +44 7700 900812, Monday at 15:00.',
  )
  expect(talk.state().booking).toBeNull()
})

test('asks for an address or a number if the visitor refuses to give an address', () => {
  const talk = startTalk()
  for (const said of ['book a meeting', 'Tuesday at ten']) talk.say(said)
  expect(talk.say("I don't want to give my email")).toContain('phone number')
  expect(talk.state().booking).toMatchObject({ stage: 'email' })
})

test('books for the visitor’s own address, and notes the others without inviting them', () => {
  const talk = startTalk()
  for (const said of ['book a meeting', 'Tuesday at ten']) talk.say(said)
  expect(talk.say('dana@pennybeam.example and can you also invite my cofounder ravi@pennybeam.example')).toBe(
    "I can send the invitation to one address only, so I've noted ravi@pennybeam.example for the team. " +
      'Tuesday 24 November at 10:00, with the invitation to dana@pennybeam.example: shall I book it?',
  )
  expect(talk.say('yes')).toContain(
    'The invitation is on its way to dana@pennybeam.example. Please forward it to ravi@pennybeam.example.',
  )
  expect(talk.bookings()).toMatchObject([{ email: 'dana@pennybeam.example', guests: ['ravi@pennybeam.example'] }])
  expect(talk.state().email).toBe('dana@pennybeam.example')
  expect(talk.say('can you also invite lena@pennybeam.example')).toContain(
    'Please forward your invitation to lena@pennybeam.example.',
  )
  expect(talk.state().email).toBe('dana@pennybeam.example')
})

test('takes the time, the visitor’s address and a colleague’s from one remark', () => {
  const talk = startTalk()
  talk.say('book a meeting')
  expect(talk.say("Tuesday at 10. my colleague pia@nordhr.example should come too, i'm mats@nordhr.example")).toContain(
    'Tuesday 24 November at 10:00, with the invitation to mats@nordhr.example: shall I book it?',
  )
  talk.say('yes book it')
  expect(talk.bookings()).toMatchObject([{ email: 'mats@nordhr.example', guests: ['pia@nordhr.example'] }])
})

test.each(['please also invite my boss, bob@example.com', 'yes. And please add bob@example.com'])(
  'keeps the visitor’s address when a guest is named before the yes: “%s”',
  (said) => {
    const talk = startTalk()
    for (const each of ['book a meeting', 'the first one', 'ada@example.com', said, 'yes']) talk.say(each)
    expect(talk.bookings()).toMatchObject([{ email: 'ada@example.com', guests: ['bob@example.com'] }])
  },
)

test('asks for the visitor’s own address if they only name a guest’s, and takes a corrected one', () => {
  const talk = startTalk()
  for (const said of ['book a meeting', 'the first one']) talk.say(said)
  expect(talk.say('my colleague pia@nordhr.example should come too')).toMatch(/pia@nordhr\.example for the team\..*\?$/)
  expect(talk.state().booking).toMatchObject({ stage: 'email', email: null })
  talk.say('mats@nordhr.example')
  talk.say('no, send it to my assistant instead: eva@nordhr.example')
  talk.say('yes')
  expect(talk.bookings()).toMatchObject([{ email: 'eva@nordhr.example', guests: ['pia@nordhr.example'] }])
})

test('notes five guests at most', () => {
  const talk = startTalk()
  for (const said of ['book a meeting', 'the first one']) talk.say(said)
  talk.say(`ada@example.com, and invite ${[1, 2, 3, 4, 5, 6, 7].map((index) => `g${index}@example.com`).join(', ')}`)
  talk.say('yes')
  expect(talk.bookings()).toMatchObject([{ email: 'ada@example.com', guests: { length: 5 } }])
})

test('completes the time of a call with what is said beside the number, and takes “that’s fine” as agreement', () => {
  const talk = startTalk()
  talk.say('ring me')
  talk.nobodyThere()
  talk.say('wednesday after 1')
  expect(talk.say('half one. 01632 960447, ask for Gary')).toMatch(/Wednesday at 13:30\.$/)
  expect(talk.say('aye thats fine')).not.toContain('dashboard')
})

test('asks again for the time after a “yes” that names none', () => {
  const talk = startTalk()
  talk.say('book a meeting')
  talk.say('yes for both of us')
  expect(talk.state().booking).toMatchObject({ stage: 'choosing' })
})

test.each([
  ['can I book Monday 7 December at 10:00', { kind: 'date', day: 7, month: 12, weekday: 1 }],
  ['book a meeting on Wednesday, December 9th at 11:30', { kind: 'date', day: 9, month: 12, weekday: 3 }],
])('looks for the date, not the weekday, in “%s”', (said, day) => {
  const talk = startTalk()
  expect(talk.say(said)).not.toContain('Which email address')
  expect(readPreferredTime(said)?.day).toEqual(day)
  expect(talk.state().booking?.chosen ?? null).toBeNull()
})

test.each([
  ['sorry, something came up. please cancel', 'yes'],
  ['please cancel', 'yes cancel'],
  ['excuse me, my mother comes friday. please cancel, i write you again', 'ok, cancel it'],
])('asks whether to cancel after “%s”, and does after “%s”', (said, answer) => {
  const talk = startTalk({ answers: ['booked', 'cancelled'] })
  talk.say('meeting tuesday at 10')
  talk.say('kim@ruralvet.example')
  talk.say('yes')
  expect(talk.say(said)).toContain('Shall I cancel your meeting')
  expect(talk.say(answer)).toContain('Your meeting is cancelled')
})

test('reads a day and an hour after the request as its time', () => {
  const talk = startTalk()
  expect(talk.say('get a bloke to talk me thru it. tuesday, 10 in the morning?')).toContain('Which email address')
})

test.each([
  ['My son is at school until noon that day. 2 pm?', { kind: 'date', day: 24, month: 11 }, 14 * 60],
  ['can we move it to wednesday, same time', { kind: 'weekday', weekday: 3 }, 10 * 60],
])('after a booking, looks for the day and hour of “%s”', (said, day, at) => {
  const talk = startTalk()
  for (const text of ['meeting tuesday at 10', 'kim@ruralvet.example', 'yes', said]) talk.say(text)
  const asked = talk.calendar.findLast(({ type }) => type === 'find-slots')
  expect(readPreferredTime(asked?.type === 'find-slots' ? asked.preferredTime : '')).toMatchObject({ day, at })
})

test.each([
  ['Please move it half an hour earlier', 9 * 60 + 30],
  ['can we push it an hour later', 11 * 60],
])('looks for the same day after “%s”', (said, at) => {
  const talk = startTalk()
  for (const text of ['meeting tuesday at 10', 'kim@ruralvet.example', 'yes', said]) talk.say(text)
  const asked = talk.calendar.findLast(({ type }) => type === 'find-slots')
  const wish = readPreferredTime(asked?.type === 'find-slots' ? asked.preferredTime : '')
  expect(wish).toMatchObject({ day: { kind: 'date', day: 24, month: 11 }, at })
})

test('moves nothing for “please remind me an hour before”', () => {
  const talk = startTalk()
  for (const text of ['meeting tuesday at 10', 'kim@ruralvet.example']) talk.say(text)
  expect(talk.say('please remind me an hour before')).not.toContain('9:00')
  expect(talk.state().booking?.chosen?.id).toBe('tue-10')
})

test('reads “I’m happy with Tuesday” as a choice', () => {
  const talk = startTalk()
  talk.say('book a meeting')
  expect(talk.say("I'm happy with Tuesday")).toContain('Tuesday 24 November')
})

test('understands “call the meeting off”', () => {
  const talk = startTalk()
  for (const text of ['meeting tuesday at 10', 'kim@ruralvet.example', 'yes']) talk.say(text)
  expect(talk.say('call the meeting off')).toBe('Shall I cancel your meeting on Tuesday 24 November at 10:00?')
})

test('cancels the meeting itself while its change is half done', () => {
  const talk = startTalk({ answers: ['booked', 'cancelled'] })
  for (const said of ['meeting tuesday at 10', 'kim@ruralvet.example', 'yes', 'can we move it?']) talk.say(said)
  expect(talk.say('oh, just cancel the meeting')).toContain('Shall I cancel your meeting')
  expect(talk.say('yes')).toContain('Your meeting is cancelled')
})

test('notes the people named with the request to meet', () => {
  const talk = startTalk()
  const said = talk.say(
    'meeting tuesday at 10? My son marco@alpenrose.example would join; I am luisa@alpenrose.example',
  )
  expect(said).toContain("I've noted marco@alpenrose.example for the team")
  talk.say('yes')
  expect(talk.bookings()).toMatchObject([{ email: 'luisa@alpenrose.example', guests: ['marco@alpenrose.example'] }])
})

test('asks visitors who want to be phoned for a number', () => {
  const talk = startTalk()
  expect(talk.say('can someone ring me tuesday at 10')).toContain('Which number should they call')
})

test('passes on how long a meeting should take', () => {
  const talk = startTalk()
  talk.say('meeting tuesday at 10')
  expect(talk.say('could you make it an hour')).toContain("I'll pass the rest on to the team")
})
