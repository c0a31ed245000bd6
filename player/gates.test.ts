import { describe, expect, test } from 'vitest'

import { gateBefore, gateOf } from './gates.ts'
import { movePlayer, type PlayerMove, type PlayerState } from './player-state.ts'

const route = { count: 6, targets: [], hasEnding: true }
const gates = new Map([[2, 'a form']])

function heldBack(index: number, move: PlayerMove, place: PlayerState['place'] = 'step'): number | null {
  const before: PlayerState = { index, place, branches: [], route }
  return gateOf(before, movePlayer(before, move), move, gates)
}

describe('a form that has to be sent', () => {
  test('blocks every way forward', () => {
    expect(heldBack(2, { type: 'next' })).toBe(2)
    expect(heldBack(2, { type: 'branch', index: 5 })).toBe(2)
    expect(heldBack(2, { type: 'show', index: 4 })).toBe(2)
    expect(heldBack(0, { type: 'show', index: 5 })).toBe(2)
    expect(heldBack(0, { type: 'show', index: 5 }, 'cover')).toBe(2)
  })

  test('lets the visitor go back, and up to it', () => {
    expect(heldBack(2, { type: 'previous' })).toBeNull()
    expect(heldBack(2, { type: 'show', index: 0 })).toBeNull()
    expect(heldBack(1, { type: 'next' })).toBeNull()
    expect(heldBack(0, { type: 'show', index: 2 })).toBeNull()
  })

  test('doesn’t block a branch around it', () => {
    expect(heldBack(1, { type: 'branch', index: 4 })).toBeNull()
    expect(heldBack(4, { type: 'next' })).toBeNull()
  })

  test('blocks a step opened by its address', () => {
    expect(gateBefore(5, gates)).toBe(2)
    expect(gateBefore(2, gates)).toBeNull()
  })
})
