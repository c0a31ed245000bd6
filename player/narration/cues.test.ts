import { expect, test } from 'vitest'

import { cueAt, cuesOf } from './cues.ts'

test('spreads captions over a recording by their length', () => {
  const cues = cuesOf(['Short one.', 'A sentence that is three times as long.'], 10_000)
  expect(cues[0]).toEqual({ text: 'Short one.', startMs: 0, endMs: 2_157 })
  expect(cues[1]?.endMs).toBe(10_000)
})

test('shows captions at reading pace without a recording', () => {
  const [first, second] = cuesOf(['Yes.', 'One two three four five six seven eight.'], null)
  expect(first).toEqual({ text: 'Yes.', startMs: 0, endMs: 1_150 })
  expect(second).toMatchObject({ startMs: 1_150, endMs: 4_400 })
})

test('finds the caption of a moment', () => {
  const cues = cuesOf(['One.', 'Two.'], 2_000)
  expect([0, 999, 1_000, 1_999, 2_000, 9_000].map((ms) => cueAt(cues, ms))).toEqual([0, 0, 1, 1, 1, 1])
  expect(cueAt([], 500)).toBe(-1)
})
