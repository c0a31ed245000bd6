import type { Step } from '#domain/demo.ts'
import { variableNames } from '#domain/variables.ts'

import { visibleCards } from './cards-state.ts'
import type { EditorState } from './editor-state.ts'
import { currentLook } from './unsaved.ts'

/** Where each variable is used: numbers of steps, 0 for cover and ending. Names in lower case. */
export function variableUses(state: EditorState, steps: readonly Step[]): ReadonlyMap<string, readonly number[]> {
  const uses = new Map<string, number[]>()
  const note = (place: number, texts: readonly (string | null)[]) => {
    for (const name of new Set(texts.flatMap((text) => variableNames(text ?? '')))) {
      uses.set(name, [...(uses.get(name) ?? []), place])
    }
  }
  const { cover, ending } = currentLook(state)
  const isEnding = ending.kind !== 'none'
  note(0, [
    ...(cover.isOn ? [cover.title, cover.text, cover.button] : []),
    ...(isEnding ? [ending.title, ending.text, ending.button, ending.url] : []),
  ])
  for (const step of steps) {
    const cards = visibleCards(state, step.id)
    const onCards = cards.flatMap(({ title, description, buttonLabel, linkUrl }) => [
      title,
      description,
      buttonLabel,
      linkUrl,
    ])
    note(step.order, [step.title, step.description, ...onCards])
  }
  return uses
}
