import { expect, test } from 'vitest'

import { cueAt, cuesOf } from './cues.ts'

test('spreads captions over a recording by their length', () => {
  const cues = cuesOf({ sentences: ['Short one.', 'A sentence that is three times as long.'] }, { ms: 10_000 })
  expect(cues[0]).toEqual({ text: 'Short one.', said: 'Short one.', startMs: 0, endMs: 2_157 })
  expect(cues[1]?.endMs).toBe(10_000)
})

test('shows a caption until its sentence in the audio ends', () => {
  const cues = cuesOf(
    { sentences: ['A long sentence that is spoken quickly.', 'No.'] },
    { ms: 3_000, endsMs: [1_000, 3_000] },
  )
  expect(cues.map(({ startMs, endMs }) => [startMs, endMs])).toEqual([
    [0, 1_000],
    [1_000, 3_000],
  ])
})

test('shows captions at reading pace without a recording', () => {
  const [first, second] = cuesOf({ sentences: ['Yes.', 'One two three four five six seven eight.'] }, null)
  expect(first).toEqual({ text: 'Yes.', said: 'Yes.', startMs: 0, endMs: 1_150 })
  expect(second).toMatchObject({ startMs: 1_150, endMs: 4_400 })
})

test('finds the caption of a moment', () => {
  const cues = cuesOf({ sentences: ['One.', 'Two.'] }, { ms: 2_000 })
  expect([0, 999, 1_000, 1_999, 2_000, 9_000].map((ms) => cueAt(cues, ms))).toEqual([0, 0, 1, 1, 1, 1])
  expect(cueAt([], 500)).toBe(-1)
})
