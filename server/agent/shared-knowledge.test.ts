import { expect, test } from 'vitest'

import { noAgentKnowledge } from '#agent/agent-knowledge.ts'

import type { AgentDemo } from './agent-demo.ts'
import { findClosestItems, prepareKnowledge, shareKnowledge } from './shared-knowledge.ts'
import { provideAgentEncoder } from './sentence-encoder.ts'
import { provideAgentVectors } from './word-vectors.ts'

provideAgentVectors()
provideAgentEncoder()

/** 400 steps with 12 sentences each, and questions that only one of them answers. */
function largeDemo(): AgentDemo {
  const steps = Array.from({ length: 400 }, (_, at) => ({
    id: `step-${at}`,
    order: at + 1,
    title: `Part ${at}`,
    description: `The part${at} widget is kept in shelf ${at} of the depot. `.repeat(12),
  }))
  const pairs = Array.from({ length: 200 }, (_, at) => ({
    id: `pair-${at}`,
    question: `Who repairs the machine${at}?`,
    variants: [],
    answer: `Mechanics of team ${at} repair the machine${at} on Mondays.`,
    objection: null,
    stepId: null,
  }))
  const demo = { name: 'Depot', description: null, steps }
  return {
    demoId: 'demo',
    workspaceId: 'workspace',
    workspaceName: null,
    agentId: 'agent',
    version: 1,
    demo,
    template: demo,
    agent: {
      name: 'Leo',
      personality: 'professional',
      welcomeMessage: null,
      demoScript: null,
      takesMeetings: false,
      knowledge: { ...noAgentKnowledge, pairs },
    },
    voice: { value: 'a', label: 'A', gender: 'female', pitch: 1, rate: 1, speed: 1, lang: 'en' },
    pronunciations: [],
    isTrial: false,
  }
}

test('answers others while a large agent is indexed', async () => {
  const order: string[] = []
  const indexed = prepareKnowledge(largeDemo()).then(() => order.push('indexed'))
  for (let others = 0; others < 20; others += 1) {
    await new Promise((resolve) => setTimeout(resolve, 0))
    order.push('answered another')
  }
  await indexed
  expect(order.indexOf('indexed')).toBeGreaterThan(5)
})

test('answers others while the notes for a draft are found in a large agent', async () => {
  const demo = largeDemo()
  const order: string[] = []
  const found = findClosestItems(demo, 'Who repairs the machine7?').then((items) => {
    order.push('found')
    return items
  })
  for (let others = 0; others < 20; others += 1) {
    await new Promise((resolve) => setTimeout(resolve, 0))
    order.push('answered another')
  }
  expect((await found)[0]?.text).toBe('Mechanics of team 7 repair the machine7 on Mondays.')
  expect(order.indexOf('found')).toBeGreaterThan(5)
})

test('conversations that start together share one index, and answer from it', async () => {
  const demo = largeDemo()
  await Promise.all([prepareKnowledge(demo), prepareKnowledge(demo)])
  const { responder, suggest, knowledge } = shareKnowledge(demo)
  const { answer } = await responder.propose(
    { text: 'Who repairs the machine7?', knowledge, step: 1 },
    new AbortController().signal,
  )
  expect(answer.map(({ text }) => text)).toEqual(['Mechanics of team 7 repair the machine7 on Mondays.'])
  expect(suggest([], 1)).toContain('Who repairs the machine0?')
})

test('searches the same in another thread and in this one', async () => {
  const [here, there] = [largeDemo(), largeDemo()]
  await prepareKnowledge(there)
  const question = 'Where is the part31 widget?'
  const answers = [here, there].map((demo) => {
    const { responder, knowledge } = shareKnowledge(demo)
    return responder.propose({ text: question, knowledge, step: 1 }, new AbortController().signal)
  })
  expect(answers[1]).toEqual(answers[0])
})
