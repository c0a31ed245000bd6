import { expect, test } from 'vitest'

import { buildKnowledge } from './knowledge.ts'
import { gatherNotes } from './model-prompt.ts'
import type { ToolCall } from './model-tools.ts'
import type { Proposal } from './responder.ts'
import { buildSpokenPrompt, checkSpoken } from './spoken-answer.ts'
import { plainAgent, reportingDemo } from './testing/reporting-demo.ts'

const knowledge = buildKnowledge(reportingDemo, { ...plainAgent, takesMeetings: true })
const retrieved = knowledge.items.filter(({ stepOrder }) => stepOrder === 4)
const input = { text: 'How long are exports kept?', knowledge, step: 1 }
const quotes = retrieved.map(({ id, text }) => ({ text, cites: [id] }))
const plain: Proposal = { intent: { type: 'question' }, answer: quotes, retrieved }

function check(transcript: string, calls: readonly ToolCall[] = []) {
  const notes = gatherNotes(knowledge, retrieved)
  const { names } = buildSpokenPrompt(input, notes)
  return checkSpoken({ transcript, calls }, input, plain, { notes, names })
}

const told = (proposal: Proposal) => proposal.answer.map(({ text }) => text)

test('finds the notes that support what was said', () => {
  const { proposal, isWhole } = check('Exports are kept for 90 days. They run every night.')
  expect(isWhole).toBe(true)
  expect(proposal.answer.map(({ cites }) => cites)).toEqual([[retrieved[1]?.id], [retrieved[0]?.id]])
})

test('cites two notes where a sentence joins them', () => {
  const { proposal, isWhole } = check('Exports run every night and are kept for 90 days.')
  expect(isWhole).toBe(true)
  expect(proposal.answer[0]?.cites).toHaveLength(2)
})

test('doesn’t pass as a whole when a later sentence has no note', () => {
  const { proposal, isWhole } = check('Exports are kept for 90 days. They are then sold to the highest bidder.')
  expect(isWhole).toBe(false)
  expect(told(proposal)).toEqual(['Exports are kept for 90 days.'])
})

test.each([
  ['a wrong figure', 'Exports are kept for 30 days.'],
  ['a promise', 'We guarantee that exports are kept for 90 days.'],
  ['a question', 'Are exports kept for 90 days?'],
  ['three sentences', 'Exports run every night. They are kept for 90 days. You can download them as CSV.'],
  ['nothing', ''],
])('doesn’t play %s', (_, transcript) => {
  expect(check(transcript).isWhole).toBe(false)
})

test('falls back to the quotes', () => {
  expect(told(check('I have booked it for you.').proposal)).toEqual(told(plain))
})

test('prefers a tool call that acts to the words spoken with it', () => {
  const call = { id: 'c1', name: 'handoff', input: {} }
  const { proposal, isWhole } = check('', [call])
  expect(proposal.intent).toEqual({ type: 'human' })
  expect(isWhole).toBe(false)
})
