import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import {
  addCounts,
  measureBuyers,
  type BuyersCounts,
  type BuyersDemo,
  type BuyersQuestions,
} from '#agent/testing/measure-buyers.ts'

import { root } from './tasks.ts'

/* The development set (tuned.json) of buyers' questions; `npm run agent-measure` also prints the test sets. */

function read(product: string, file: string): unknown {
  return JSON.parse(readFileSync(join(root, 'agent/testing/buyers', product, file), 'utf8'))
}

async function measureTuned(isOneVisitor: boolean): Promise<BuyersCounts> {
  const measured = await Promise.all(
    ['rental', 'expenses', 'surveys'].map((product) =>
      measureBuyers(read(product, 'demo.json') as BuyersDemo, read(product, 'tuned.json') as BuyersQuestions, {
        isOneVisitor,
      }),
    ),
  )
  return addCounts(measured.map((each) => each.counts))
}

test('is no worse than before at answering, leading to steps and refusing', async () => {
  const counts = await measureTuned(false)
  expect(counts.questions).toBeGreaterThan(90)
  expect(counts.right / counts.questions).toBeGreaterThanOrEqual(0.7)
  expect((counts.right + counts.rightStep + counts.offered) / counts.questions).toBeGreaterThanOrEqual(0.93)
  expect(counts.offPoint / counts.questions).toBeLessThanOrEqual(0.03)
  expect(counts.claimed / counts.unanswerable).toBeLessThanOrEqual(0.1)
})

test('answers a visitor who changes the subject as well as one who asks for the first time', async () => {
  const counts = await measureTuned(true)
  expect(counts.right / counts.questions).toBeGreaterThanOrEqual(0.7)
  expect((counts.right + counts.rightStep + counts.offered) / counts.questions).toBeGreaterThanOrEqual(0.93)
  expect(counts.offPoint / counts.questions).toBeLessThanOrEqual(0.03)
})
