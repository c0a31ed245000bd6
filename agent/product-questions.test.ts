import { expect, test } from 'vitest'

import { recogniseIntent, recogniseUnsure } from './intent.ts'
import { buildKnowledge } from './knowledge.ts'
import { createRuleResponder } from './rule-responder.ts'
import { plainAgent, reportingDemo } from './testing/reporting-demo.ts'
import { startTalk } from './testing/start-talk.ts'

test.each([
  'could someone end up owing us money',
  'if we need you at 3am on a tuesday',
  'has someone tried to hack you on purpose',
  'is anyone alerted before we blow the deadline',
  'which of our faq pages are rubbish',
  'how do we stay out of spam',
  'can people buy ten at a time',
  'do guests have to register to buy',
  'I already own an epson, can I use it and do you support it',
  'are our franchise partners able to compare sales with each other',
  'We have Portuguese, Tamil and Arabic speakers. How do they follow?',
  "we're near the airport, do you get the permission for us",
  'what do I need to run it in our own basement and what does that cost',
  'Are you ready for the EU AI Act?',
  'do you do trainings',
  'someone joins on the 15th, then what',
  'How do I stop someone wanting a wedding cake for tomorrow, or ten of them on the same Saturday?',
  'ok and with our 5 meeting rooms on top',
  'is there vat to go on that',
  'can you order the sandwiches with it',
  "Our board want a say when it's abroad",
  'have you ever had a data breach',
  'do you sort the bus for me',
  'if I drop it off, does it work out my petrol',
])('recognises “%s” as a product question', (text) => {
  expect(recogniseIntent(text, true)).toEqual({ type: 'question' })
  expect(recogniseUnsure(text, true, true)).toBeNull()
})

test('extracts facts that come with a question', async () => {
  const knowledge = buildKnowledge(reportingDemo, plainAgent)
  const text = "we're 8 people, what would be the bill"
  const proposal = await createRuleResponder(knowledge).propose({ text, knowledge, step: 1 }, { aborted: false })
  expect(proposal.intent).toEqual({ type: 'question' })
  expect(proposal.facts).toEqual([{ field: 'size', value: '8 people' }])
})

test.each([
  "General counsel at a mid-sized manufacturer. I'm told I have to look at this.",
  'Evaluating alternatives to Zendesk, 40 seats.',
  "morning, we're a plumbing wholesaler in Leeds, about 9000 lines",
  'hiya! selling candles on etsy and shopify from my garage',
])('listens to a visitor who introduces themselves with “%s”', (said) => {
  const talk = startTalk()
  talk.say(said)
  expect(talk.turn()).toMatchObject({ outcome: 'chat' })
  expect(talk.text()).toMatch(/I see|Understood|Noted|Good to know|That helps/)
})

test.each([
  ['does it work with hubspot', 'hubspot'],
  ['are you HIPAA compliant?', 'HIPAA'],
  ['Do you read statements from Monzo?', 'Monzo'],
])('says which name of “%s” its notes lack', (question, name) => {
  const talk = startTalk()
  talk.say(question)
  expect(talk.text()).toContain(name)
  expect(talk.text()).toMatch(/notes don't mention|nothing on/)
})

test('answers the worry that people hate new tools with the notes on training', () => {
  const steps = [
    ['Work', 'Every job is on one board.'],
    ['Start', 'Your team gets two live training sessions, and most feel at home after a day.'],
  ].map(([title = '', description = ''], at) => ({
    id: `00000000-0000-4000-8000-00000000000${at}`,
    order: at + 1,
    title,
    description,
  }))
  const talk = startTalk({ name: 'Jobboard', description: '', steps })
  talk.say('Hm. My staff hate new systems')
  expect(talk.text()).toContain('two live training sessions')
  const untold = startTalk()
  untold.say('Hm. My staff hate new systems')
  expect(untold.turn()).toMatchObject({ outcome: 'objection', objection: 'need' })
  expect(untold.text()).toBe(
    "That's a fair worry: a tool is only good if people use it. What would put your mind at rest?",
  )
})

test('is pleased about a visitor who wants to go ahead', () => {
  const talk = startTalk()
  talk.say("I think we'd go for it, whats next")
  expect(talk.text()).toMatch(/good to hear|great/i)
})

test('says sorry when something bad happened to the visitor', () => {
  const talk = startTalk()
  talk.say('Hello, IT manager, 180 staff, we got hit with ransomware in august')
  expect(talk.text()).toMatch(/^I'm sorry/)
  expect(talk.state().facts).toContainEqual({ field: 'size', value: '180 staff' })
  expect(talk.state().facts).not.toContainEqual(expect.objectContaining({ field: 'timeline' }))
})

test('notes what a visitor evaluates', () => {
  const talk = startTalk()
  talk.say('Evaluating alternatives to Zendesk, 40 seats.')
  expect(talk.state().facts).toEqual([
    { field: 'size', value: '40 seats' },
    { field: 'tool', value: 'Zendesk' },
  ])
})

test('says that it leaves one of two questions open', () => {
  const talk = startTalk()
  talk.say('How much is the business plan, and can your people unfreeze a blocked card?')
  expect(talk.text()).toContain('The business plan costs $99 a month.')
  expect(talk.text()).toMatch(/rest|other part/)
  expect(talk.effects()).toContainEqual(expect.objectContaining({ type: 'offers' }))
})

test('offers the step that probably fits a visitor’s statement', () => {
  const talk = startTalk()
  talk.say('our team is spread over three countries')
  expect(talk.effects().some(({ type }) => type === 'offers')).toBe(false)
  talk.say('we have people who should only look at it')
  expect(talk.text()).toMatch(/may (?:matter for|help with) that\./)
  expect(talk.effects()).toContainEqual(expect.objectContaining({ type: 'offers' }))
})

test.each([
  'show me how the map updates live',
  'Can I see the people behind each booking?',
  'Can we talk about it in the group chat of tenants?',
  "We're available at 8pm for callouts, does it handle that?",
  'we have to go there every week',
  'Our customers have a good day pass',
  'When my stock runs low, does it just call',
  'Who in your team can see my data?',
  'My last app did not sync with Xero',
  'we get married couples as guests',
  'We looked at pricing',
  'Make it one line on the invoice',
])('doesn’t read “%s” as a request, goodbye or feeling', (text) => {
  const intent = recogniseIntent(text, true)
  const about = intent.type === 'remark' ? intent.about : intent.type
  expect(['book', 'human', 'bye', 'joy', 'sorrow', 'praise', 'voice', 'competitor']).not.toContain(about)
})

test.each(["I'm afraid not", "I'm afraid that's too expensive", "I'm afraid I have to go"])(
  'doesn’t read the politeness of “%s” as a worry',
  (text) => {
    expect(recogniseIntent(text, true)).not.toEqual({ type: 'remark', about: 'worry' })
  },
)
