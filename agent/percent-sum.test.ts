import { expect, test } from 'vitest'

import { startTalk } from './testing/start-talk.ts'

function ask(price: string, question: string): string {
  const steps = [
    { title: 'Fees and payouts', description: price },
    { title: 'Scanning', description: 'Any phone scans the tickets at the door.' },
    { title: 'Reports', description: 'Export every report as a spreadsheet.' },
  ].map((step, at) => ({ ...step, id: `00000000-0000-4000-8000-00000000000${at}`, order: at + 1 }))
  const talk = startTalk({ name: 'Doorlist', description: '', steps })
  talk.say(question)
  return talk.text()
}

test.each([
  [
    'We take 3% plus €0.29 per ticket sold.',
    'how much do you take on a ticket of 40 euro?',
    'On €40 that comes to €1.49.',
  ],
  [
    'We take 3% plus €0.29 per ticket sold.',
    'we sell 20,000 tickets a year at about 15 eur, so what do you charge us?',
    'For 20,000 tickets at €15 that comes to €14,800.',
  ],
  [
    'Customers pay by card from a link; card payments cost 1.4% plus 20p and reach your account in two working days.',
    'so how much do you skim off a £500 job',
    'On £500 that comes to £7.20.',
  ],
  ['The fee is 12% of each booking.', 'what is the fee for a booking of $200?', 'On $200 that comes to $24.'],
])('calculates the fee from “%s” for “%s”', (price, question, sum) => {
  expect(ask(price, question)).toContain(sum)
})

test.each([
  ['We take 3% plus €0.29 per ticket sold.', 'how much is the fee on a ticket of $40?'],
  ['We take 3% plus €0.29 per ticket sold.', 'what is the fee?'],
  ['Fees fall from 3% to 2% above 1,000 tickets.', 'how much is the fee on a ticket of 40 euro?'],
  ['Paying by bank transfer takes 2% off the fee.', 'how much is the fee on a ticket of 40 euro?'],
])('calculates no fee from “%s” for “%s”', (price, question) => {
  expect(ask(price, question)).not.toContain('comes to')
})
