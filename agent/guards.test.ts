import { expect, test } from 'vitest'

import { guardProposal } from './guards.ts'
import { buildKnowledge } from './knowledge.ts'
import { plainAgent, reportingDemo } from './testing/reporting-demo.ts'

const items = buildKnowledge(reportingDemo, plainAgent).items.filter((item) => item.stepOrder === 4)
const [runs, kept] = items

function guarded(text: string, cites: readonly string[]) {
  return guardProposal({ intent: { type: 'question' }, answer: [{ text, cites }], retrieved: items }).answer
}

test('passes a sentence of the notes', () => {
  expect(guarded(kept!.text, [kept!.id])).toHaveLength(1)
})

test('passes a paraphrase that adds no fact', () => {
  expect(guarded('You can download them for 90 days.', [kept!.id])).toHaveLength(1)
})

test.each([
  ['cites nothing', 'They are kept for 90 days.', []],
  ['cites what was not retrieved', 'They are kept for 90 days.', ['step-1-0']],
  ['changes a number', 'They are kept for 365 days.', [kept!.id]],
  ['takes a number from another sentence', 'They are kept for 90 days.', [runs!.id]],
  ['names what the notes don’t', 'You can download them to Dropbox.', [kept!.id]],
  ['promises', 'We will deliver them for free.', [kept!.id]],
])('drops a sentence that %s', (_, text, cites) => {
  expect(guarded(text, cites)).toEqual([])
})

test('drops what follows a dropped sentence', () => {
  const answer = [
    { text: 'They are kept for 365 days.', cites: [kept!.id] },
    { text: runs!.text, cites: [runs!.id] },
  ]
  expect(guardProposal({ intent: { type: 'question' }, answer, retrieved: items }).answer).toEqual([])
})
