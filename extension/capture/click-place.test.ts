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

test('a click is placed in percent of the viewport', () => {
  expect(toHotspot({ x: 250, y: 400 }, plain)).toEqual({ xPercent: 25, yPercent: 80 })
})

test('under pinch zoom, in percent of the part of the page that is on the screen', () => {
  const pinched = { ...plain, offsetLeft: 200, offsetTop: 100, scale: 2 }
  expect(toHotspot({ x: 450, y: 225 }, pinched)).toEqual({ xPercent: 50, yPercent: 50 })
})

test('a click outside of the picture has no place', () => {
  expect(toHotspot({ x: -1, y: 10 }, plain)).toBeNull()
  expect(toHotspot({ x: 10, y: 501 }, plain)).toBeNull()
})

describe('through frames', () => {
  test('border and padding are added', () => {
    expect(toParentPoint({ x: 10, y: 20 }, frame)).toEqual({ x: 115, y: 77 })
  })

  test('a frame that is drawn at half its size halves the way', () => {
    expect(toParentPoint({ x: 10, y: 20 }, { ...frame, width: 200, height: 150 })).toEqual({ x: 107.5, y: 63.5 })
  })

  test('a frame in a frame goes up step by step', () => {
    const inner = { ...frame, left: 20, top: 30, insetLeft: 0, insetTop: 0 }
    expect(toParentPoint(toParentPoint({ x: 1, y: 2 }, inner), frame)).toEqual({ x: 126, y: 89 })
  })

  test('a frame of no size does not divide by it', () => {
    const empty = { ...frame, width: 0, height: 0, layoutWidth: 0, layoutHeight: 0 }
    expect(toParentPoint({ x: 1, y: 1 }, empty)).toEqual({ x: 106, y: 58 })
  })
})
