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

test('answers at most two of a hundred questions the notes don’t cover', () => {
  const answered = outOfScopeQuestions.filter((question) => index.retrieve(question).status === 'ok')
  expect(answered.length / outOfScopeQuestions.length, answered.join('; ')).toBeLessThanOrEqual(0.02)
})

test.each(nearMissQuestions)('finds no answer to “%s” in a similar note', (question) => {
  expect(index.retrieve(question)).toMatchObject({ status: 'unknown', items: [] })
})

test('finds a word misheard by one letter', () => {
  expect(index.retrieve('how long are exportz kept').items[0]?.stepOrder).toBe(4)
})

test('also quotes the sentence a pronoun refers to', () => {
  const items = index.retrieve('How long are exports kept?').items
  expect(items.map((item) => item.text)).toEqual([
    'Exports run every night at 02:00 UTC.',
    'They are kept for 90 days and can be downloaded as CSV or Parquet files.',
  ])
})

test('finds nothing for an empty question or demo', () => {
  const nothing = indexKnowledge(buildKnowledge({ name: 'Empty', description: null, steps: [] }, plainAgent))
  expect(index.retrieve('what is it').status).toBe('unknown')
  expect(index.retrieve('').status).toBe('unknown')
  expect(nothing.retrieve('How do I export?').status).toBe('unknown')
})
