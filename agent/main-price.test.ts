import { expect, test } from 'vitest'

import type { PresentedDemo } from './knowledge.ts'
import { startTalk } from './testing/start-talk.ts'

/* “How much is it?” of demos without a step about prices. */

function demoWith(...notes: readonly string[]): PresentedDemo {
  const steps = notes.map((description, at) => ({
    id: `00000000-0000-4000-8000-00000000000${at}`,
    order: at + 1,
    title: `Open page ${at + 1}`,
    description,
  }))
  return { name: 'Tidelane', description: 'Tracks container ships for freight forwarders.', steps }
}

const shipping = demoWith(
  'The dashboard shows shipments. It costs $20 per user per month.',
  'Invite colleagues by email. Text messages cost 6 cents each.',
  'Every vessel has a map. Positions refresh every 5 minutes.',
)

test.each([
  'how much?',
  'price?',
  'pricing',
  'is it free',
  'how expensive is this',
  'what do you charge',
  'Could you please state the list price per user?',
  'may I ask how the pricing is structured?',
  'is there a charge?',
])('answers “%s” with the price, wherever it stands', (asked) => {
  const talk = startTalk(shipping)
  talk.say(asked)
  expect(talk.text()).toContain('It costs $20 per user per month.')
})

test.each([
  [
    'Sensors are rented at 9 euros a month each. The licence is 65 euros per user per month.',
    'The licence is 65 euros',
  ],
  ['The plug-in is $60 a month on top. From $390 a month for 5,000 articles.', 'From $390 a month'],
  ['A technician on site is $900 a day. You pay 3 pounds per unit and month; garages are free.', 'You pay 3 pounds'],
])('distinguishes the product’s price from that of an extra in “%s”', (notes, price) => {
  const talk = startTalk(demoWith('Rooms appear on a plan.', notes, 'Reports go out on Mondays.'))
  talk.say('how much is it')
  expect(talk.text()).toContain(price)
})

test('names no price if the notes have only that of an extra', () => {
  const talk = startTalk(
    demoWith('Rooms appear on a plan.', 'A lost card costs 3 pounds.', 'Reports go out on Mondays.'),
  )
  talk.say('how much is it')
  expect(talk.text()).not.toContain('3 pounds')
})

test.each(['what is in the price?', 'how much do others pay', 'what price should i put on the ships'])(
  'doesn’t answer “%s” with the product’s price',
  (asked) => {
    const talk = startTalk(shipping)
    talk.say(asked)
    expect(talk.text()).not.toContain('$20')
  },
)

test.each([
  "hi, what's this tool for exactly",
  'evaluating tracking tools. quick overview?',
  'Could you summarise what distinguishes yours?',
  'what can i do with it',
])('says what the product is for “%s”', (asked) => {
  const talk = startTalk(shipping)
  talk.say(asked)
  expect(talk.text()).toContain('Tracks container ships for freight forwarders.')
})

test('does not take “what does it do with my photos” for a request to introduce the product', () => {
  const talk = startTalk(shipping)
  talk.say('what does it do with my photos')
  expect(talk.text()).not.toContain('Tracks container ships')
})

test.each([
  'we can test before?',
  'can we run a PoC on a live job first',
  'is it possible to evaluate it before we sign',
])('answers “%s” with the trial', (asked) => {
  const talk = startTalk(demoWith('Rooms appear on a plan.', 'A pilot on one real project is free for 45 days.'))
  talk.say(asked)
  expect(talk.text()).toContain('free for 45 days')
})
