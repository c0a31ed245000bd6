import { expect, test } from 'vitest'

import { neededWidth } from './use-image-width.ts'

test.each([
  [390, 720],
  [1170, 1080],
  [1440, 1440],
  [1920, 2160],
  [2880, 2880],
  [7680, 2880],
])('%d device pixels are served by a picture %d px wide', (pixels, width) => {
  expect(neededWidth(pixels)).toBe(width)
})
