import { expect, test } from 'vitest'

import { buildKnowledge } from './knowledge.ts'
import { expectedAnswer } from './expected-answer.ts'
import { isCommitted } from './roll-back-turn.ts'
import { plainAgent, reportingDemo } from './testing/reporting-demo.ts'
import { startTalk } from './testing/start-talk.ts'

const bookingAgent = { ...plainAgent, takesMeetings: true }
const knowledge = buildKnowledge(reportingDemo, bookingAgent)

function talkWithMeetings() {
  const talk = startTalk(reportingDemo, bookingAgent)
  talk.finish()
  return talk
}

test('a withdrawn answer leaves only its turn number and what is on screen', () => {
  const talk = talkWithMeetings()
  const before = talk.state()
  talk.say('We have twelve people in support')
  const answered = talk.state()
  expect(isCommitted(before, answered)).toBe(false)
  const effects = talk.send({ type: 'rolled-back', at: 10_000, before })
  expect(effects[0]).toMatchObject({ type: 'truncated', turn: answered.turn, heard: '—' })
  expect(effects).toContainEqual({ type: 'facts', facts: before.facts })
  const { turn, said, clocksSet, ...rest } = talk.state()
  expect({ turn, clocksSet }).toEqual({ turn: answered.turn, clocksSet: answered.clocksSet })
  const { turn: _turn, said: _said, clocksSet: _clocks, ...restBefore } = before
  expect(rest).toEqual({ ...restBefore, clock: null, speaking: null, open: null, step: answered.step })
  expect(Object.keys(said).length).toBeGreaterThan(0)
})

test('an interrupted presentation continues at its sentence after the answer is withdrawn', () => {
  const talk = talkWithMeetings()
  talk.wait()
  const speaking = talk.state().speaking
  expect(speaking?.positions.length).toBeGreaterThan(0)
  talk.send({ type: 'play-started', at: 5_000, turn: speaking?.turn ?? 0, seg: 0 })
  const before = talk.state()
  talk.say('How')
  talk.send({ type: 'rolled-back', at: 10_000, before })
  expect(talk.state().position).toEqual(speaking?.positions[0])
  expect(talk.state().phase).toBe('present')
})

test('offered times disappear when the answer is withdrawn', () => {
  const talk = talkWithMeetings()
  const before = talk.state()
  talk.say('I would like to book a meeting')
  expect(talk.state().booking?.stage).toBe('choosing')
  expect(talk.send({ type: 'rolled-back', at: 10_000, before })).toContainEqual({ type: 'slots', slots: [] })
  expect(talk.state().booking).toBeNull()
})

test('a booking and a call for a person aren’t withdrawn', () => {
  const talk = talkWithMeetings()
  talk.say('I would like to book a meeting')
  talk.say('the first one')
  talk.say('ada@example.com')
  const asked = talk.state()
  talk.say('yes book it')
  expect(talk.state().booking?.stage).toBe('committing')
  expect(isCommitted(asked, talk.state())).toBe(true)
  talk.send({ type: 'meeting-answered', at: 20_000, answer: 'booked' })
  expect(isCommitted(asked, talk.state())).toBe(true)
  const booked = talk.state()
  talk.say('I want to talk to a person')
  expect(isCommitted(booked, talk.state())).toBe(true)
})

test('expects the right kind of answer to each question of a booking', () => {
  const talk = talkWithMeetings()
  const expects = () => expectedAnswer(talk.state(), knowledge)
  expect(expects()).toBe('yes-no')
  talk.say('I would like to book a meeting')
  expect(expects()).toBe('time')
  talk.say('the first one')
  expect(expects()).toBe('email')
  talk.say('ada@example.com')
  expect(expects()).toBe('yes-no')
  talk.say('yes')
  talk.send({ type: 'meeting-answered', at: 20_000, answer: 'booked' })
  expect(expects()).not.toBe('email')
})

test('expects an open reply after an ordinary answer', () => {
  const talk = talkWithMeetings()
  talk.say('How do I share a report?')
  talk.say('thanks')
  expect(['open', 'yes-no']).toContain(expectedAnswer(talk.state(), knowledge))
  talk.say('I want to talk to a person')
  talk.send({ type: 'nobody-there', at: 30_000 })
  expect(expectedAnswer(talk.state(), knowledge)).toBe('time')
})
