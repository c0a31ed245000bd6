import { expect, test } from 'vitest'

import { plainAgent } from './testing/reporting-demo.ts'
import { startTalk } from './testing/start-talk.ts'

/* Most demos have only a title and at most one sentence per step. */

const steps = [
  ['Click “Invoices”', 'All your invoices are in one list.'],
  ['Click “New invoice”', 'Pick the customer and the hours; VAT is added for you.'],
  ['Type “Acme” into Customer', null],
  ['Click “Send”', 'The customer gets a link and can pay by card.'],
  ['Click “Reminders”', 'Late payers get a friendly email after 7 days, and again after 14.'],
] as const

function talkAboutPlumb() {
  const demo = {
    name: 'Invoices in Plumb',
    description: 'Send invoices and get paid.',
    steps: steps.map(([title, description], at) => ({ id: `step-${at}`, order: at + 1, title, description })),
  }
  const talk = startTalk(demo, plainAgent)
  return {
    ...talk,
    ask: (text: string) => {
      if (talk.state().speaking !== null) talk.finish()
      talk.say(text)
      return talk.text()
    },
  }
}

test('says what the product is, what is on screen, and the little that the notes contain', () => {
  const talk = talkAboutPlumb()
  expect(talk.ask('what does plumb do')).toContain('Send invoices and get paid.')
  expect(talk.ask('how do customers pay')).toContain('can pay by card')
  expect(talk.ask('how often do you remind them')).toContain('Late payers get a friendly email after 7 days')
  talk.ask('show me the reminders please')
  expect(talk.state().step).toBe(5)
  talk.send({ type: 'step-changed', at: 60_000, step: 3 })
  expect(talk.ask('what am I looking at?')).toContain('step 3')
})

test.each(['cost?', 'how much is it', 'what plans do you have'])('offers no step for “%s” without a price', (asked) => {
  const talk = talkAboutPlumb()
  expect(talk.ask(asked)).toMatch(/notes/)
  expect(talk.turn()).toMatchObject({ outcome: 'unknown' })
  expect(talk.effects().some(({ type }) => type === 'offers')).toBe(false)
})

test.each(['is there an app', 'does it work with sepa', 'what about multiple currencies', 'is my data safe'])(
  'claims nothing about “%s”',
  (asked) => {
    const talk = talkAboutPlumb()
    expect(talk.ask('how do customers pay')).toContain('can pay by card')
    talk.ask(asked)
    expect(talk.turn()?.outcome).toMatch(/^(?:unknown|unsure|objection)$/)
  },
)

/** A demo as the recorder makes it, without a word from its author. */
function talkAboutRecording() {
  const titles = [
    'Click "New booking"',
    "Type the guest's name",
    'Open "Housekeeping"',
    'Click "Create invoice"',
    'Open "Reports"',
  ]
  const talk = startTalk(
    {
      name: 'Innfolio',
      description: 'Bookings, rooms and bills for guest houses and small hotels.',
      steps: titles.map((title, at) => ({ id: `step-${at}`, order: at + 1, title, description: '' })),
    },
    plainAgent,
  )
  return (text: string) => {
    talk.say(text)
    return talk.text()
  }
}

test.each([
  ['can I create an invoice', "That's step 4 (“Create invoice”)."],
  ['does it have housekeeping', 'Step 3 (“Housekeeping”) comes closest.'],
  ['where are the reports', "That's step 5 (“Reports”)."],
  ['can I send an invoice with it', 'Step 4 (“Create invoice”) comes closest. It has no notes, but you can open it.'],
  ['i run a b and b with 5 rooms, is it for me', 'Bookings, rooms and bills for guest houses'],
  ['Could you tell me in a sentence what Innfolio does?', 'Bookings, rooms and bills for guest houses'],
  ['whats it cost', "The screens don't say that, and this demo has no notes."],
  ['does it talk to booking.com', "The screens don't say that, and this demo has no notes."],
])('shows “%s” where a demo has only the recorder’s titles', (asked, text) => {
  expect(talkAboutRecording()(asked)).toContain(text)
})
