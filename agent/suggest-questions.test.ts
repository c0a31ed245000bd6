import { expect, test } from 'vitest'

import { noAgentKnowledge } from './agent-knowledge.ts'
import { buildKnowledge } from './knowledge.ts'
import { indexKnowledge } from './retrieval.ts'
import { suggestStepQuestions } from './step-questions.ts'
import { suggestNext } from './suggest-questions.ts'
import { plainAgent, reportingDemo } from './testing/reporting-demo.ts'

const knowledge = buildKnowledge(reportingDemo, {
  ...plainAgent,
  knowledge: {
    ...noAgentKnowledge,
    pairs: [
      {
        id: 'p1',
        question: 'Can we host it ourselves?',
        variants: [],
        answer: 'Self-hosting is part of the business plan.',
        objection: null,
        stepId: null,
      },
    ],
  },
})
const index = indexKnowledge(knowledge)

test('suggests three questions that the agent answers', () => {
  const questions = suggestNext(knowledge, index, [], 1)
  expect(questions).toHaveLength(3)
  for (const question of questions) expect(index.retrieve(question).status).toBe('ok')
})

test('suggests the author’s questions until they have been asked', () => {
  expect(suggestNext(knowledge, index, [], 1)).toContain('Can we host it ourselves?')
  expect(suggestNext(knowledge, index, ['can we host it ourselves'], 1)).not.toContain('Can we host it ourselves?')
})

test('suggests nothing about what was already answered', () => {
  const first = suggestNext(knowledge, index, [], 1)
  const next = suggestNext(knowledge, index, first, 1)
  expect(next.filter((question) => first.includes(question))).toEqual([])
})

test('drafts questions for a step from its title and facts', () => {
  const drafted = reportingDemo.steps.map(suggestStepQuestions)
  expect(drafted[5]).toEqual(expect.arrayContaining(['Can I cancel at any time?']))
  expect(drafted[6]).toEqual(expect.arrayContaining(['Is our data encrypted?', 'Can I see who changed what?']))
  for (const questions of drafted) expect(new Set(questions).size).toBe(questions.length)
})

test('drafts nothing for a step without words', () => {
  expect(suggestStepQuestions({ id: 'x', order: 1, title: null, description: null })).toEqual([])
})

test('suggests no step whose title would be the whole answer', () => {
  const thin = { ...reportingDemo, steps: reportingDemo.steps.map((step) => ({ ...step, description: null })) }
  const titles = buildKnowledge(thin, plainAgent)
  expect(suggestNext(titles, indexKnowledge(titles), [], 1)).toEqual([])
})
