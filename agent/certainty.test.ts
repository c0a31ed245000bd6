import { expect, test } from 'vitest'

import { startTalk } from './testing/start-talk.ts'

/* How the agent speaks when the notes answer in part, probably, or not at all. */

const steps = [
  ['Signing in', 'Two-step sign-in can be made compulsory for all users. Roles decide who sees margins.'],
  ['Photos', 'The technician walks round the car and takes photos or a clip of up to 60 seconds per fault.'],
  ['Approvals', 'The customer gets a link by text message and taps yes or no for each line.'],
  ['Hosting', 'Data is kept in data centres in London and Dublin and is backed up every hour.'],
  ['Trial', "There is a 30-day free trial without a card, and afterwards you can leave with one month's notice."],
  ['Support', 'Phone support runs Monday to Saturday from 8 a.m. to 6 p.m.'],
] as const

function visitor() {
  const talk = startTalk({
    name: 'Torqbay',
    description: 'Torqbay runs the day of a car repair garage.',
    steps: steps.map(([title, description], at) => ({
      id: `00000000-0000-4000-8000-00000000000${at}`,
      order: at + 1,
      title,
      description,
    })),
  })
  return (...lines: readonly string[]): string => {
    for (const line of lines) talk.say(line)
    return talk.text()
  }
}

test('answers a question on its own, although it points to something and another subject came before', () => {
  const reply = visitor()('is there phone support on a Saturday', 'How kind. May we try it without paying first?')
  expect(reply).toContain('30-day free trial')
})

test('reads the question among sentences about the visitor', () => {
  const reply = visitor()(
    'My husband and I have run a garage in Ludlow since 1987 and still write in a paper diary. Where is our data kept?',
  )
  expect(reply).toContain('London and Dublin')
})

test('quotes no sentence twice in a row to somebody who objects to it', () => {
  const reply = visitor()(
    'how does the customer approve',
    'half my customers have never tapped a link in a text message',
  )
  expect(reply).not.toContain('taps yes or no')
})

test('introduces a probable answer without doubting it, and doubts an improbable one', () => {
  const say = visitor()
  const texts = ['can I force 2FA on my lads', 'do you have a referral scheme for photographers'].map((line) =>
    say(line),
  )
  expect(texts[0]).not.toMatch(/not certain|exactly/)
  expect(texts[1]).toMatch(/not certain|exactly|my notes/i)
})

test('asks for an address with the first open question, not with every one', () => {
  const say = visitor()
  const replies = ['do you have a referral scheme?', 'is it open source?', 'do you sponsor football clubs?'].map(
    (line) => say(line),
  )
  expect(replies.filter((reply) => reply.includes('Leave your email address'))).toHaveLength(1)
})

test.each([
  ['Good evening! I have had the workshop since 1974, mostly vans.'],
  ['Half of our people have never used a tablet.'],
])('answers no question that “%s” doesn’t ask', (line) => {
  expect(visitor()(line)).toMatch(/^(?:Noted|Understood|Thank you|I see|That's a fair worry)/)
})
