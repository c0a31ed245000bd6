import { expect, test } from 'vitest'

import { costOf, estimateTokens, mostTokens } from './model-money.ts'

test('counts money in millionths of a cent', () => {
  const prices = { priceIn: 0.15, priceOut: 0.6 }
  expect(costOf({ tokensIn: 1_000_000, tokensOut: 0 }, prices)).toBe(15_000_000)
  expect(costOf({ tokensIn: 1_000, tokensOut: 100 }, prices)).toBe(21_000)
  expect(costOf({ tokensIn: 1, tokensOut: 0 }, { priceIn: 0.001, priceOut: 0 })).toBe(1)
  expect(costOf({ tokensIn: 5, tokensOut: 5 }, { priceIn: 0, priceOut: 0 })).toBe(0)
})

test('estimates other scripts by their bytes', () => {
  expect(estimateTokens('Exports are kept for 90 days.')).toBeGreaterThanOrEqual(7)
  expect(estimateTokens('エクスポートは九十日間保存されます')).toBeGreaterThanOrEqual(12)
  expect(estimateTokens('')).toBe(0)
})

test('reserves for the whole answer', () => {
  expect(mostTokens({ instructions: 'i', data: 'd', tools: [], tokensMax: 200 }).tokensOut).toBe(200)
})
