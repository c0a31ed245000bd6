import { describe, expect, test } from 'vitest'

import { stepIndexOf } from '#protocol/player-page.ts'

import { movePlayer, swipeMove } from './player-state.ts'

describe('moving through a demo', () => {
  const middle = { index: 1, count: 3 }

  test('moves by one in both directions', () => {
    expect(movePlayer(middle, { type: 'next' })).toEqual({ index: 2, count: 3 })
    expect(movePlayer(middle, { type: 'previous' })).toEqual({ index: 0, count: 3 })
  })

  test('stops at both ends', () => {
    const first = { index: 0, count: 3 }
    const last = { index: 2, count: 3 }
    expect(movePlayer(first, { type: 'previous' })).toBe(first)
    expect(movePlayer(last, { type: 'next' })).toBe(last)
  })

  test.each([
    [0, 0],
    [2, 2],
    [99, 2],
    [-5, 0],
    [1.9, 1],
    [Number.NaN, 1],
  ])('clamps step index %d to %d', (asked, shown) => {
    expect(movePlayer(middle, { type: 'show', index: asked }).index).toBe(shown)
  })

  test('stays at 0 when there is only one step', () => {
    const only = { index: 0, count: 1 }
    expect(movePlayer(only, { type: 'next' })).toBe(only)
    expect(movePlayer(only, { type: 'previous' })).toBe(only)
  })
})

describe('the step an address asks for', () => {
  test.each([
    ['1', 0],
    ['3', 2],
    ['4', 2],
    ['0', 0],
    ['-1', 0],
    ['two', 0],
    ['1e3', 0],
    ['', 0],
    [null, 0],
    [undefined, 0],
  ])('%j is index %d of three', (query, index) => {
    expect(stepIndexOf(query, 3)).toBe(index)
  })
})

describe('a swipe', () => {
  test.each([
    [-80, 5, { type: 'next' }],
    [80, -5, { type: 'previous' }],
    [-20, 0, null],
    [-80, 70, null],
  ])('of %d, %d px is %j', (deltaX, deltaY, move) => {
    expect(swipeMove(deltaX, deltaY)).toEqual(move)
  })
})
