import { clampStepIndex } from '#domain/demo.ts'

/** The visitor's position. The index starts at 0 and stays inside the demo (spec §4). */
export interface PlayerState {
  readonly index: number
  readonly count: number
}

export type PlayerMove =
  | { readonly type: 'next' }
  | { readonly type: 'previous' }
  /** A segment, the agent, or "Start again". */
  | { readonly type: 'show'; readonly index: number }

/** Spec §4: moves by one, bounded at both ends. Returns the same object when nothing moves. */
export function movePlayer(state: PlayerState, move: PlayerMove): PlayerState {
  const index = clampStepIndex(wantedIndex(state, move), state.count)
  return index === state.index ? state : { ...state, index }
}

function wantedIndex(state: PlayerState, move: PlayerMove): number {
  switch (move.type) {
    case 'next':
      return state.index + 1
    case 'previous':
      return state.index - 1
    case 'show':
      return Number.isFinite(move.index) ? Math.trunc(move.index) : state.index
  }
}

/** Swipe direction: left is next. Ignores short and steep gestures. */
export function swipeMove(deltaX: number, deltaY: number): PlayerMove | null {
  if (Math.abs(deltaX) < 40 || Math.abs(deltaX) < 1.5 * Math.abs(deltaY)) return null
  return { type: deltaX < 0 ? 'next' : 'previous' }
}
