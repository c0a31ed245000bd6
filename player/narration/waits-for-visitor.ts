import type { Card } from '#domain/card.ts'

/** Whether a step needs the visitor: a form, a video, or a choice of targets. Hints don't. */
export function waitsForVisitor(cards: readonly Card[]): boolean {
  return cards.some(
    ({ type, linkUrl, targetStepId }) =>
      type === 'lead' || type === 'media' || linkUrl !== null || targetStepId !== null,
  )
}
