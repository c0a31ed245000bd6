import { expect, test } from 'vitest'

import { diffSnapshots } from './snapshot-diff.ts'

const pair = { id: 'p1', question: 'Is there a trial?', variants: [], answer: 'Yes, 14 days.', created_at: '1' }
const first = {
  agent: { name: 'Leo', welcome_message: 'Hello.', sales_rules: { goals: [], questions: [] }, never_say: ['cheap'] },
  demos: [{ demo_id: 'd1', welcome_message: null, demo_script: null }],
  knowledge: { pairs: [pair], plans: [{ id: 'l1', position: 1, name: 'Team', price: '$29' }], glossary: [] },
}
const nameOf = (id: string) => ({ d1: 'Tour', d2: 'Billing' })[id] ?? id

function textsOf(after: unknown): readonly string[] {
  return diffSnapshots(first, after, nameOf).map(({ part, text, before, after: now }) =>
    before === null ? `${part}: ${text}` : `${part}: ${text}: ${before} → ${now}`,
  )
}

test('finds nothing between equal versions, whatever the order of keys and times', () => {
  const rules = { questions: [], goals: [] }
  const same = {
    ...first,
    agent: { ...first.agent, sales_rules: rules },
    knowledge: { ...first.knowledge, pairs: [{ ...pair, created_at: '2' }] },
  }
  expect(textsOf(same)).toEqual([])
})

test('finds nothing when a source was only read', () => {
  const source = { id: 's1', title: 'Prices.pdf', bytes: 9, page_count: 3, refreshed_at: '1' }
  const withSource = (row: object) => ({ ...first, knowledge: { ...first.knowledge, sources: [row] } })
  const read = { ...source, refreshed_at: '2', status: 'ready', problem: null, attempts: 1, claimed_at: '1' }
  expect(diffSnapshots(withSource(source), withSource(read), nameOf)).toEqual([])
  expect(diffSnapshots(withSource(source), withSource({ ...read, bytes: 10 }), nameOf)).toMatchObject([
    { part: 'Sources', text: 'Changed “Prices.pdf”' },
  ])
})

test('names changed texts with their previous wording', () => {
  expect(textsOf({ ...first, agent: { ...first.agent, welcome_message: null, never_say: ['free'] } })).toEqual([
    'Behaviour: Greeting: Hello. → nothing',
    'Behaviour: Never says “free” now.',
    'Behaviour: May say “cheap” again.',
  ])
})

test('names added, removed and changed entries', () => {
  const knowledge = {
    pairs: [{ ...pair, answer: 'Yes, 30 days.' }],
    plans: [],
    glossary: [{ id: 'g1', term: 'Approval', synonyms: ['sign-off'], meaning: '' }],
  }
  expect(textsOf({ ...first, demos: [{ demo_id: 'd2' }], knowledge })).toEqual([
    'Demos: Added “Billing”.',
    'Demos: Removed “Tour”.',
    'Q&A: Changed “Is there a trial?”: Yes, 14 days. → Yes, 30 days.',
    'Prices: Removed “Team”.',
    'Glossary: Added “Approval”.',
  ])
})

test('survives snapshots of another shape', () => {
  expect(diffSnapshots(null, 'nonsense', nameOf)).toEqual([])
  expect(diffSnapshots({ knowledge: { pairs: 'x' } }, { knowledge: { pairs: [null, 3] } }, nameOf)).toEqual([])
})
