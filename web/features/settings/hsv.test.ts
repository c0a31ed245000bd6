import { expect, test } from 'vitest'

import { colorOf, hsvOf } from './hsv.ts'

test('converts every colour to HSV and back', () => {
  for (let value = 0; value < 0x1000000; value += 4_097) {
    const color = `#${value.toString(16).padStart(6, '0')}`
    expect(colorOf(hsvOf(color))).toBe(color)
  }
})

test('keeps the given hue for grey', () => {
  expect(hsvOf('#808080', 210).hue).toBe(210)
})
