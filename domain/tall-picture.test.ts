import { expect, test } from 'vitest'

import { isTallPicture } from './tall-picture.ts'

test('screenshots of whole pages are scrolled', () => {
  expect(isTallPicture(1_440, 6_000)).toBe(true)
  expect(isTallPicture(390, 3_000)).toBe(true)
})

test('screens of computers and phones are shown whole', () => {
  const sizes = [
    [1_440, 900],
    [1_170, 2_532],
    [1_080, 2_520],
    [768, 1_024],
    [40, 100],
    [null, null],
  ] as const
  for (const [width, height] of sizes) expect(isTallPicture(width, height)).toBe(false)
})
