import type { Card, CardPart } from '#domain/card.ts'

import type { StoredVersion } from '#domain/demo.ts'

import type { EditorState } from './editor-state.ts'
import type { Unsaved } from './unsaved.ts'

/** Unsaved cards by id: the whole card, or null for a deleted one. */
export type CardChanges = Readonly<Record<string, Card | null>>

/** The maximum length of each text. */
export const cardTextMax: Readonly<Record<CardPart, number>> = { title: 500, description: 5_000 }

type CardState = Pick<EditorState, 'savedCards' | 'unsaved'>

/** The step's current cards, bottom first. */
export function visibleCards(state: CardState, stepId: string): readonly Card[] {
  return currentCards(state)
    .filter((card) => card.stepId === stepId)
    .sort((a, b) => a.position - b.position)
}

/** The ids of steps with a card, separated by spaces: a text, so that it stays the same for a memoized component. */
export function stepsWithCards(state: CardState): string {
  return [...new Set(currentCards(state).map(({ stepId }) => stepId))].sort().join(' ')
}

function currentCards({ savedCards, unsaved }: CardState): Card[] {
  const changes = unsaved.cards ?? {}
  const known = new Set(savedCards.map(({ id }) => id))
  const added = Object.values(changes).filter((card) => card !== null && !known.has(card.id))
  return [...savedCards.map((card) => (card.id in changes ? changes[card.id] : card)), ...added].filter(
    (card) => card !== null && card !== undefined,
  )
}

/** The current card, or null. */
export function currentCard({ savedCards, unsaved }: CardState, id: string): Card | null {
  const changed = unsaved.cards?.[id]
  return changed === undefined ? (savedCards.find((card) => card.id === id) ?? null) : changed
}

/** Records a card's state; if it equals the server's, nothing is unsaved. */
export function changeCard(state: EditorState, id: string, card: Card | null): Unsaved {
  const saved = state.savedCards.find((candidate) => candidate.id === id) ?? null
  const { [id]: _, ...others } = state.unsaved.cards ?? {}
  return withCards(state.unsaved, isSameCard(saved, card) ? others : { ...others, [id]: card })
}

/** The server has this version; later changes are still unsaved. */
export function cardSaved(state: EditorState, id: string, card: Card | null, stored?: StoredVersion): EditorState {
  const isKnown = state.savedCards.some((candidate) => candidate.id === id)
  const savedCards =
    card === null
      ? state.savedCards.filter((candidate) => candidate.id !== id)
      : isKnown
        ? state.savedCards.map((candidate) => (candidate.id === id ? card : candidate))
        : [...state.savedCards, card]
  const { [id]: _, ...others } = state.cardVersions
  const isStored = card !== null && stored !== undefined
  const next = { ...state, savedCards, cardVersions: isStored ? { ...others, [id]: stored } : others }
  const wanted = state.unsaved.cards?.[id]
  return wanted === undefined ? next : { ...next, unsaved: changeCard(next, id, wanted) }
}

/** Drops changes to cards of deleted steps. */
export function withoutStaleCards(unsaved: Unsaved, stepIds: ReadonlySet<string>): Unsaved {
  const kept = Object.entries(unsaved.cards ?? {}).filter(([, card]) => card === null || stepIds.has(card.stepId))
  return withCards(unsaved, Object.fromEntries(kept))
}

function withCards(unsaved: Unsaved, cards: CardChanges): Unsaved {
  const { cards: _, ...rest } = unsaved
  return Object.keys(cards).length === 0 ? rest : { ...rest, cards }
}

/** Cards are plain data with keys in a fixed order. */
function isSameCard(a: Card | null, b: Card | null): boolean {
  return JSON.stringify(a === null ? null : sorted(a)) === JSON.stringify(b === null ? null : sorted(b))
}

function sorted(card: Card): readonly unknown[] {
  return Object.entries(card).sort(([a], [b]) => a.localeCompare(b))
}
