import { clampStepIndex } from '#domain/demo.ts'
import type { DemoLook } from '#domain/demo-look.ts'

/** What a visitor sees: the cover before the first step, a step, or the ending after the last. */
export type PlayerPlace = 'cover' | 'step' | 'ending'

/** The paths through a demo. */
export interface PlayerRoute {
  readonly count: number
  /** By step: the index of its hotspot's target; null for the next step. */
  readonly targets: readonly (number | null)[]
  /** Whether Next leads to the ending. */
  readonly hasEnding: boolean
}

/** A branch that was taken, for going back. */
interface Branch {
  readonly from: number
  readonly to: number
}

/** The visitor's position. The index starts at 0 and stays inside the demo (spec §4). */
export interface PlayerState {
  readonly index: number
  readonly place: PlayerPlace
  /** Oldest first. */
  readonly branches: readonly Branch[]
  readonly route: PlayerRoute
}

export type PlayerMove =
  | { readonly type: 'next' }
  | { readonly type: 'previous' }
  /** A segment, the agent, the host page, or "Start again". */
  | { readonly type: 'show'; readonly index: number }
  /** A card with a target step; Previous leads back. */
  | { readonly type: 'branch'; readonly index: number }
  /** The ending of a demo whose last step is its end (`finishes`). */
  | { readonly type: 'finish' }

const branchesMax = 100

export function routeOf(
  steps: readonly { readonly id: string; readonly targetStepId: string | null }[],
  hasEnding: boolean,
): PlayerRoute {
  const targets = steps.map(({ targetStepId }, index) => {
    const target = targetStepId === null ? -1 : steps.findIndex(({ id }) => id === targetStepId)
    // A step that leads to itself would be a trap.
    return target < 0 || target === index ? null : target
  })
  return { count: steps.length, targets, hasEnding }
}

/** Spec §4: moves by one, bounded at both ends, unless a hotspot leads elsewhere. The same object when nothing moves. */
export function movePlayer(state: PlayerState, move: PlayerMove): PlayerState {
  if (state.place === 'cover') return leaveCover(state, move)
  if (state.place === 'ending') return move.type === 'next' ? state : leaveEnding(state, move)
  switch (move.type) {
    case 'next':
      return forward(state, state.route.targets[state.index] ?? state.index + 1)
    case 'branch':
      return forward(state, move.index)
    case 'previous':
      return back(state)
    case 'show':
      return at(state, move.index)
    case 'finish':
      return { ...state, place: 'ending' }
  }
}

/**
 * Whether the last step is the end, as in spec §2: Next is disabled, and Finish shows the closing card. An ending that
 * asks for something is one more place that Next leads to.
 */
export function finishes({ ending }: DemoLook): boolean {
  return ending.kind === 'replay'
}

/** Where Next leads: a step's index, the ending, or null. */
export function nextOf({ index, route }: PlayerState): number | 'ending' | null {
  const next = route.targets[index] ?? index + 1
  if (next < route.count) return next
  return route.hasEnding ? 'ending' : null
}

/** Where autoplay continues; null where it stops, because a branch back would play forever. */
export function playsOnTo(state: PlayerState): number | 'ending' | null {
  const next = nextOf(state)
  return typeof next === 'number' && next <= state.index ? null : next
}

function leaveCover(state: PlayerState, move: PlayerMove): PlayerState {
  if (move.type === 'previous') return state
  return { ...state, place: 'step', index: 'index' in move ? clamp(state, move.index) : state.index }
}

function leaveEnding(state: PlayerState, move: PlayerMove): PlayerState {
  const index = 'index' in move ? clamp(state, move.index) : state.index
  return { ...state, place: 'step', index, branches: index === 0 ? [] : state.branches }
}

function forward(state: PlayerState, wanted: number): PlayerState {
  const { index, route, branches } = state
  if (wanted >= route.count) return route.hasEnding ? { ...state, place: 'ending' } : state
  const next = clamp(state, wanted)
  if (next === index) return state
  if (next === index + 1) return { ...state, index: next }
  return { ...state, index: next, branches: [...branches, { from: index, to: next }].slice(-branchesMax) }
}

/** Back along the visited path. */
function back(state: PlayerState): PlayerState {
  const last = state.branches.at(-1)
  if (last?.to !== state.index) return at(state, state.index - 1)
  return { ...state, index: last.from, branches: state.branches.slice(0, -1) }
}

function at(state: PlayerState, wanted: number): PlayerState {
  const index = clamp(state, wanted)
  if (index === state.index) return state
  return { ...state, index, branches: index === 0 ? [] : state.branches }
}

function clamp({ index, route }: PlayerState, wanted: number): number {
  return Number.isFinite(wanted) ? clampStepIndex(wanted, route.count) : index
}

/** The steps that a branch skipped. */
export function skippedSteps({ branches, index }: PlayerState): ReadonlySet<number> {
  const skipped = new Set<number>()
  for (const { from, to } of branches) for (let step = from + 1; step < to; step += 1) skipped.add(step)
  for (const { to } of branches) skipped.delete(to)
  skipped.delete(index)
  return skipped
}

/** Swipe direction: left is next. Ignores short and steep gestures. */
export function swipeMove(deltaX: number, deltaY: number): PlayerMove | null {
  if (Math.abs(deltaX) < 40 || Math.abs(deltaX) < 1.5 * Math.abs(deltaY)) return null
  return { type: deltaX < 0 ? 'next' : 'previous' }
}
