import type { Card } from '#domain/card.ts'

/** Whether a step asks something of the visitor: a form, a video, or a choice of ways. Hints ask nothing. */
export function waitsForVisitor(cards: readonly Card[]): boolean {
  return cards.some(
    ({ type, linkUrl, targetStepId }) =>
      type === 'lead' || type === 'media' || linkUrl !== null || targetStepId !== null,
  )
}
