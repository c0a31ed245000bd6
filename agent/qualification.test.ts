import { expect, test } from 'vitest'

import { type SalesRules, noSalesRules } from '#domain/sales-rules.ts'

import { nextQuestion, noQualification, scoreFacts } from './qualification.ts'

const rules: SalesRules = {
  ...noSalesRules,
  goals: ['Book a meeting'],
  questions: [
    { id: 'size', field: 'size', ask: 'How many people would use it?', weight: 60 },
    { id: 'start', field: 'timeline', ask: 'When would you start?', weight: 40 },
  ],
  disqualifiers: ['fewer than 5 employees', 'students'],
}
const heard = { rules, quote: 'we are 60 and start in March', turn: 3 }
const moment = { rules, facts: [], answers: 1, remarks: 2, gap: 1 }

test('scores the share of the author’s weights, with the visitor’s words as evidence', () => {
  const known = [
    { field: 'size', value: '60' },
    { field: 'timeline', value: 'in March' },
  ] as const
  const first = scoreFacts(noQualification, known.slice(0, 1), heard)
  expect(first).toMatchObject({ score: 60, evidence: [{ field: 'size', points: 60, quote: heard.quote, turn: 3 }] })
  const second = scoreFacts(first, known, { ...heard, quote: 'in March', turn: 5 })
  expect(second.score).toBe(100)
  expect(second.evidence.map(({ turn }) => turn)).toEqual([3, 5])
})

test('lowers the score for a disqualifying fact, and removes evidence with its fact', () => {
  const few = scoreFacts(noQualification, [{ field: 'size', value: '3 people' }], heard)
  expect(few).toMatchObject({ score: 0, evidence: [{ field: 'size', points: -50 }] })
  expect(scoreFacts(noQualification, [{ field: 'role', value: 'student' }], heard).evidence).toMatchObject([
    { points: -50 },
  ])
  expect(scoreFacts(few, [], heard)).toMatchObject({ score: 0, evidence: [] })
})

test('asks one question at a time, never twice, not about known facts, and not after a refusal', () => {
  expect(nextQuestion(noQualification, { ...moment, remarks: 1 })).toBeNull()
  expect(nextQuestion(noQualification, moment)?.id).toBe('size')
  expect(nextQuestion({ ...noQualification, asked: ['size'], open: 'size', askedAt: 1 }, moment)).toBeNull()
  const asked = { ...noQualification, asked: ['size'], askedAt: 1 }
  expect(nextQuestion(asked, { ...moment, gap: 2, answers: 2 })).toBeNull()
  expect(nextQuestion(asked, { ...moment, answers: 2 })?.id).toBe('start')
  expect(nextQuestion(noQualification, { ...moment, facts: [{ field: 'size', value: '60' }] })?.id).toBe('start')
  expect(nextQuestion({ ...noQualification, refuses: true }, moment)).toBeNull()
})

test('asks a single gentle question after two answers if there is no sales process', () => {
  const plain = { ...moment, rules: noSalesRules }
  expect(nextQuestion(noQualification, plain)).toBeNull()
  const question = nextQuestion(noQualification, { ...plain, answers: 2 })
  expect(question?.field).toBe('size')
  expect(nextQuestion({ ...noQualification, asked: [question?.id ?? ''] }, { ...plain, answers: 9 })).toBeNull()
})
