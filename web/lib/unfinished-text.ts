import type { Card } from '#domain/card.ts'
import { finishedCard, unfinishedParts } from '#domain/unfinished-card.ts'

/** What is missing on a card that visitors don't see; null if finished. */
export function unfinishedText(card: Card): string | null {
  const parts = unfinishedParts(card)
  if (parts.length === 0) return null
  const missing = parts.length === 1 ? parts[0] : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`
  return finishedCard(card) === null
    ? `Visitors don’t see this card yet. Missing: ${missing}.`
    : `Missing, and not shown to visitors: ${missing}.`
}
