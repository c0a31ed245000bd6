import { expect, test } from 'vitest'

import { stepCrop, cropRatio } from './step-crop.ts'

const size = { width: 1440, height: 900 }

test('a close-up shows the hotspot close up, inside its window', () => {
  const { width, mark } = stepCrop({ ...size, hotspot: { xPercent: 92.8, yPercent: 4.2 } })
  expect(width).toBe(150)
  expect(mark?.left).toBeGreaterThan(50)
  expect(mark?.left).toBeLessThan(100)
  expect(mark?.top).toBeGreaterThan(0)
  expect(mark?.top).toBeLessThan(50)
})

test('a hotspot in the middle is in the middle of the close-up', () => {
  expect(stepCrop({ ...size, hotspot: { xPercent: 50, yPercent: 50 } }).mark).toEqual({ left: 50, top: 50 })
})

test.each([
  ['wide', 3200, 800],
  ['usual', 1440, 900],
  ['tall', 1440, 6000],
  ['from a phone', 390, 844],
])('a %s picture fills its window, whatever the hotspot', (_name, width, height) => {
  for (const hotspot of [null, { xPercent: 0, yPercent: 0 }, { xPercent: 100, yPercent: 100 }]) {
    const crop = stepCrop({ width, height, hotspot })
    const tall = (crop.width * cropRatio * height) / width
    expect(crop.left).toBeLessThanOrEqual(0)
    expect(crop.top).toBeLessThanOrEqual(0)
    expect(crop.left + crop.width).toBeGreaterThanOrEqual(100 - 1e-9)
    expect(crop.top + tall).toBeGreaterThanOrEqual(100 - 1e-9)
  }
})

test('without a hotspot, the whole width from the top', () => {
  expect(stepCrop({ ...size, hotspot: null })).toEqual({ width: 100, left: 0, top: 0, mark: null })
})
