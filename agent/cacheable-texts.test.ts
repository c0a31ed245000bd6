import { expect, test } from 'vitest'

import { buildKnowledge } from './knowledge.ts'
import { cacheableTexts } from './cacheable-texts.ts'

const knowledge = buildKnowledge(
  {
    name: 'Ledgerline',
    description: null,
    steps: [
      { id: 'a', order: 1, title: 'Exports', description: 'Exports run every night. They are kept for 90 days.' },
    ],
  },
  { name: 'Vera', personality: 'friendly', welcomeMessage: 'Welcome.', demoScript: null, takesMeetings: false },
)

test('the script contains the greeting as spoken, then the steps', () => {
  expect(cacheableTexts(knowledge).script).toEqual([
    'Welcome.',
    "I'm Vera, an AI assistant.",
    'I can show you Ledgerline in one step.',
    'Shall I start?',
    'Exports run every night.',
    'They are kept for 90 days.',
  ])
})

test('standing texts contain the agent’s own phrases, and nothing that depends on a visitor', () => {
  const { all } = cacheableTexts(knowledge)
  expect(all).toContain('Anything else you want to know?')
  expect(all).toContain('Shall I carry on with step 1?')
  expect([...all].join(' ')).not.toContain('undefined')
})
