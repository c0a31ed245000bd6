import { expect, test } from 'vitest'

import { indexKnowledge } from './retrieval.ts'
import { plainAgent, reportingDemo } from './testing/reporting-demo.ts'
import { buildKnowledge } from './knowledge.ts'
import { inScopeQuestions, nearMissQuestions, outOfScopeQuestions } from './testing/reporting-questions.ts'

const index = indexKnowledge(buildKnowledge(reportingDemo, plainAgent))

test.each(inScopeQuestions)('answers “%s” from step %i', (question, stepOrder) => {
  const answer = index.retrieve(question)
  expect({ status: answer.status, step: answer.items[0]?.stepOrder }).toEqual({ status: 'ok', step: stepOrder })
})

test('answers at most two in a hundred questions the notes say nothing about', () => {
  const answered = outOfScopeQuestions.filter((question) => index.retrieve(question).status === 'ok')
  expect(answered.length / outOfScopeQuestions.length, answered.join('; ')).toBeLessThanOrEqual(0.02)
})

test.each(nearMissQuestions)('does not take the answer to another question for that to “%s”', (question) => {
  expect(index.retrieve(question)).toMatchObject({ status: 'unknown', items: [] })
})

test('finds a word that was misheard by one letter', () => {
  expect(index.retrieve('how long are exportz kept').items[0]?.stepOrder).toBe(4)
})

test('quotes the sentence a pronoun points back to as well', () => {
  const items = index.retrieve('How long are exports kept?').items
  expect(items.map((item) => item.text)).toEqual([
    'Exports run every night at 02:00 UTC.',
    'They are kept for 90 days and can be downloaded as CSV or Parquet files.',
  ])
})

test('knows nothing of an empty question or an empty demo', () => {
  const nothing = indexKnowledge(buildKnowledge({ name: 'Empty', description: null, steps: [] }, plainAgent))
  expect(index.retrieve('what is it').status).toBe('unknown')
  expect(index.retrieve('').status).toBe('unknown')
  expect(nothing.retrieve('How do I export?').status).toBe('unknown')
})
