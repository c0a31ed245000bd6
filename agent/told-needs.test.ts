import { expect, test } from 'vitest'

import { startTalk } from './testing/start-talk.ts'

const demo = {
  name: 'Kilnbook',
  description: 'Orders and firing plans for potteries.',
  steps: [
    ['Firing', 'The plan reads Kilnmaster and Rohde controllers.'],
    ['Books', 'Invoices go to Xero or Sage every night. PostgreSQL 12 to 17 can be connected.'],
    ['Price', '£9 per potter and month, with a minimum of four potters.'],
    ['History', 'The first studio began with it in 2016.'],
  ].map(([title = '', description = ''], at) => ({ id: `s${at}`, order: at + 1, title, description })),
}

test.each([
  ['we run rohde kilns', 'Kilnmaster and Rohde'],
  ['our books are in sage', 'Xero or Sage'],
  ['everything we have sits on an old postgres', 'PostgreSQL 12 to 17'],
  ["there's only three of us tho", 'minimum of four potters'],
  ['we are just two potters', 'minimum of four potters'],
])('says what the notes have on “%s”', (said, note) => {
  const talk = startTalk(demo)
  talk.say(said)
  expect(talk.text()).toContain(note)
})

test.each([
  'only 3 days left until the fair',
  'there are six of us',
  'our books are in order',
  "we're on holiday next week",
])('quotes nothing for “%s”', (said) => {
  const talk = startTalk(demo)
  talk.say(said)
  expect(talk.text()).not.toMatch(/minimum|Sage|Rohde|PostgreSQL/)
})

test.each(['how long have you been around', 'since when do you exist?', 'how old is the company'])(
  'says since when the company has existed for “%s”',
  (said) => {
    const talk = startTalk(demo)
    talk.say(said)
    expect(talk.text()).toContain('in 2016')
  },
)

test.each(['elevator pitch please', 'in one sentence, what does it do', "hello, so what's this thing do then"])(
  'says what the product is for “%s”',
  (said) => {
    const talk = startTalk(demo)
    talk.say(said)
    expect(talk.text()).toContain('Orders and firing plans for potteries.')
  },
)
