import type { Step } from '#domain/demo.ts'
import { variableNames } from '#domain/variables.ts'

import { visibleCards } from './cards-state.ts'
import type { EditorState } from './editor-state.ts'
import { currentLook } from './unsaved.ts'

export interface VariableUse {
  /** Step numbers; 0 for the cover and ending. */
  readonly places: readonly number[]
  /** Whether some use has no fallback of its own. */
  readonly isBare: boolean
}

/** The uses of each variable; names are in lower case. */
export function variableUses(state: EditorState, steps: readonly Step[]): ReadonlyMap<string, VariableUse> {
  const uses = new Map<string, VariableUse>()
  const note = (place: number, texts: readonly (string | null)[]) => {
    const all = texts.join('\n')
    for (const name of variableNames(all)) {
      const { places = [], isBare = false } = uses.get(name) ?? {}
      uses.set(name, { places: [...places, place], isBare: isBare || hasBare(all, name) })
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

function hasBare(text: string, name: string): boolean {
  return [...text.matchAll(/\{\{\s*([\w-]+)\s*\}\}/g)].some(([, used]) => used?.toLowerCase() === name)
}
