import { expect, test } from 'vitest'

import { rateOf } from '#domain/rates.ts'

import type { FunnelStep } from './analytics-report.ts'
import { shortPathText, pathText } from './path-text.ts'

const steps = Array.from({ length: 40 }, (_, index): FunnelStep => {
  const none = rateOf(0, 0)
  return {
    step_id: `step ${index + 1}`,
    step_order: index + 1,
    title: null,
    reached: none,
    left_here: none,
    views: 0,
    seconds: 0,
  }
})
const way = (...numbers: readonly number[]) => numbers.map((number) => `step ${number}`)
const stretch = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)

test.each([
  [[], 'Opened, no step seen'],
  [stretch(1, 6), '1 → 2 → 3 → 4 → 5 → 6'],
  [stretch(1, 37), '1 → 2 → … → 37'],
  [[...stretch(1, 9), 3, 99, 99, ...stretch(20, 30)], '1 → 2 → … → 9 → 3 → ? → ? → 20 → 21 → … → 30'],
])('formats the path %j as %s', (numbers, text) => {
  expect(shortPathText(way(...numbers), steps)).toBe(text)
})

test('an exported path is complete', () => {
  expect(pathText(way(...stretch(1, 9), 99), steps)).toBe('1 → 2 → 3 → 4 → 5 → 6 → 7 → 8 → 9 → ?')
})
