import { expect, test } from 'vitest'

import { cpuMs } from '#support/cpu-time.ts'
import type { AgentLanguage } from '#domain/agent-languages.ts'

import { buildKnowledge } from './knowledge.ts'
import { indexNotes } from './notes-index.ts'
import { plainAgent } from './testing/reporting-demo.ts'
import { startTalk } from './testing/start-talk.ts'

// Indexing once took time quadratic in the number of sentences: 20 s for these notes.
test.each<AgentLanguage>(['en', 'de'])('indexes the longest notes made of tiny sentences quickly (%s)', (language) => {
  const description = Array.from({ length: 4_000 }, (_, at) => `Q${at.toString(36)}.`).join(' ')
  const steps = Array.from({ length: 5 }, (_, at) => ({ id: `${at}`, order: at + 1, title: 'Q', description }))
  const knowledge = buildKnowledge({ name: 'Q', description: null, steps }, { ...plainAgent, language })
  expect(cpuMs(() => indexNotes(knowledge))).toBeLessThan(5_000)
})

// One question once took 680 ms, and 8 s with the most cards: each price read its whole sentence several times.
test('answers quickly from a step that is nothing but prices', () => {
  const description = '€1'.repeat(20_000)
  const talk = startTalk({ name: 'Q', description: null, steps: [{ id: 'q', order: 1, title: 'Q', description }] })
  talk.say('How much is it for 20 users?')
  expect(cpuMs(() => talk.say('Is there a free trial?'))).toBeLessThan(150)
})
