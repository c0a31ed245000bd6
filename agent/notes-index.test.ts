import { expect, test } from 'vitest'

import { cpuMs } from '#support/cpu-time.ts'
import type { AgentLanguage } from '#domain/agent-languages.ts'

import { buildKnowledge } from './knowledge.ts'
import { indexNotes } from './notes-index.ts'
import { plainAgent } from './testing/reporting-demo.ts'

// Notes of many sentences took time with the square of their number: 20 s for these.
test.each<AgentLanguage>(['en', 'de'])('indexes the longest notes of tiny sentences in time (%s)', (language) => {
  const description = Array.from({ length: 4_000 }, (_, at) => `Q${at.toString(36)}.`).join(' ')
  const steps = Array.from({ length: 5 }, (_, at) => ({ id: `${at}`, order: at + 1, title: 'Q', description }))
  const knowledge = buildKnowledge({ name: 'Q', description: null, steps }, { ...plainAgent, language })
  expect(cpuMs(() => indexNotes(knowledge))).toBeLessThan(5_000)
})
