import { expect, test } from 'vitest'

import { compareCounts, compareRates, countInterval, rateOf } from './rates.ts'

test('an interval is Wilson’s: published figures for 8 of 10 and 0 of 20', () => {
  expect(rateOf(8, 10)).toMatchObject({ rate: 0.8, low: expect.closeTo(0.4902, 4), high: expect.closeTo(0.9433, 4) })
  expect(rateOf(0, 20)).toMatchObject({ rate: 0, low: 0, high: expect.closeTo(0.1611, 4) })
  expect(rateOf(0, 0)).toEqual({ hits: 0, n: 0, rate: null, low: null, high: null })
})

test('a difference is Newcombe’s: 56 of 70 against 48 of 80', () => {
  expect(compareRates(rateOf(48, 80), rateOf(56, 70))).toMatchObject({
    difference: expect.closeTo(0.2, 6),
    low: expect.closeTo(0.0524, 4),
    high: expect.closeTo(0.3339, 4),
    verdict: 'higher',
  })
})

test.each([
  [5, 10, 9, 10, 'not enough data'],
  [0, 0, 9, 10, 'not enough data'],
  [50, 100, 55, 100, 'no difference'],
  [70, 100, 30, 100, 'lower'],
] as const)('%i of %i, then %i of %i: %s', (hits, n, laterHits, laterN, verdict) => {
  expect(compareRates(rateOf(hits, n), rateOf(laterHits, laterN)).verdict).toBe(verdict)
})

test('a count’s interval is the Poisson score interval', () => {
  expect(countInterval(0)).toEqual({ low: 0, high: expect.closeTo(3.84, 2) })
  expect(countInterval(100)).toEqual({ low: expect.closeTo(82.227, 3), high: expect.closeTo(121.614, 3) })
})

test.each([
  [10, 40, 'not enough data'],
  [0, 0, 'not enough data'],
  [0, 500, 'higher'],
  [100, 110, 'no difference'],
  [200, 100, 'lower'],
] as const)('%i, then %i in a period as long: %s', (before, after, verdict) => {
  expect(compareCounts(before, after)).toBe(verdict)
})
