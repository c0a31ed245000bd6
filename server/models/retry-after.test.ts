import { expect, test } from 'vitest'

import { readRetryAfter } from './retry-after.ts'

const now = Date.parse('2026-11-23T12:00:00Z')

test.each([
  ['20', 20_000],
  [' 1.5 ', 1_500],
  ['Mon, 23 Nov 2026 12:00:30 GMT', 30_000],
  ['Mon, 23 Nov 2026 11:00:00 GMT', 0],
  ['-5', 0],
  ['soon', 0],
  ['', 0],
  [undefined, 0],
])('reads %j as %i ms', (header, ms) => {
  expect(readRetryAfter(header, now)).toBe(ms)
})
