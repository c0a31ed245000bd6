import type { Card } from '#domain/card.ts'
import type { Step } from '#domain/demo.ts'
import { variableNames } from '#domain/variables.ts'

/** The variables in a demo's texts and links; `company` where there are none yet. */
export function usedVariables(steps: readonly Step[], cards: readonly Card[]): readonly string[] {
  const texts = [
    ...steps.flatMap(({ title, description }) => [title, description]),
    ...cards.flatMap((card) => [card.title, card.description, card.linkUrl, card.buttonLabel]),
  ]
  const names = new Set(texts.flatMap((text) => (text === null ? [] : variableNames(text))))
  return names.size === 0 ? ['company'] : [...names]
}
