import { expect, test } from 'vitest'

import { compareRates, rateOf } from '#domain/rates.ts'

import {
  basisText,
  changeText,
  comparisonText,
  durationText,
  lookedAtText,
  percentText,
  shareText,
} from './figure-text.ts'

test('formats a share with its basis and interval', () => {
  expect(basisText(rateOf(8, 10))).toBe('8 of 10 · 49–94%')
  expect(basisText(rateOf(0, 0))).toBe('No data yet')
  expect(shareText(rateOf(8, 10))).toBe('80% (49–94%)')
  expect(shareText(rateOf(0, 0))).toBe('–')
})

test('notes when a figure covers only the newest visits', () => {
  expect(lookedAtText(1, 1)).toBe('of 1 visit')
  expect(lookedAtText(2_000, 2_000)).not.toContain('newest')
  expect(lookedAtText(2_000, 2_001)).toMatch(/^of the newest 2.000 visits$/)
})

test.each([
  [rateOf(48, 80), rateOf(56, 70), 'Higher by 20 points (95%: 5 to 33)'],
  [rateOf(56, 70), rateOf(48, 80), 'Lower by 20 points (95%: 5 to 33)'],
  [rateOf(50, 100), rateOf(55, 100), 'No clear difference (95%: −9 to 18 points)'],
  [rateOf(50, 1_000), rateOf(63, 1_000), 'No clear difference (95%: −0.7 to 3.4 points)'],
  [rateOf(1, 10), rateOf(9, 10), 'Not enough data'],
  [rateOf(200, 100_000), rateOf(400, 100_000), 'Higher by 0.2 points (95%: 0.2 to 0.2)'],
])('%o against %o', (before, after, text) => {
  expect(comparisonText(compareRates(before, after))).toBe(text)
})

test.each([
  [rateOf(48, 80), rateOf(56, 70), '+20 points'],
  [rateOf(56, 70), rateOf(48, 80), '−20 points'],
  [rateOf(50, 100), rateOf(55, 100), '–'],
  [rateOf(1, 10), rateOf(9, 10), '–'],
])('shortens %o against %o', (before, after, text) => {
  expect(changeText(compareRates(before, after))).toBe(text)
})

test.each([
  [null, '–'],
  [0, '0%'],
  [0.004, '0.4%'],
  [0.0004, 'under 0.1%'],
  [0.416, '42%'],
  [0.996, '99.6%'],
  [0.9999, 'over 99.9%'],
  [1, '100%'],
])('the share %d is written %s', (share, text) => {
  expect(percentText(share)).toBe(text)
})

test.each([
  [null, '–'],
  [59.6, '1 min'],
  [75, '1 min 15 s'],
  [3_720, '1 h 2 min'],
])('%d seconds are written %s', (seconds, text) => {
  expect(durationText(seconds)).toBe(text)
})
