import { describe, expect, test } from 'vitest'

import { toHotspot, toParentPoint } from './click-place.ts'

const plain = { width: 1_000, height: 500, offsetLeft: 0, offsetTop: 0, scale: 1 }
const frame = {
  left: 100,
  top: 50,
  width: 400,
  height: 300,
  layoutWidth: 400,
  layoutHeight: 300,
  insetLeft: 5,
  insetTop: 7,
}

test('converts a click to percent of the viewport', () => {
  expect(toHotspot({ x: 250, y: 400 }, plain)).toEqual({ xPercent: 25, yPercent: 80 })
})

test('uses the visible part of the page under pinch zoom', () => {
  const pinched = { ...plain, offsetLeft: 200, offsetTop: 100, scale: 2 }
  expect(toHotspot({ x: 450, y: 225 }, pinched)).toEqual({ xPercent: 50, yPercent: 50 })
})

test('returns no position for a click outside the picture', () => {
  expect(toHotspot({ x: -1, y: 10 }, plain)).toBeNull()
  expect(toHotspot({ x: 10, y: 501 }, plain)).toBeNull()
})

describe('through frames', () => {
  test('adds border and padding', () => {
    expect(toParentPoint({ x: 10, y: 20 }, frame)).toEqual({ x: 115, y: 77 })
  })

  test('scales with a frame drawn at half size', () => {
    expect(toParentPoint({ x: 10, y: 20 }, { ...frame, width: 200, height: 150 })).toEqual({ x: 107.5, y: 63.5 })
  })

  test('converts nested frames step by step', () => {
    const inner = { ...frame, left: 20, top: 30, insetLeft: 0, insetTop: 0 }
    expect(toParentPoint(toParentPoint({ x: 1, y: 2 }, inner), frame)).toEqual({ x: 126, y: 89 })
  })

  test('does not divide by a frame size of zero', () => {
    const empty = { ...frame, width: 0, height: 0, layoutWidth: 0, layoutHeight: 0 }
    expect(toParentPoint({ x: 1, y: 1 }, empty)).toEqual({ x: 106, y: 58 })
  })
})
