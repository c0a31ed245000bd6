import { expect, test } from 'vitest'

import { createUpsampler } from './upsample.ts'

test('interpolates three samples from every two, across frames', () => {
  const upsample = createUpsampler()
  const ramp = Buffer.alloc(640)
  for (let index = 0; index < 320; index += 1) ramp.writeInt16LE((index + 1) * 30, index * 2)
  const wide = upsample(ramp)
  expect(wide.length).toBe(960)
  expect([0, 1, 2, 3, 479].map((index) => wide.readInt16LE(index * 2))).toEqual([20, 40, 60, 80, 9_600])
  const more = Buffer.alloc(4)
  more.writeInt16LE(9_630, 0)
  more.writeInt16LE(9_660, 2)
  expect(upsample(more).readInt16LE(0)).toBe(9_620)
})

test('doesn’t clip the loudest samples', () => {
  const loud = Buffer.alloc(8)
  for (const [index, value] of [32_767, -32_768, 32_767, -32_768].entries()) loud.writeInt16LE(value, index * 2)
  expect(createUpsampler()(loud).length).toBe(12)
})
