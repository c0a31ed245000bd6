import { expect, test } from 'vitest'

import { vividColor } from './logo-color.ts'

const pixels = (...colors: readonly (readonly [number, number, number, number])[]) => colors.flat()

test('finds the colour of a logo among its white, black and clear parts', () => {
  const white = [255, 255, 255, 255] as const
  const green = [13, 122, 104, 255] as const
  expect(
    vividColor(pixels(white, white, white, [20, 20, 20, 255], [255, 0, 0, 0], green, green, [200, 30, 30, 255])),
  ).toBe('#0d7a68')
  expect(vividColor(pixels(white, [128, 128, 130, 255]))).toBeNull()
})
