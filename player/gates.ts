import type { Card } from '#domain/card.ts'

import type { PlayerMove, PlayerState } from './player-state.ts'

/** A visit's progress: forms sent or skipped, and the current step. Kept for the tab. */
export interface KeptVisit {
  readonly passedCardIds: readonly string[]
  readonly stepId: string | null
}

/** The steps whose form must be sent or skipped: the form by the step's index. */
export function openGates(
  cards: readonly Card[],
  steps: readonly { readonly id: string }[],
  passedCardIds: readonly string[],
): ReadonlyMap<number, Card> {
  const gates = new Map<number, Card>()
  for (const [index, { id }] of steps.entries()) {
    const gate = cards.find(
      (card) => card.stepId === id && card.type === 'lead' && card.gate !== 'none' && !passedCardIds.includes(card.id),
    )
    if (gate !== undefined) gates.set(index, gate)
  }
  return gates
}

/** The index of the step that blocks a move; null if the move is free. Going back always is. */
export function gateOf(
  before: PlayerState,
  after: PlayerState,
  move: PlayerMove,
  gates: ReadonlyMap<number, unknown>,
): number | null {
  if (after === before || gates.size === 0) return null
  if (move.type === 'show' || before.place === 'cover') {
    const passed = [...gates.keys()].filter((index) => index >= before.index && index < after.index)
    return passed.length === 0 ? null : Math.min(...passed)
  }
  return move.type !== 'previous' && gates.has(before.index) ? before.index : null
}

/** The gate that blocks a step opened by its address. */
export function gateBefore(index: number, gates: ReadonlyMap<number, unknown>): number | null {
  const passed = [...gates.keys()].filter((gate) => gate < index)
  return passed.length === 0 ? null : Math.min(...passed)
}

export function gateNotice({ gate }: Card): string {
  return gate === 'skippable' ? 'Fill in the form to continue, or skip it.' : 'Fill in the form to continue.'
}

export function readKeptVisit(demoId: string): KeptVisit {
  try {
    const kept = JSON.parse(sessionStorage.getItem(keyOf(demoId)) ?? '{}') as Partial<KeptVisit>
    const { passedCardIds, stepId } = kept
    return {
      passedCardIds: Array.isArray(passedCardIds) ? passedCardIds.filter((id) => typeof id === 'string') : [],
      stepId: typeof stepId === 'string' ? stepId : null,
    }
  } catch {
    return { passedCardIds: [], stepId: null }
  }
}

export function keepVisit(demoId: string, visit: KeptVisit): void {
  try {
    sessionStorage.setItem(keyOf(demoId), JSON.stringify(visit))
  } catch {
    // Without storage, a reload asks again.
  }
}

function keyOf(demoId: string): string {
  return `understudy-visit:${demoId}`
}
