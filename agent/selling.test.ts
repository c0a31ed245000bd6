import { expect, test } from 'vitest'

import { noAgentKnowledge, type AgentKnowledge } from './agent-knowledge.ts'
import type { Effect } from './conversation.ts'
import { readSalesProcess } from './sales-rules.ts'
import { plainAgent, reportingDemo } from './testing/reporting-demo.ts'
import { startTalk } from './testing/start-talk.ts'

/* Facts about visitors, qualifying questions, and replies to objections. */

const sells: AgentKnowledge = {
  ...noAgentKnowledge,
  salesRules: readSalesProcess(`
Questions:
- How many people would use it?
- When would you want to start?

Objections:
- Too expensive: Most teams save more than it costs. Ask: what would you compare it with?
`),
  pairs: [
    {
      id: 'pair-1',
      question: 'Is our data safe?',
      variants: [],
      answer: 'Everything is encrypted, and nobody but you holds the key.',
      objection: 'security',
      stepId: null,
    },
  ],
}

function sell(personality: (typeof plainAgent)['personality'] = 'friendly', knowledge = sells) {
  const talk = startTalk(reportingDemo, { ...plainAgent, personality, knowledge })
  talk.say('yes')
  return {
    ...talk,
    say: (text: string) => {
      if (talk.state().speaking !== null) talk.finish()
      talk.say(text)
      return talk.text()
    },
  }
}

function factsOf(effects: readonly Effect[]) {
  return effects.find((effect) => effect.type === 'facts')?.facts
}

test('extracts facts, scores them with the words as evidence, and asks only for missing ones', () => {
  const talk = sell()
  expect(talk.say("there's about sixty of us")).toMatch(/^Thanks.*When would you want to start\?$/)
  expect(factsOf(talk.effects())).toEqual([{ field: 'size', value: 'about sixty of us' }])
  expect(talk.effects()).toContainEqual({
    type: 'qualified',
    score: 50,
    evidence: [{ field: 'size', points: 50, quote: "there's about sixty of us", turn: 2 }],
  })
  expect(talk.say('in March')).not.toContain('How many people')
  expect(talk.state().qualification.score).toBe(100)
})

test.each([[[]], [['How long are exports kept?']]])('stores a stated fact as a fact after %j', (before) => {
  const talk = sell()
  for (const text of before) talk.say(text)
  expect(talk.say('We want to roll it out in March')).toMatch(/^(?:Thanks|Got it|Lovely)/)
  expect(talk.state().facts).toContainEqual({ field: 'timeline', value: 'in March' })
})

test('answers a question that comes with a fact, and stores the fact', () => {
  const talk = sell()
  expect(talk.say('We are a team of 40. How long are exports kept?')).toContain('90 days')
  expect(talk.state().facts).toEqual([{ field: 'size', value: '40' }])
})

test('accepts spoken and on-screen corrections, and removes cleared facts', () => {
  const talk = sell()
  talk.say('we are 40 people')
  talk.say('sorry, we are 60 people')
  expect(talk.state().facts).toEqual([{ field: 'size', value: '60 people' }])
  talk.send({ type: 'fact-edited', at: 1, field: 'size', value: '80' })
  expect(talk.state().facts).toEqual([{ field: 'size', value: '80' }])
  talk.send({ type: 'fact-edited', at: 2, field: 'size', value: '' })
  expect(talk.state()).toMatchObject({ facts: [], qualification: { score: 0, evidence: [] } })
})

test('recognises the answer to the author’s question before it is asked', () => {
  const salesRules = readSalesProcess('Questions:\n- What do you ship?\n- How many pallets a month?')
  const questions = [
    { ...salesRules.questions[0]!, field: 'need' as const },
    { ...salesRules.questions[1]!, field: 'size' as const },
  ]
  const talk = sell('consultative', { ...sells, salesRules: { ...salesRules, questions } })
  talk.say("We're a furniture maker, 140 people, shipping maybe 30 pallets a month out of Izmir")
  expect(talk.state().facts).toEqual([
    { field: 'size', value: 'maybe 30 pallets a month' },
    { field: 'need', value: 'shipping maybe 30 pallets a month out of Izmir' },
  ])
  expect(talk.text()).not.toContain('How many pallets')
})

test.each(['you already asked me that', 'I just told you'])('stops asking after “%s”', (said) => {
  const talk = sell()
  talk.say('How long are exports kept?')
  talk.say('Which banks can you read statements from?')
  expect(talk.say(said)).toMatch(/no need to say|don't have to tell/)
  expect(talk.say('Who changed what?')).not.toMatch(/How many people|When would you/)
})

test('stops asking once the visitor prefers not to say', () => {
  const talk = sell()
  talk.say('How long are exports kept?')
  expect(talk.text()).toContain('How many people would use it?')
  expect(talk.say("I'd rather not say")).toContain('no need to say')
  for (const question of ['Which banks can you read from?', 'Who changed what?', 'Is it encrypted?']) {
    expect(talk.say(question)).not.toMatch(/How many people|When would you/)
  }
})

test('asks no qualifying question before the third answer if the author wrote nothing about selling', () => {
  const talk = sell('friendly', noAgentKnowledge)
  talk.say('How long are exports kept?')
  expect(talk.text()).not.toContain('How many people')
  talk.say('Is the audit log encrypted?')
  talk.say('Which banks can you read statements from?')
  expect(talk.state().qualification.asked).toEqual(['default-size'])
})

test('answers an objection with the author’s reply and question, and stores its kind', () => {
  const talk = sell()
  expect(talk.say("that's too expensive for us")).toBe(
    'I understand, it has to be worth it. Most teams save more than it costs. What would you compare it with?',
  )
  expect(talk.turn()).toMatchObject({ outcome: 'objection', objection: 'price' })
})

test.each(['Sounds pricey.', 'thats a joke right', "what's your email"])(
  'doesn’t accept “%s” as the answer to its question',
  (said) => {
    const knowledge = { ...sells, salesRules: readSalesProcess('Questions:\n- What do you need it for?') }
    const talk = sell('consultative', knowledge)
    expect(talk.say('How long are exports kept?')).toContain('What do you need it for?')
    expect(talk.say(said)).not.toMatch(/^(?:Thanks|Got it|I see|That helps)/)
    expect(talk.state().facts).toEqual([])
  },
)

test('answers a price objection with what softens the price', () => {
  const steps = [
    {
      id: '00000000-0000-4000-8000-000000000001',
      order: 1,
      title: 'Prices',
      description: 'It costs $69 per vet a month. There is a free trial of 30 days, and you can leave any month.',
    },
  ]
  const talk = startTalk({ name: 'Pawbook', description: '', steps })
  talk.say('69 per vet is steep for us')
  expect(talk.text()).toBe(
    'I understand, you want to know what it all comes to. There is a free trial of 30 days, and you can leave any month. What would make it worth it for you?',
  )
  talk.say('29 is a lot for one guy with one car')
  expect(talk.turn()).toMatchObject({ outcome: 'objection', objection: 'price' })
})

test('answers with what the notes say about the visitor’s tool, without calling it a rival', () => {
  const steps = [
    {
      id: '00000000-0000-4000-8000-000000000001',
      order: 1,
      title: 'Your books',
      description: 'Two-way sync with Xero, QuickBooks and Sage 50 every fifteen minutes.',
    },
  ]
  const talk = startTalk({ name: 'Vanhand', description: '', steps })
  talk.say('we use sage')
  expect(talk.text()).toBe('Two-way sync with Xero, QuickBooks and Sage 50 every fifteen minutes.')
})

test('offers a meeting if the price is agreed on a call', () => {
  const steps = [
    {
      id: '00000000-0000-4000-8000-000000000001',
      order: 1,
      title: 'Prices',
      description: 'Clinic costs $69 per vet a month. Group is for more than one site and is priced on a call.',
    },
  ]
  const talk = startTalk({ name: 'Pawbook', description: '', steps }, { ...plainAgent, takesMeetings: true })
  talk.say('who do I talk to about pricing for seven sites?')
  expect(talk.text()).toMatch(/priced on a call\. Shall I show you times/)
})

test('asks what went wrong with the tools that disappointed', () => {
  const talk = sell()
  expect(talk.say("I've had three of these systems and they were all rubbish")).toBe(
    'Sorry to hear that. What went wrong?',
  )
  talk.say('It was slow and they had to fill everything in twice')
  expect(talk.turn()).toMatchObject({ outcome: 'chat' })
})

test('says that a step without notes is about the question', () => {
  const steps = ['Lesson calendar', 'Progress sheet'].map((title, at) => ({
    id: `00000000-0000-4000-8000-00000000000${at}`,
    order: at + 1,
    title,
    description: at === 0 ? 'All instructors and cars are in one calendar.' : '',
  }))
  const talk = startTalk({ name: 'Clutchly', description: '', steps })
  talk.say('what is progress sheet')
  expect(talk.text()).toBe("That's step 2 (“Progress sheet”). It has no notes beyond what the screen shows.")
})

test.each([
  'we see a lot of cattle too',
  'Good afternoon young man. I have taught people to drive for 34 years in Leeds',
  'looks basic tbh',
])('thanks for “%s” instead of calling it unanswered', (said) => {
  const talk = sell()
  talk.say(said)
  expect(talk.turn()).toMatchObject({ outcome: 'chat' })
})

test.each([
  'Acme is cheaper',
  "we're not looking to replace our system",
  'we can get it cheaper elsewhere',
  'your competitors are way cheaper',
])('reads “%s” as a comparison, not as a request for a discount', (said) => {
  const talk = sell()
  talk.say(said)
  expect(talk.turn()).toMatchObject({ outcome: 'objection', objection: 'competitor' })
})

test.each([
  'we run a small school in Ghana',
  'We sell shoes online',
  'We do a fair bit of night work, deliveries and all that',
  "We're a furniture maker",
  'our last shipment came to eleven grand all in',
])('thanks for “%s” and offers no step that only sounds similar', (said) => {
  const talk = sell()
  talk.say(said)
  expect(talk.turn()).toMatchObject({ outcome: 'chat' })
  expect(talk.text()).not.toMatch(/step \d/i)
  expect(talk.effects().some(({ type }) => type === 'offers')).toBe(false)
})

test.each([
  'can I just email you instead',
  "what's your email?",
  'where do I write to for sales',
  'Do you have a phone number?',
])('offers to let the team write after “%s”', (said) => {
  const talk = sell()
  expect(talk.say(said)).toMatch(/the team can write to you/i)
  expect(talk.effects()).toContainEqual({ type: 'form', field: 'email', value: '', valid: true, slotId: '' })
})

test.each(['can you ship helium', 'do you do plants'])('reads “%s” as a question, not as small talk', (said) => {
  const talk = sell()
  talk.say(said)
  expect(talk.turn()).toMatchObject({ outcome: expect.stringMatching(/^(?:unknown|unsure)$/) })
})

test('repeats an answer when asked again', () => {
  const talk = sell()
  for (const asked of ['How much is it?', 'what was the price again']) {
    const said = talk.say(asked)
    expect(said).toContain('The team plan costs $29 a month.')
    expect(said).toContain('The business plan costs $99 a month.')
  }
})

test('explains the step on screen with its notes, then with its name', () => {
  const talk = sell()
  talk.say('go to step 7')
  talk.finish()
  talk.say('next')
  expect(talk.say('what am I looking at?')).toContain('step 8 (“Finish”)')
  talk.say('go to step 4')
  expect(talk.say('what does this button do')).toMatch(/Exports run every night|kept for 90 days|step 4/)
  expect(talk.turn()).toMatchObject({ outcome: 'answered' })
})

test('says what it knows about the visitor, or that it knows nothing', () => {
  const talk = sell()
  expect(talk.say('what do you know about me?')).toMatch(/nothing|anything about yourself yet/)
  talk.say('we rent out 200 machines')
  talk.say('mail me at dana@acme.com')
  expect(talk.say('what did I tell you about us')).toMatch(/200 machines, dana@acme\.com/)
})

test('keeps the visitor’s address when another is added, and takes a correction', () => {
  const talk = sell()
  talk.say('mail me at dana@acme.com')
  talk.say('also add ops@acme.com')
  expect(talk.state().email).toBe('dana@acme.com')
  talk.say('no sorry, it is dana@acme.org')
  expect(talk.state().email).toBe('dana@acme.org')
})

test('doesn’t read mailboxes named in a question as the visitor’s address', () => {
  const talk = sell()
  talk.say('you guys only have info@ and jobs@, is there a trial')
  expect(talk.turn()).not.toMatchObject({ outcome: 'contact' })
  expect(talk.state().email).toBeNull()
})

test('answers an objection with a tagged answer, citing it', () => {
  const talk = sell()
  expect(talk.say("I'm worried about our data in the cloud")).toContain('nobody but you holds the key.')
  const turn = talk.turn()
  expect(turn).toMatchObject({ objection: 'security' })
  const cites = turn?.type === 'say' ? turn.lines.flatMap(({ cite }) => cite) : []
  expect(cites[0]?.source).toMatchObject({ kind: 'pair', title: 'Is our data safe?' })
})

test('leaves forbidden words out of objection replies, too', () => {
  const talk = sell('friendly', { ...sells, neverSay: ['holds the key'] })
  expect(talk.say("I'm worried about our data in the cloud")).not.toContain('holds the key')
})

test('makes up nothing about a competitor', () => {
  const talk = sell()
  expect(talk.say("we're happy with QuickBooks")).toMatch(/I can't compare the two fairly\. What do you like/)
  expect(talk.state().facts).toEqual([{ field: 'tool', value: 'QuickBooks' }])
})

test('asks for an address when the visitor wants something sent', () => {
  const talk = sell()
  talk.say('can you send me a brochure')
  expect(talk.effects()).toContainEqual({ type: 'form', field: 'email', value: '', valid: true, slotId: '' })
  talk.send({ type: 'form', at: 5, field: 'email', value: 'dana@' })
  expect(talk.effects()).toContainEqual({ type: 'form', field: 'email', value: 'dana@', valid: false, slotId: '' })
  talk.send({ type: 'form', at: 6, field: 'email', value: 'dana@example.com' })
  expect(factsOf(talk.effects())).toEqual([{ field: 'email', value: 'dana@example.com' }])
})

test('offers the closest steps and sentences when it is not sure, with their turn', () => {
  const talk = sell()
  const proposal = {
    intent: { type: 'question' },
    answer: [],
    retrieved: [],
    offers: [
      {
        stepOrder: 4,
        stepId: '00000000-0000-4000-8000-000000000004',
        title: 'Schedule an export',
        lines: ['Exports are kept for 30 days.'],
      },
    ],
  } as const
  talk.send({ type: 'heard', at: 9, proposal, text: 'Do exports survive a divorce?' })
  expect(talk.text()).toContain("I'm not certain this answers it: step 4 (“Schedule an export”)")
  expect(talk.turn()).toMatchObject({ outcome: 'unsure', show: null })
  expect(talk.effects()).toContainEqual({ type: 'offers', turn: talk.state().turn, steps: proposal.offers })
})

test('asks what the answer is for with the consultative personality, not with the professional one', () => {
  expect(sell('consultative', noAgentKnowledge).say('How long are exports kept?')).toContain(
    'How do you handle that today?',
  )
  const professional = sell('professional', noAgentKnowledge)
  professional.say('How long are exports kept?')
  expect(professional.say('Is the audit log encrypted?')).not.toContain('?')
})

test('offers to continue after only some answers', () => {
  const talk = sell('professional', noAgentKnowledge)
  const closed = ['How long are exports kept?', 'Is the audit log encrypted?', 'Can I pay by month?', 'Which banks?']
    .map((question) => talk.say(question))
    .filter((text) => text.includes('?'))
  expect(closed.length).toBeLessThanOrEqual(2)
})

test('says less at a time after “too fast”', () => {
  const talk = sell()
  expect(talk.say('you go too fast for me')).toContain("I'll say less at a time")
  talk.say('go on')
  const turn = talk.turn()
  expect(turn?.type === 'say' && turn.lines.length).toBe(1)
})

test('gives the offered answer when the visitor says yes', () => {
  const salesRules = readSalesProcess(`
Objections:
- Too expensive: Most teams save more than it costs. Ask: shall I tell you how long exports are kept?
`)
  const talk = sell('friendly', { ...sells, salesRules })
  expect(talk.say('that is too expensive for us')).toMatch(/shall I tell you how long exports are kept\?$/i)
  expect(talk.say('yes please')).toContain('kept for 90 days')
})

test('greets visitors who introduce themselves by their first name, and ladies by their title', () => {
  const talk = sell()
  expect(talk.say("Good day. I'm Helen Odum, head of audit.")).toContain('Nice to meet you, Helen.')
  expect(sell().say('Good afternoon, Margaret Hollis here. I keep the books.')).toContain('Nice to meet you, Margaret.')
  expect(sell().say('Hello, my name is Mrs Patel.')).toContain('Nice to meet you, Mrs Patel.')
})

test('keeps the visitor’s name when somebody else is named', () => {
  const talk = sell()
  talk.say('My name is Robert Ashdown')
  talk.say('Our chair, Mrs Patel, should be there too: a.patel@ashbank.example')
  talk.say('0161 496 0144, ask for Carol')
  expect(talk.state().facts).toContainEqual({ field: 'name', value: 'Robert Ashdown' })
  talk.say("Sorry, it's Roberta Ashdown")
  expect(talk.state().facts).toContainEqual({ field: 'name', value: 'Roberta Ashdown' })
})

test('reacts to bad news and worries as a person would', () => {
  expect(sell().say('our head gardener just resigned')).toBe("I'm sorry to hear that.")
  expect(sell().say('My fear is that it dies on us in the middle of the fair')).toBe(
    'I understand: it has to work on a bad day, too. What would put your mind at rest?',
  )
})

test.each([
  ["We've used pen and paper since my dad's day", 'What takes the most time?'],
  ['We used to have a home-made database', 'What should be better this time?'],
  ['we had two people quit over the old system', 'What went wrong?'],
])('asks about what the visitor uses: “%s”', (said, question) => {
  expect(sell().say(said)).toContain(question)
})

test('asks what is in a cheaper price instead of what the visitor likes about it', () => {
  expect(sell().say('Your competitor was cheaper, to be honest')).toMatch(
    /What does their price include\?|for that price/,
  )
})

test.each([
  ["Good day. I'm Priya Shah, head of reports.", 'Nice to meet you, Priya.'],
  ['Hello, I assess software for a county archive', 'I see'],
  ['Your manual is a bit thin, if I may say so', 'I see'],
])('neither answers nor offers a step to “%s”', (said, reply) => {
  const talk = sell()
  expect(talk.say(said)).toContain(reply)
  expect(talk.turn()).toMatchObject({ outcome: 'chat' })
  expect(talk.effects().some(({ type }) => type === 'offers')).toBe(false)
})

test.each([
  ["I'm rubbish with computers, will someone help me set it up?", 'insult'],
  ['so do you send us the tablets or do we buy them', 'buy'],
  ['And some have no garden, only a balcony', 'browsing'],
])('doesn’t take “%s” for another remark', (said) => {
  const talk = sell()
  talk.say(said)
  expect(talk.turn()).not.toMatchObject({ outcome: expect.stringMatching(/^(?:paused|booking|contact|objection)$/) })
})

test('asks about a tool only after a statement', () => {
  const talk = sell()
  talk.say('We have storage at a host already, can we use that?')
  expect(talk.state().facts.some(({ field }) => field === 'tool')).toBe(false)
  talk.say('We currently run Cabinet Vision.')
  expect(talk.state().facts).toContainEqual({ field: 'tool', value: 'Cabinet Vision' })
})
