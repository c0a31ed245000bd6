import { describe, expect, test } from 'vitest'

import { calloutRect, calloutSide, type CalloutScene, type Rect } from './callout-place.ts'

const room = { left: -12, top: 0, right: 1404, bottom: 796 }

function sceneAt(x: number, y: number, more: Partial<CalloutScene> = {}): CalloutScene {
  return { x, y, room, mark: { left: x, top: y, right: x, bottom: y }, width: 344, height: 160, ...more }
}

function doOverlap(a: Rect, b: Rect): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
}

describe("the callout's side", () => {
  test.each([
    [700, 400, 'right'],
    [1300, 400, 'left'],
    [200, 15, 'below'],
    [1300, 785, 'above'],
  ])('of a hotspot at %d, %d is %s', (x, y, side) => {
    expect(calloutSide(sceneAt(x, y), 'auto')).toBe(side)
  })

  test("is the author's where it fits", () => {
    expect(calloutSide(sceneAt(700, 400), 'above')).toBe('above')
    expect(calloutSide(sceneAt(1300, 400), 'right')).toBe('left')
  })

  test('leaves a wide element free', () => {
    const scene = sceneAt(700, 400, { mark: { left: 100, top: 380, right: 1380, bottom: 420 } })
    const side = calloutSide(scene, 'auto')
    expect(side).toBe('below')
    expect(doOverlap(calloutRect(scene, side), scene.mark)).toBe(false)
  })

  test('never hides the ring and never leaves the window, wherever it is placed', () => {
    for (let x = 0; x <= 1392; x += 29) {
      for (let y = 0; y <= 796; y += 19) {
        const scene = sceneAt(x, y, { mark: { left: x - 60, top: y - 20, right: x + 60, bottom: y + 20 } })
        const rect = calloutRect(scene, calloutSide(scene, 'auto'))
        expect(doOverlap(rect, { left: x - 23, top: y - 23, right: x + 23, bottom: y + 23 })).toBe(false)
        expect(rect.left).toBeGreaterThanOrEqual(room.left)
        expect(rect.right).toBeLessThanOrEqual(room.right)
        expect(rect.bottom).toBeLessThanOrEqual(room.bottom)
      }
    }
  })
})
