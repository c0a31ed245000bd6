import { expect, test } from 'vitest'

import { startTalk } from './testing/start-talk.ts'

/* A member of the team joins the conversation, leaves it, or isn't available. */

function askForPerson() {
  const talk = startTalk()
  talk.say('yes')
  talk.finish()
  talk.say('is there somebody real I can talk to?')
  return talk
}

test('rings the team at once, and keeps answering meanwhile', () => {
  const talk = askForPerson()
  expect(talk.effects()).toContainEqual({ type: 'ring-person', reason: 'is there somebody real I can talk to?' })
  expect(talk.turn()).toMatchObject({ outcome: 'human' })
  talk.finish()
  talk.say('How long are exports kept?')
  expect(talk.text()).toContain('90 days')
  talk.say('I want a human')
  expect(talk.effects().some(({ type }) => type === 'ring-person')).toBe(false)
  expect(talk.text()).toContain('still ringing')
})

test('is silent while a person talks, and then continues where it was', () => {
  const talk = askForPerson()
  const { step } = talk.state()
  talk.send({ type: 'person-joined', at: 9, name: 'Mia' })
  expect(talk.state()).toMatchObject({
    phase: 'person',
    speaking: null,
    clock: null,
    person: { stage: 'joined', name: 'Mia' },
  })
  expect(talk.say('How long are exports kept? My mail is dana@example.com')).toEqual([])
  expect(talk.state().facts).toEqual([])
  talk.send({ type: 'person-left', at: 99_000 })
  expect(talk.text()).toBe("I'm back, now that Mia has left. Shall I go on?")
  expect(talk.state().step).toBe(step)
  talk.finish()
  talk.say('yes')
  expect(talk.turn()).toMatchObject({ outcome: 'presented', show: { step: 2 } })
})

test('calls a person without a name its colleague', () => {
  const talk = askForPerson()
  talk.send({ type: 'person-joined', at: 9, name: 'A colleague' })
  talk.send({ type: 'person-left', at: 99_000 })
  expect(talk.text()).toContain("I'm back, now that my colleague has left.")
})

test('ends at the time limit even if a person has joined', () => {
  const talk = askForPerson()
  talk.send({ type: 'person-joined', at: 9, name: 'Mia' })
  talk.send({ type: 'limit', at: 10, kind: 'time' })
  expect(talk.text()).toContain('Our time is up')
})

test('asks when and where to call back when nobody is available', () => {
  const talk = askForPerson()
  talk.send({ type: 'nobody-there', at: 9 })
  expect(talk.effects()).toContainEqual({ type: 'form', field: 'callback', value: '', valid: true, slotId: '' })
  expect(talk.text()).toContain('When should they call')
  talk.say('tomorrow at 3')
  expect(talk.text()).toContain('which number or email address')
  talk.say('0171 555 0123')
  expect(talk.effects()).toContainEqual({ type: 'call-back', when: 'tomorrow at 15:00', reachAt: '0171 555 0123' })
  expect(talk.state().facts).toEqual([{ field: 'phone', value: '0171 555 0123' }])
})

test('accepts the call-back form with everything filled in, and a change of mind', () => {
  const form = askForPerson()
  form.send({ type: 'nobody-there', at: 9 })
  form.send({ type: 'form', at: 10, field: 'callback', value: 'Friday morning, dana@example.com' })
  expect(form.effects()).toContainEqual({ type: 'call-back', when: 'Friday morning', reachAt: 'dana@example.com' })
  const other = askForPerson()
  other.send({ type: 'nobody-there', at: 9 })
  other.say('no thanks')
  expect(other.text()).toContain('no call back')
  expect(other.state().person.stage).toBe('none')
})

test.each([
  ['my number is +1 415 555 0132, mornings are good', 'in the morning', '+1 415 555 0132'],
  ['you can get me at jo at acme dot io', '', 'jo@acme.io'],
  ['ana dot ruiz at olivar dot co, after lunch', 'after lunch', 'ana.ruiz@olivar.co'],
  ['no wait, ann@example.com', '', 'ann@example.com'],
  ['call me tomorrow at 3 on 0171 555 0123', 'tomorrow at 15:00', '0171 555 0123'],
  ["0113 496 0000, I'm in between 12 and 1", 'between 12:00 and 13:00', '0113 496 0000'],
])('reads when to call back from “%s”', (said, when, reachAt) => {
  const talk = askForPerson()
  talk.send({ type: 'nobody-there', at: 9 })
  talk.say(said)
  expect(talk.effects()).toContainEqual({ type: 'call-back', when, reachAt })
  expect(talk.effects()).toContainEqual({ type: 'call-over' })
})

test.each([
  ['no make it 1', 'tomorrow at 13:00', '0171 555 0123'],
  ["sorry, 2 o'clock instead", 'tomorrow at 14:00', '0171 555 0123'],
  ['after 5', 'tomorrow after 17:00', '0171 555 0123'],
  ['actually can you call at 1 instead', 'tomorrow at 13:00', '0171 555 0123'],
  ['make it tuesday same time', 'Tuesday at 15:00', '0171 555 0123'],
  ['nah make it 4', 'tomorrow at 16:00', '0171 555 0123'],
  ['make it 3 ish', 'tomorrow at 15:00', '0171 555 0123'],
  ['can you make it around 4', 'tomorrow at 16:00', '0171 555 0123'],
  ['wrong number, its 0171 555 0190', 'tomorrow at 15:00', '0171 555 0190'],
])('changes a call back that was arranged: “%s”', (said, when, reachAt) => {
  const talk = askForPerson()
  talk.send({ type: 'nobody-there', at: 9 })
  talk.say('call me tomorrow at 3 on 0171 555 0123')
  talk.say(said)
  expect(talk.effects()).toContainEqual({ type: 'call-back', when, reachAt })
})

test('doesn’t read a number in a story as a time to call', () => {
  const talk = askForPerson()
  talk.send({ type: 'nobody-there', at: 9 })
  talk.say('I live on the 4th floor of a house without a lift')
  expect(talk.text()).not.toMatch(/number or (?:email )?address/)
})

test.each([
  ['my mail is ann underscore b at gmail dot com', ''],
  ['tomorrow morning, and my mail is ann underscore b at gmail dot com', 'tomorrow morning'],
])('doesn’t read a spelled address as a time: “%s”', (said, when) => {
  const talk = askForPerson()
  talk.send({ type: 'nobody-there', at: 9 })
  talk.say(said)
  expect(talk.effects()).toContainEqual({ type: 'call-back', when, reachAt: 'ann_b@gmail.com' })
})

test('answers questions while a call back is open', () => {
  const talk = askForPerson()
  talk.send({ type: 'nobody-there', at: 9 })
  talk.say('How long are exports kept?')
  expect(talk.text()).toContain('90 days')
  talk.say('ann@example.com, any time')
  expect(talk.effects()).toContainEqual({ type: 'call-back', when: 'any time', reachAt: 'ann@example.com' })
})

test('ignores a person who joins or leaves twice', () => {
  const talk = askForPerson()
  talk.send({ type: 'person-joined', at: 9, name: 'Mia' })
  const { below } = talk.state()
  talk.send({ type: 'person-joined', at: 10, name: 'Tom' })
  expect(talk.state().below).toEqual(below)
  talk.send({ type: 'person-left', at: 11 })
  const { turn } = talk.state()
  talk.send({ type: 'person-left', at: 12 })
  expect(talk.state().turn).toBe(turn)
})
