import { describe, expect, test } from 'vitest'

import {
  areaThroughCamera,
  cameraAt,
  cameraOn,
  isSeen,
  readableScale,
  throughCamera,
  wholePicture,
  zoomCamera,
} from './camera.ts'

const step = { width: 1440, height: 900 }

describe('the camera', () => {
  test('shows all of an area, in the middle', () => {
    const camera = cameraOn({ xPercent: 30, yPercent: 40, widthPercent: 40, heightPercent: 20 })
    expect(camera.scale).toBe(2.5)
    expect(throughCamera(camera, { xPercent: 50, yPercent: 50 })).toEqual({ xPercent: 50, yPercent: 50 })
  })

  test.each([
    [0, 0],
    [100, 100],
    [3, 97],
  ])('never leaves the picture at %d, %d', (xPercent, yPercent) => {
    const { scale, ...corner } = cameraAt({ xPercent, yPercent }, 2)
    for (const at of [corner.xPercent, corner.yPercent]) {
      expect(at).toBeGreaterThanOrEqual(0)
      expect(at + 100 / scale).toBeLessThanOrEqual(100)
    }
  })

  test('enlarges an area as much as the picture', () => {
    const area = { xPercent: 10, yPercent: 10, widthPercent: 10, heightPercent: 5 }
    expect(areaThroughCamera(wholePicture, area)).toEqual(area)
    expect(areaThroughCamera(cameraAt({ xPercent: 50, yPercent: 50 }, 2), area)).toMatchObject({
      widthPercent: 20,
      heightPercent: 10,
    })
  })

  test.each([
    ['in the zoom area', 40, 50, 2.5],
    ['left of it', 10, 50, 100 / 64],
    ['in the corner', 100, 100, 100 / 70],
  ])('shows a hotspot %s', (_, xPercent, yPercent, scale) => {
    const zoom = { xPercent: 30, yPercent: 40, widthPercent: 40, heightPercent: 20 }
    const camera = zoomCamera(zoom, { ...step, hotspot: { xPercent, yPercent } })
    expect(camera.scale).toBeCloseTo(scale)
    expect(isSeen(camera, { xPercent, yPercent })).toBe(true)
  })

  test('shows a hotspot beside the zoom area of a long picture', () => {
    const zoom = { xPercent: 60, yPercent: 10, widthPercent: 30, heightPercent: 4 }
    const camera = zoomCamera(zoom, { ...step, height: 6000, isTall: true, hotspot: { xPercent: 20, yPercent: 90 } })
    expect(throughCamera(camera, { xPercent: 20, yPercent: 12 }).xPercent).toBeGreaterThan(0)
  })

  test.each([
    [1160, 1440, 1],
    [1160, 2880, 1],
    [600, 2880, 1.728],
    [100, 2880, 2],
    [0, 2880, 1],
    [600, null, 1],
  ])('goes closer by itself at %d px of a picture of %j px: %d', (shown, picture, scale) => {
    expect(readableScale(shown, picture)).toBeCloseTo(scale)
  })
})
