import { describe, expect, test } from 'vitest'

import { stepIndexOf } from '#protocol/player-page.ts'

import { movePlayer, nextOf, routeOf, skippedSteps, swipeMove, type PlayerState } from './player-state.ts'

function at(index: number, count: number, options: { targets?: readonly (number | null)[]; hasEnding?: boolean } = {}) {
  const { targets = [], hasEnding = false } = options
  return { index, place: 'step', branches: [], route: { count, targets, hasEnding } } satisfies PlayerState
}

describe('moving through a demo', () => {
  const middle = at(1, 3)

  test('moves by one in both directions', () => {
    expect(movePlayer(middle, { type: 'next' })).toEqual(at(2, 3))
    expect(movePlayer(middle, { type: 'previous' })).toEqual(at(0, 3))
  })

  test('stops at both ends', () => {
    const first = at(0, 3)
    const last = at(2, 3)
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
    const only = at(0, 1)
    expect(movePlayer(only, { type: 'next' })).toBe(only)
    expect(movePlayer(only, { type: 'previous' })).toBe(only)
  })

  test('starts at the cover and ends with the ending', () => {
    const covered = { ...at(0, 2, { hasEnding: true }), place: 'cover' as const }
    expect(movePlayer(covered, { type: 'previous' })).toBe(covered)
    const started = movePlayer(covered, { type: 'next' })
    expect([started.place, started.index]).toEqual(['step', 0])
    const over = movePlayer(movePlayer(started, { type: 'next' }), { type: 'next' })
    expect([over.place, over.index]).toEqual(['ending', 1])
    expect(movePlayer(over, { type: 'next' })).toBe(over)
    expect(movePlayer(over, { type: 'previous' })).toMatchObject({ place: 'step', index: 1 })
  })
})

test('finishes from the last step, and goes back to it', () => {
  const over = movePlayer(at(2, 3), { type: 'finish' })
  expect([over.place, over.index, nextOf(at(2, 3))]).toEqual(['ending', 2, null])
  expect(movePlayer(over, { type: 'previous' })).toEqual(at(2, 3))
})

describe('a branch', () => {
  const steps = ['a', 'b', 'c', 'd', 'e'].map((id) => ({ id, targetStepId: null }))

  test('is where Next leads, and Previous goes back the way taken', () => {
    const route = routeOf(
      steps.map((step) => (step.id === 'b' ? { ...step, targetStepId: 'e' } : step)),
      false,
    )
    const second = { ...at(1, 5), route }
    expect(nextOf(second)).toBe(4)
    const branched = movePlayer(second, { type: 'next' })
    expect(branched.index).toBe(4)
    expect([...skippedSteps(branched)]).toEqual([2, 3])
    expect(movePlayer(branched, { type: 'previous' }).index).toBe(1)
  })

  test('to itself or to a deleted step leads to the next step', () => {
    const targets = [
      { id: 'a', targetStepId: 'a' },
      { id: 'b', targetStepId: 'gone' },
      { id: 'c', targetStepId: null },
    ]
    expect(routeOf(targets, false).targets).toEqual([null, null, null])
  })

  test('back and forth keeps a bounded history', () => {
    const route = { count: 2, targets: [null, 0], hasEnding: false }
    let state: PlayerState = { ...at(0, 2), route }
    for (let round = 0; round < 500; round += 1) state = movePlayer(state, { type: 'next' })
    expect(state.branches.length).toBeLessThanOrEqual(100)
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
