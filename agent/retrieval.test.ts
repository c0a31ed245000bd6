import { expect, test } from 'vitest'

import { noAgentKnowledge, type AgentKnowledge } from './agent-knowledge.ts'
import { buildKnowledge } from './knowledge.ts'
import { indexNotes } from './notes-index.ts'
import { indexKnowledge } from './retrieval.ts'
import { plainAgent, reportingDemo } from './testing/reporting-demo.ts'
import { inScopeQuestions, nearMissQuestions, outOfScopeQuestions } from './testing/reporting-questions.ts'

const index = indexKnowledge(buildKnowledge(reportingDemo, plainAgent))

function withKnowledge(knowledge: Partial<AgentKnowledge>) {
  return indexKnowledge(
    buildKnowledge(reportingDemo, { ...plainAgent, knowledge: { ...noAgentKnowledge, ...knowledge } }),
  )
}

test.each(inScopeQuestions)('answers “%s” from step %i', (question, stepOrder) => {
  const answer = index.retrieve(question)
  expect({ status: answer.status, step: answer.items[0]?.stepOrder }).toEqual({ status: 'ok', step: stepOrder })
})

test('answers at most two of a hundred questions that the notes don’t cover', () => {
  const answered = outOfScopeQuestions.filter((question) => index.retrieve(question).status === 'ok')
  expect(answered.length / outOfScopeQuestions.length, answered.join('; ')).toBeLessThanOrEqual(0.02)
})

test.each(nearMissQuestions)('offers steps for “%s” instead of answering from a similar note', (question) => {
  expect(index.retrieve(question).status).not.toBe('ok')
})

test.each([
  'Do you read statements from Monzo?',
  'does it work with hubspot',
  'can alerts go to microsoft teams',
  'are you HIPAA compliant',
])('never answers “%s”, whose name isn’t in the notes', (question) => {
  expect(index.retrieve(question).status).not.toBe('ok')
})

test.each([
  ['how long are exportz kept', 4],
  ['wen do the exprots run', 4],
  ['do you supprot revolut', 2],
])('understands the typos in “%s”', (question, step) => {
  const answer = index.retrieve(question)
  expect({ status: answer.status, step: answer.items[0]?.stepOrder }).toEqual({ status: 'ok', step })
})

test.each([
  ['can my coworkers join', 3],
  ['who changed what', 7],
  ['is the money safe, can you touch it', 2],
  ['is it encripted', 7],
])('finds the step for “%s”', (question, step) => {
  const found = index.retrieve(question)
  const steps = [...found.items.map((item) => item.stepOrder), ...found.offers.map((offer) => offer.stepOrder)]
  expect(steps).toContain(step)
})

test('answers a general question about price with every plan', () => {
  const texts = index.retrieve('how much is it').items.map((item) => item.text)
  expect(texts).toEqual(['The team plan costs $29 a month.', 'The business plan costs $99 a month.'])
})

test('answers two questions in one', () => {
  const answer = index.retrieve('where do alerts go and how long are exports kept?')
  expect(new Set(answer.items.map((item) => item.stepOrder))).toEqual(new Set([4, 5]))
})

test('relates a short follow-up to the last answer', () => {
  const first = index.retrieve('When do the exports run?')
  const topic = { question: 'When do the exports run?', itemIds: first.items.map((item) => item.id) }
  expect(index.retrieve('and how long are they kept?', { topic }).items.map((item) => item.stepOrder)).toContain(4)
})

test('offers no step for a question that shares nothing with the notes, whatever was asked before', () => {
  const before = index.retrieve('How long are exports kept?')
  const topic = { question: 'How long are exports kept?', itemIds: before.items.map(({ id }) => id) }
  expect(index.retrieve('What is the weather in Lisbon?', { topic })).toMatchObject({ status: 'unknown', offers: [] })
})

test('answers although several steps say the same', () => {
  const description = 'Invoices go out on Mondays.'
  const steps = ['Open', 'Choose', 'Done'].map((title, at) => ({
    id: `step-${at}`,
    order: at + 1,
    title,
    description,
    cards: [],
  }))
  const story = indexKnowledge(buildKnowledge({ name: 'Story', description: null, steps }, plainAgent))
  expect(story.retrieve('When do invoices go out?').items.map(({ text }) => text)).toEqual([description])
})

test('also quotes the sentence a pronoun refers to', () => {
  const items = index.retrieve('How long are exports kept?').items
  expect(items.map((item) => item.text).slice(0, 2)).toEqual([
    'Exports run every night at 02:00 UTC.',
    'They are kept for 90 days and can be downloaded as CSV or Parquet files.',
  ])
})

test('quotes at most three sentences', () => {
  for (const [question] of inScopeQuestions) expect(index.retrieve(question).items.length).toBeLessThanOrEqual(3)
})

test('finds nothing for an empty question or demo', () => {
  const nothing = indexKnowledge(buildKnowledge({ name: 'Empty', description: null, steps: [] }, plainAgent))
  expect(index.retrieve('what is it').status).not.toBe('ok')
  expect(index.retrieve('').status).toBe('unknown')
  expect(nothing.retrieve('How do I export?').status).toBe('unknown')
})

test('answers an author’s question in the words of any variant, with its source', () => {
  const own = withKnowledge({
    pairs: [
      {
        id: 'p1',
        question: 'Can we host it ourselves?',
        variants: ['is there an on-premise version'],
        answer: 'Self-hosting is part of the business plan.',
        objection: null,
        stepId: null,
      },
    ],
  })
  for (const question of ['can we host it ourselves', 'Is there an on-premise version?']) {
    expect(own.retrieve(question)).toMatchObject({
      status: 'ok',
      items: [{ text: 'Self-hosting is part of the business plan.', source: { kind: 'pair' } }],
    })
  }
})

const shippingPairs = withKnowledge({
  pairs: [
    {
      id: 'duty',
      question: 'What about import duty and VAT?',
      variants: ['Is import tax included?'],
      answer: 'Duty and VAT depend on your goods. We bill them at cost, without a mark-up.',
      objection: null,
      stepId: null,
    },
    {
      id: 'customs',
      question: 'Who does the customs forms?',
      variants: ['Do I need a customs broker?'],
      answer: 'You declare the goods once. We file the entry, so you need nobody else.',
      objection: null,
      stepId: null,
    },
    {
      id: 'pallets',
      question: 'How many pallets can I book?',
      variants: ['What is the minimum?', 'Do you ship full containers?'],
      answer: 'From 1 pallet to 40 in one booking. Up to 12 share a container.',
      objection: null,
      stepId: null,
    },
    {
      id: 'dear',
      question: 'That is too expensive.',
      variants: ['We can get freight for less'],
      answer: 'Compare the landed price, not the freight: fuel, customs and insurance are in ours.',
      objection: 'price',
      stepId: null,
    },
  ],
})

test.each([
  ['do i need my own customs broker', 'You declare the goods once. We file the entry, so you need nobody else.'],
  ['can you do a full container', 'From 1 pallet to 40 in one booking. Up to 12 share a container.'],
])('answers “%s”, which the author wrote in other words, with the whole answer in its order', (question, answer) => {
  const found = shippingPairs.retrieve(question)
  expect({ status: found.status, said: found.items.map(({ text }) => text).join(' ') }).toEqual({
    status: 'ok',
    said: answer,
  })
})

test.each(['do you ship by air', 'can you store a full container for us', 'do i need a broker licence to sell'])(
  'doesn’t mistake “%s” for the author’s question about something else',
  (question) => {
    expect(shippingPairs.retrieve(question).status).not.toBe('ok')
  },
)

test.each(['what does the freight cost', 'is fuel in the price', 'do you handle customs'])(
  'never answers “%s” with the reply to an objection',
  (question) => {
    const found = shippingPairs.retrieve(question)
    expect(found.items.map(({ id }) => id).filter((id) => id.startsWith('pair-dear'))).toEqual([])
  },
)

test('quotes documents and pages with their place and address', () => {
  const own = withKnowledge({
    passages: [
      {
        id: 'd1',
        kind: 'document',
        title: 'Security.pdf',
        place: 'p. 3',
        url: 'https://example.com/security.pdf',
        text: 'Penetration tests are made twice a year. Backups are restored in a drill every quarter.',
      },
    ],
  })
  expect(own.retrieve('how often are penetration tests made').items[0]?.source).toEqual({
    kind: 'document',
    title: 'Security.pdf',
    place: 'p. 3',
    url: 'https://example.com/security.pdf',
  })
})

test('knows the plans of the price table and the product’s own words', () => {
  const own = withKnowledge({
    plans: [
      { id: 'a', name: 'Solo', price: '$9', period: 'per month', includes: 'one user' },
      { id: 'b', name: 'Crew', price: '$39', period: 'per month', includes: 'ten users' },
    ],
    glossary: [{ id: 'g', term: 'tile', synonyms: ['widgetine'], meaning: 'A tile is a figure on the dashboard.' }],
  })
  expect(own.retrieve('how much is it?').items.map(({ text }) => text)).toEqual([
    'Solo: $9 per month.',
    'Crew: $39 per month.',
  ])
  expect(own.retrieve('what does Crew cost').items[0]?.text).toBe('Crew: $39 per month, with ten users.')
  expect(own.retrieve('what does Crew cost').items[0]).toMatchObject({ source: { kind: 'plan', title: 'Crew' } })
  expect(own.retrieve('what is a tile').items[0]?.text).toBe('A tile is a figure on the dashboard.')
  expect(own.retrieve('can I open a widgetine').items.map((item) => item.stepOrder)).toContain(1)
})

test('says “yes” only to the question the author answered with it', () => {
  const own = withKnowledge({
    pairs: [
      {
        id: 'p',
        question: 'Can my customers follow the shipment?',
        variants: ['Do my buyers need an account?', 'How do I share tracking?', 'Can I share tracking?'],
        answer: 'Yes. A link shows it to anyone, without an account.',
        objection: null,
        stepId: null,
      },
    ],
  })
  const said = (question: string) => own.retrieve(question).items.map(({ text }) => text)
  expect(said('Can my customers follow the shipment?')).toEqual(['Yes. A link shows it to anyone, without an account.'])
  expect(said('can i share tracking')).toEqual(['Yes. A link shows it to anyone, without an account.'])
  expect(said('Do my buyers need an account?')).toEqual(['A link shows it to anyone, without an account.'])
  expect(said('how do I share tracking?')).toEqual(['A link shows it to anyone, without an account.'])
})

test('matches a plan by its name, not by other words for it', () => {
  const plans = [
    { id: 'a', name: 'Start', price: '$0', period: 'a month', includes: 'two people' },
    { id: 'b', name: 'Fleet', price: '$890', period: 'a month', includes: 'single sign-on' },
  ]
  const own = withKnowledge({ plans })
  const shown = (question: string) => own.retrieve(question).items.map(({ text }) => text)
  expect(shown('what does Fleet cost')).toEqual(['Fleet: $890 a month, with single sign-on.'])
  expect(shown('can you ship a car').join(' ')).not.toContain('Fleet')
})

test.each(nearMissQuestions)('shows only a step’s own sentences beside each step offered for “%s”', (question) => {
  const { items } = buildKnowledge(reportingDemo, plainAgent)
  const { offers } = index.retrieve(question)
  expect(offers.some(({ lines }) => lines.length > 0)).toBe(true)
  for (const { stepId, title, lines } of offers) {
    const own = items.filter((item) => item.stepId === stepId).map(({ text }) => text)
    expect(lines.length).toBeLessThanOrEqual(2)
    expect(own).toEqual(expect.arrayContaining([...lines]))
    expect(lines).not.toContain(title)
  }
})

test('quotes nothing with a word that must never be said', () => {
  const quiet = withKnowledge({ neverSay: ['Okta'] })
  const { items, offers } = quiet.retrieve('Does the business plan include Okta?')
  const shown = [...items.map(({ text }) => text), ...offers.flatMap(({ lines }) => lines)]
  expect(shown.join(' ')).not.toMatch(/Okta/)
})

test('uses similarities from a provider’s embeddings', () => {
  const item = buildKnowledge(reportingDemo, plainAgent).items.find(({ text }) => text.includes('read-only'))
  const found = index.retrieve('xyzzy plugh', { similarity: (id) => (id === item?.id ? 0.9 : 0.1) })
  expect(found.offers[0]?.stepOrder ?? found.items[0]?.stepOrder).toBe(2)
})

test('survives hostile input', () => {
  for (const text of [
    'a'.repeat(500),
    ', and '.repeat(83),
    '(((((['.repeat(80),
    'how much '.repeat(55),
    '€ $ 1,1,1,1,'.repeat(40),
  ]) {
    expect(['ok', 'near', 'unknown']).toContain(index.retrieve(text).status)
  }
})

test('quotes a step’s captured page only if the author’s own words have no answer', () => {
  const [first, ...rest] = reportingDemo.steps
  const page = [
    'Drones take off from the roof of every depot at sunrise.',
    'Exports are kept until the end of the day in the sandbox.',
  ]
  const demo = { ...reportingDemo, steps: first === undefined ? rest : [{ ...first, page }, ...rest] }
  const notes = indexNotes(buildKnowledge(demo, plainAgent))
  const answer = notes.retrieve('when do the drones take off')
  expect(answer).toMatchObject({ status: 'ok', items: [{ text: page[0], stepOrder: 1 }] })
  expect(notes.retrieve('how long are exports kept').items).toEqual(index.retrieve('how long are exports kept').items)
  const answered = outOfScopeQuestions.filter((question) => notes.retrieve(question).status === 'ok')
  expect(answered.length / outOfScopeQuestions.length, answered.join('; ')).toBeLessThanOrEqual(0.02)
})
