import { expect, test } from 'vitest'

import { withoutGreeting } from './greeting.ts'
import { plainAgent, reportingDemo } from './testing/reporting-demo.ts'
import { startTalk } from './testing/start-talk.ts'

/* Remarks that ask nothing get a short reaction, as from a person. */

const meets = { ...plainAgent, takesMeetings: true }

function talkOf(...said: readonly string[]) {
  const talk = startTalk(reportingDemo, meets)
  for (const text of said) {
    if (talk.state().speaking !== null) talk.finish()
    talk.say(text)
  }
  return talk
}

test.each([
  ['hello there, kettle is on, so impress me', 'Hello. Ledgerline turns invoices into reports'],
  ['Good afternoon, we have roughly twenty minutes', "Hello. Then I'll keep it short."],
  ['evening!! never a dull moment in this shop', 'Hello. I can imagine.'],
  ['Guten Abend', 'Hello.'],
  ['Namaste!', 'Hello.'],
  ['hi folks, what does it cost', 'The team plan costs $29 a month.'],
  ['I am COO of a bakery', "Good to know who I'm talking to."],
  ["I'm the new bookkeeper, nobody has shown me a thing", 'Welcome. No question is too simple here.'],
  ['probably a daft question', 'Of course. What would you like to know?'],
  ['who wrote these texts, a robot?', "My notes don't say who exactly."],
  ["so who's behind this product", "My notes don't say who exactly."],
])('replies to “%s” at the start with “%s”', (said, text) => {
  expect(talkOf(said).text()).toContain(text)
})

const afterAnswer = ['yes', 'What does it cost?']

test.each([
  ["that's less than my window cleaner takes", 'Fair enough.'],
  ['lol, my brother still counts on his fingers', 'Families keep everybody on their toes.'],
  ['never again, that migration', 'I can imagine.'],
  ['oh what a pity', "I'm sorry, I can see that matters to you. What would it have to do for you?"],
  ['so my whole choir is out then, shame', "I'm sorry, I can see that matters to you."],
  ['every salesman promises me that', "You're right to be careful: I'm here to sell it, after all."],
  ['the tool we have now is a complete joke', 'What went wrong?'],
  ['that was speedy, thank you', "You're welcome."],
  ['hang on, the cat is on the stove', "I'll be here."],
  ["okay, I'm back, sorry", 'Welcome back.'],
  ['are you sure about that?', 'the notes of step 6'],
])('reacts to “%s” with “%s”', (said, text) => {
  const talk = talkOf(...afterAnswer, said)
  expect(talk.text()).toContain(text)
  expect(talk.effects()).not.toContainEqual(expect.objectContaining({ type: 'ring-person' }))
})

test('mentions the trial to a visitor who distrusts salespeople', () => {
  const [first, ...others] = reportingDemo.steps
  if (first === undefined) throw new Error('The demo has steps.')
  const demo = { ...reportingDemo, steps: [{ ...first, description: 'The first 30 days are free.' }, ...others] }
  const talk = startTalk(demo, meets)
  talk.say('they all promise that')
  expect(talk.text()).toBe("You're right to be careful: I'm here to sell it, after all. The first 30 days are free.")
})

test('offers the team after a second disappointment', () => {
  const talk = talkOf(...afterAnswer, 'oh what a pity', "that's a real shame for us")
  expect(talk.text()).toContain('Shall I get someone from the team?')
  talk.say('yes')
  expect(talk.effects()).toContainEqual(expect.objectContaining({ type: 'ring-person' }))
})

test('doesn’t start the demo for “cool, cool” after an answer', () => {
  const talk = talkOf('What does it cost?', 'cool, cool')
  expect(talk.text()).toBe('What else would you like to know?')
})

test('keeps no need from “the last thing I need”', () => {
  const talk = talkOf('the last thing I need is a phone that nags me')
  expect(talk.state().facts).toEqual([])
})

test.each([
  ['Buongiorno!', ''],
  ['Morning all, quick one', 'quick one'],
  ['Bonjour, I am a baker', 'I am a baker'],
  ['Hola, ¿cuánto cuesta?', null],
  ['Morning works for me', null],
  ['high quality prints', null],
])('finds in “%s” after the greeting: %s', (said, rest) => {
  expect(withoutGreeting(said)).toBe(rest)
})

test.each([
  ["my wife had the baby on saturday so forgive me if i'm slow", 'ongratulations'],
  ['I lost my own mum in September so some of these screens are hard to look at', 'sorry'],
  ['a colleague in Graz swears by you', ''],
  [
    'We got burned by a vendor who went bankrupt and kept our files, took my lawyer nine months',
    'What should be better',
  ],
  ['my brother holds the purse strings', 'decide together'],
  ['are you made by openai or what', 'AI'],
  ["well i'd better go, there's a removal at eleven", 'Goodbye'],
  ["alright y'all have a blessed day, I'm headed to a job", 'Goodbye'],
  ['Merci, très clair.', ''],
  ['My eyes lit up at the overhire bit, not gonna lie', ''],
  ["I'm worried my yardman will just guess the numbers like he does now", 'worr'],
  ['Our last supplier promised sensors would work in winter. They did not.', 'What'],
  ['I must go, the wellboat is early', 'Goodbye'],
  ["It's my brother's name on the cheque book, not mine", ''],
  ["Eleven gangs, yard's in Swansea, mostly housing associations", 'Eleven gangs'],
])('reacts to “%s” with “%s”', (said, reply) => {
  const talk = startTalk()
  talk.say(said)
  expect(talk.text()).toContain(reply)
  expect(talk.text()).not.toMatch(/notes|step \d|compare/i)
})
