import { setImmediate } from 'node:timers/promises'

import { expect, test } from 'vitest'

import { buildKnowledge } from '#agent/knowledge.ts'
import type { Proposal, Responder } from '#agent/responder.ts'
import { plainAgent, reportingDemo } from '#agent/testing/reporting-demo.ts'

import { TestTalk } from './test-talk.ts'

const proposal: Proposal = { intent: { type: 'question' }, answer: [], retrieved: [] }
const slow: Responder = {
  propose: () => {
    for (const until = performance.now() + 20; performance.now() < until;);
    return proposal
  },
}

test('two runs together leave time to conversations between slow questions', async () => {
  const knowledge = buildKnowledge(reportingDemo, plainAgent)
  const order: string[] = []
  const runs = { areOver: false }
  const conversation = async (): Promise<void> => {
    while (!runs.areOver) {
      if (order.at(-1) !== 'conversation') order.push('conversation')
      await setImmediate()
    }
  }
  const run = async (): Promise<void> => {
    const talk = new TestTalk(knowledge, slow, 0)
    for (const question of ['What is it?', 'How much is it?', 'Who uses it?']) {
      await talk.say(question)
      order.push('test')
    }
  }
  const others = conversation()
  await Promise.all([run(), run()])
  runs.areOver = true
  await others
  expect(order.filter((each) => each === 'test')).toHaveLength(6)
  expect(order.join(' ')).not.toContain('test test')
})
