import type { Card } from '#domain/card.ts'
import type { DemoLook } from '#domain/demo-look.ts'
import type { Step } from '#domain/demo.ts'
import { variableNames } from '#domain/variables.ts'

/** The variables a demo declares, or uses in texts and links; `company` if there are none yet. */
export function usedVariables(
  look: DemoLook | undefined,
  steps: readonly Step[],
  cards: readonly Card[],
): readonly string[] {
  const texts = [
    ...steps.flatMap(({ title, description }) => [title, description]),
    ...cards.flatMap((card) => [card.title, card.description, card.linkUrl, card.buttonLabel]),
    ...(look === undefined
      ? []
      : [look.cover.title, look.cover.text, look.ending.title, look.ending.text, look.ending.url]),
  ]
  const names = new Set([
    ...(look?.variables ?? []).map(({ name }) => name.toLowerCase()),
    ...texts.flatMap((text) => (text === null ? [] : variableNames(text))),
  ])
  return names.size === 0 ? ['company'] : [...names]
}
