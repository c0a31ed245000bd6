import { describe, expect, test } from 'vitest'

import { followArea, followPoint, hasMoved } from './follow-element.ts'

const size = { width: 1000, height: 500 }
const from = { left: 100, top: 50, right: 300, bottom: 100 }
const to = { left: 100, top: 150, right: 200, bottom: 200 }

describe('when edits move an element', () => {
  test('its hotspot stays at the same part of it', () => {
    expect(followPoint({ xPercent: 20, yPercent: 15 }, from, to, size)).toEqual({ xPercent: 15, yPercent: 35 })
  })

  test('the box around it keeps its distance', () => {
    const box = { xPercent: 9, yPercent: 8, widthPercent: 22, heightPercent: 14 }
    expect(followArea(box, from, to, size)).toEqual({ xPercent: 9, yPercent: 28, widthPercent: 12, heightPercent: 14 })
  })

  test('a removed element moves nothing', () => {
    expect(hasMoved(from, { left: 0, top: 0, right: 0, bottom: 0 })).toBe(false)
    expect(hasMoved(from, from)).toBe(false)
    expect(hasMoved(from, to)).toBe(true)
  })
})
