import { expect, test } from 'vitest'

import { cpuMs } from '#support/cpu-time.ts'
import { readSalesProcess } from './sales-rules.ts'

test('parses headings and bullets into goals, questions, disqualifiers and replies', () => {
  const rules = readSalesProcess(`
## Goals
- Book a meeting with the team

## Qualifying questions
1. How many employees do you have?
2. When do you want to start?
- Ask about their current tool

## Not a fit
- fewer than 5 employees
- students

## Objections
- Too expensive: It pays for itself in two months. Ask: what would you compare it with?
- "We already use a competitor" → Most teams switch in a day.
- If they ask about security, mention our report.
`)
  expect(rules.goals).toEqual(['Book a meeting with the team'])
  expect(rules.questions.map(({ field, ask }) => [field, ask])).toEqual([
    ['size', 'How many employees do you have?'],
    ['timeline', 'When do you want to start?'],
    ['tool', 'What do you use for this today?'],
  ])
  expect(rules.disqualifiers).toEqual(['fewer than 5 employees', 'students'])
  // The agent must not say an instruction to a visitor.
  expect(rules.objections).toEqual([
    {
      id: 'objection-1',
      kind: 'price',
      reply: 'It pays for itself in two months.',
      question: 'What would you compare it with?',
    },
    { id: 'objection-2', kind: 'competitor', reply: 'Most teams switch in a day.', question: '' },
  ])
})

test('parses free text by the kind of each sentence', () => {
  const rules = readSalesProcess(
    "Our goal is to book meetings. Find out how big the team is and what they use today. If they say it's too expensive, say that the starter plan is enough for most teams. We don't sell to freelancers. Ask them: what brings you here?",
  )
  expect(rules.goals).toEqual(['Our goal is to book meetings.'])
  expect(rules.questions.map(({ ask }) => ask)).toEqual([
    'How many people would use it?',
    'What do you use for this today?',
    'What brings you here?',
  ])
  expect(rules.disqualifiers).toEqual(['freelancers'])
  expect(rules.objections).toMatchObject([{ kind: 'price', reply: 'The starter plan is enough for most teams.' }])
})

test('parses one line per rule, as authors in a hurry write', () => {
  const rules = readSalesProcess(`Goal: book a call.
Ask how many tables they have.
Ask when they want to start.
If they say it is too expensive: most restaurants save more than it costs.
We don't sell to food trucks.`)
  expect(rules.goals).toEqual(['book a call.'])
  expect(rules.questions.map(({ field, ask }) => [field, ask])).toEqual([
    ['size', 'How many tables do you have?'],
    ['timeline', 'When do you want to start?'],
  ])
  expect(rules.objections).toMatchObject([{ kind: 'price', reply: 'Most restaurants save more than it costs.' }])
  expect(rules.disqualifiers).toEqual(['food trucks'])
})

test('finds no rules in an empty text, and stays within bounds for any text', () => {
  const none = { goals: [], questions: [], disqualifiers: [], objections: [] }
  expect(readSalesProcess('')).toEqual(none)
  expect(readSalesProcess('Be kind.\n\n\n')).toEqual(none)
  const repeated = '- What is your budget, and who else decides about it?\n'.repeat(5_000)
  const taken = cpuMs(() => {
    const rules = readSalesProcess(`Questions:\n${repeated}${'if they say '.repeat(9_000)}`)
    expect(rules.questions).toHaveLength(1)
  })
  expect(taken).toBeLessThan(2_000)
  const many = readSalesProcess(`Goals:\n${Array.from({ length: 90 }, (_, index) => `- Goal ${index}`).join('\n')}`)
  expect(many.goals).toHaveLength(20)
})
