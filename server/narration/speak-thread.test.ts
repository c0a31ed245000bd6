import { expect, test } from 'vitest'

import { plainSpeech } from '#domain/speech-providers.ts'
import type { AgentDemo } from '#server/agent/agent-demo.ts'

import { findSpokenSteps } from './speak-thread.ts'

function demoOf(notes: string): AgentDemo {
  const steps = Array.from({ length: 20 }, (_, at) => ({
    id: `step-${at}`,
    order: at + 1,
    title: `Step ${at + 1}`,
    description: notes,
  }))
  const template = { name: 'Tour', description: null, steps }
  return {
    demoId: 'demo',
    workspaceId: 'workspace',
    workspaceName: null,
    agentId: null,
    version: null,
    demo: template,
    template,
    agent: { name: 'Ada', personality: 'professional', welcomeMessage: null, demoScript: null, takesMeetings: false },
    voice: { value: 'male_casual', label: 'Casual', gender: 'male', pitch: 1, rate: 1, lang: 'en' },
    pronunciations: plainSpeech.pronunciations,
    isTrial: false,
  }
}

const address = '203.0.113.9'

test('a large demo’s narration is worded while the server keeps answering', async () => {
  const demo = demoOf('The report opens in the browser and costs $5 per user. '.repeat(300))
  let answered = 0
  const answer = (): void => {
    answered += 1
    if (answered < 1_000) setTimeout(answer, 1)
  }
  answer()
  const { lang, scripts } = await findSpokenSteps(demo, { address, recordings: [] })
  const during = answered
  answered = 1_000
  expect(during).toBeGreaterThan(10)
  expect([lang, scripts.length, scripts[0]?.sentences.length]).toEqual(['en', 20, 300])
  expect(scripts[0]?.said[0]).toBe('The report opens in the browser and costs 5 dollars per user.')
})

test('a narration is worded once, until the demo or the words of its recordings change', async () => {
  const demo = demoOf('Open the report.')
  const first = await findSpokenSteps(demo, { address, recordings: [] })
  expect(await findSpokenSteps(demo, { address, recordings: [] })).toBe(first)
  expect(await findSpokenSteps(demo, { address, recordings: null })).toBe(first)
  const recordings = [{ stepId: 'step-1', text: 'Hello. It costs $5.' }]
  const second = await findSpokenSteps(demo, { address, recordings })
  expect(second.recorded).toEqual([
    { id: 'step-1', sentences: ['Hello.', 'It costs $5.'], said: ['Hello.', 'It costs 5 dollars.'] },
  ])
  expect(await findSpokenSteps(demo, { address, recordings })).toBe(second)
  expect(await findSpokenSteps({ ...demo }, { address, recordings })).not.toBe(second)
})
