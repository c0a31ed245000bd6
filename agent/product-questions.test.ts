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

test('offers the step that probably fits a visitor’s statement', () => {
  const talk = startTalk()
  talk.say('our team is spread over three countries')
  expect(talk.text()).not.toContain('may matter')
  talk.say('we have people who should only look at it')
  expect(talk.text()).toMatch(/Step \d \(“.+”\) may matter for that\./)
  expect(talk.effects()).toContainEqual(expect.objectContaining({ type: 'offers' }))
})
