import { expect, test } from 'vitest'

import type { Step } from '#domain/demo.ts'
import { plainStepLook } from '#domain/step-look.ts'

import { tourStep } from '../../lib/tour-demo.ts'
import { boxHotspot, markHotspot, moveHotspot, removeHotspot } from './mark-hotspot.ts'

const box = { xPercent: 10, yPercent: 10, widthPercent: 20, heightPercent: 10 }
const boxed: Step = {
  ...tourStep('a', 1),
  hotspot: { xPercent: 20, yPercent: 15 },
  look: { ...plainStepLook, marker: 'box', box },
}

test('moves the box with the hotspot, but never out of the picture', () => {
  expect(moveHotspot(boxed, { xPercent: 50, yPercent: 40 }).look?.box).toEqual({ ...box, xPercent: 40, yPercent: 35 })
  expect(moveHotspot(boxed, { xPercent: 100, yPercent: 100 }).look?.box).toEqual({ ...box, xPercent: 80, yPercent: 90 })
})

test('puts the hotspot in the middle of a drawn box', () => {
  expect(boxHotspot(tourStep('a', 1), { ...box, widthPercent: 40 })).toMatchObject({
    hotspot: { xPercent: 30, yPercent: 15 },
    look: { marker: 'box' },
  })
})

test('turns a ring into a box around it, and keeps a recorded box', () => {
  const ring: Step = { ...tourStep('a', 1), hotspot: { xPercent: 50, yPercent: 50 } }
  expect(markHotspot(ring, 'box').look?.box).toEqual({
    xPercent: 42,
    yPercent: 45,
    widthPercent: 16,
    heightPercent: 10,
  })
  expect(markHotspot({ ...boxed, look: { ...boxed.look, marker: 'ring' } }, 'box').look?.box).toEqual(box)
})

test('removes a hotspot completely', () => {
  expect(removeHotspot(boxed)).toEqual({ hotspot: null, look: plainStepLook })
})
