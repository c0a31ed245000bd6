import { expect, test } from 'vitest'

import { colorOf, hsvOf } from './hsv.ts'

test('every colour survives the way through the picker', () => {
  for (let value = 0; value < 0x1000000; value += 4_097) {
    const color = `#${value.toString(16).padStart(6, '0')}`
    expect(colorOf(hsvOf(color))).toBe(color)
  }
})

test('grey keeps the hue it was given', () => {
  expect(hsvOf('#808080', 210).hue).toBe(210)
})
