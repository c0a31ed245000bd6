import { expect, test } from 'vitest'

import { sparklinePoints } from './sparkline-points.ts'

test('averages neighbouring days and keeps an unfinished day apart', () => {
  const days = Array.from({ length: 28 }, (_, day) => (day % 2 === 0 ? 4 : 8))
  expect(sparklinePoints({ days })).toEqual(Array.from({ length: 14 }, () => 6))
  expect(sparklinePoints({ days: [...days, 1], isLastOpen: true })).toEqual([...Array.from({ length: 14 }, () => 6), 1])
  expect(sparklinePoints({ days: [5, 3, 1], isLastOpen: true })).toEqual([5, 3, 1])
})

test('plots the share of each span, and carries it over days without visits', () => {
  expect(sparklinePoints({ days: [0, 1, 0, 3], of: [0, 4, 0, 4] })).toEqual([0, 0.25, 0.25, 0.75])
  const finished = Array.from({ length: 28 }, (_, day) => day % 2)
  const visits = Array.from({ length: 28 }, (_, day) => (day % 2 === 0 ? 9 : 1))
  expect(new Set(sparklinePoints({ days: finished, of: visits }))).toEqual(new Set([0.1]))
})
