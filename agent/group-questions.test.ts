import { expect, test } from 'vitest'

import { cpuMs } from '#support/cpu-time.ts'

import { groupAskedQuestions, groupQuestions, type AskedQuestion } from './group-questions.ts'

function asked(...questions: string[]): readonly AskedQuestion[] {
  return questions.map((question, index) => ({
    question,
    askedAt: new Date(Date.UTC(2026, 0, 1 + index)).toISOString(),
    demoId: `demo-${index}`,
  }))
}

test('groups the wordings of one question, most asked first', () => {
  const groups = groupQuestions(
    asked('Do you support SSO?', 'Is there an audit log?', 'do you have sso', 'Is SSO possible', 'do you support SSO'),
  )
  expect(groups).toEqual([
    {
      question: 'Do you support SSO?',
      count: 4,
      wordings: ['Do you support SSO?', 'do you have sso', 'Is SSO possible'],
      lastAskedAt: '2026-01-05T00:00:00.000Z',
      demoId: 'demo-4',
    },
    expect.objectContaining({ question: 'Is there an audit log?', count: 1 }),
  ])
})

test('counts the answered questions of each group, and names its last conversation', () => {
  const rows = asked('Do you support SSO?', 'Is there an audit log?', 'is there sso').map((each, index) => ({
    ...each,
    isAnswered: index !== 2,
    conversationId: `talk-${index}`,
    turn: index + 1,
  }))
  expect(groupAskedQuestions(rows)).toMatchObject([
    { question: 'Do you support SSO?', count: 2, answered: 1, conversationId: 'talk-2', turn: 3 },
    { question: 'Is there an audit log?', count: 1, answered: 1, conversationId: 'talk-1', turn: 2 },
  ])
})

test('separates questions that differ in a name or a number', () => {
  const groups = groupQuestions(
    asked(
      'Does it integrate with Salesforce?',
      'Does it integrate with Hubspot?',
      'What do 10 seats cost?',
      'What do 500 seats cost?',
    ),
  )
  expect(groups.map(({ count }) => count)).toEqual([1, 1, 1, 1])
})

test('leaves out every wording of a dismissed question', () => {
  expect(groupQuestions(asked('is sso possible?', 'Do you have SSO'), ['Do you support SSO?'])).toEqual([])
})

test('groups questions without words, and thousands of questions quickly', () => {
  expect(groupQuestions(asked('???', '?', '这是什么'))).toHaveLength(2)
  const many = Array.from({ length: 2_000 }, (_, index) => `question about thing${index % 700} number ${index}`)
  expect(groupQuestions(asked(...many)).length).toBe(2_000)
})

test('quickly groups thousands of long questions that all share words', () => {
  let seed = 7
  const draw = (below: number): number => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((seed / 2 ** 32) * below)
  }
  const words = Array.from({ length: 160 }, () =>
    Array.from({ length: 6 }, () => String.fromCodePoint(97 + draw(26))).join(''),
  )
  const many = Array.from({ length: 3_000 }, () => Array.from({ length: 70 }, () => words[draw(160)]).join(' '))
  expect(cpuMs(() => groupQuestions(asked(...many.slice(0, 2_000)), many.slice(2_000)))).toBeLessThan(8_000)
})
