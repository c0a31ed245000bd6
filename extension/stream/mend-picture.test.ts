import { expect, test } from 'vitest'

import { differenceOf, mendPicture, type Pixels } from './mend-picture.ts'

type Colour = readonly [red: number, green: number, blue: number]

/** 40 × 20 pixels, the right 20 columns in a colour of their own. */
function page(left: Colour, right: Colour): Pixels {
  const [width, height] = [40, 20]
  const data = new Uint8ClampedArray(width * height * 4)
  for (let index = 0; index < width * height; index += 1) {
    data.set([...(index % width < 20 ? left : right), 255], index * 4)
  }
  return { data, width, height }
}

function pixel({ data, width }: Pixels, x: number, y: number): readonly number[] {
  return [...data.subarray((y * width + x) * 4, (y * width + x) * 4 + 3)]
}

const screenshot = page([191, 0, 63], [255, 255, 255])
/** The same page in a stream. */
const before = page([196, 8, 66], [255, 255, 255])

test('takes unchanged pixels from the screenshot, and changed ones from the stream', () => {
  const frame = page([196, 8, 66], [10, 20, 30])
  mendPicture(frame, before, screenshot)
  expect(pixel(frame, 3, 3)).toEqual([191, 0, 63])
  expect(pixel(frame, 3, 19)).toEqual([191, 0, 63])
  expect(pixel(frame, 38, 3)).toEqual([10, 20, 30])
})

test('keeps the stream’s pixels where the screenshot differs', () => {
  const frame = page([196, 8, 66], [255, 255, 255])
  mendPicture(frame, before, page([191, 0, 63], [0, 0, 0]))
  expect(pixel(frame, 3, 3)).toEqual([191, 0, 63])
  expect(pixel(frame, 38, 3)).toEqual([255, 255, 255])
})

test('ignores a frame of another size', () => {
  const frame = page([1, 2, 3], [4, 5, 6])
  mendPicture(frame, { ...before, width: 20, height: 40 }, screenshot)
  expect(pixel(frame, 3, 3)).toEqual([1, 2, 3])
  expect(differenceOf(frame, { ...before, width: 20, height: 40 })).toBe(Infinity)
})

test('measures how much two pictures differ', () => {
  expect(differenceOf(screenshot, screenshot)).toBe(0)
  expect(differenceOf(before, screenshot)).toBeLessThan(differenceOf(page([255, 0, 63], [255, 255, 255]), screenshot))
})
