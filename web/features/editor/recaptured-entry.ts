import type { Card } from '#domain/card.ts'
import type { Demo, Step } from '#domain/demo.ts'

import type { Edit, RemovedStep } from './editor-edits.ts'
import type { HistoryEntry } from './editor-history.ts'
import { stableText } from '../../lib/stable-text.ts'
import { stepFields, type StepPatch } from './unsaved.ts'

export interface DemoWithCards {
  readonly demo: Demo
  readonly cards: readonly Card[]
}

/** A history entry for everything that recording steps again changed in a demo. */
export function recapturedEntry(before: DemoWithCards, after: DemoWithCards): HistoryEntry {
  const name = 'record steps again'
  return {
    name,
    undo: { type: 'several', name, edits: editsBetween(after, before) },
    redo: { type: 'several', name, edits: editsBetween(before, after) },
  }
}

/** The edit that turns the steps of `from` into those of `to`, if the common ones keep their order. */
function editsBetween(from: DemoWithCards, to: DemoWithCards): readonly Edit[] {
  const [old, wanted] = [new Map(byId(from)), new Map(byId(to))]
  const gone = from.demo.steps.map(({ id }) => id).filter((id) => !wanted.has(id))
  const items = to.demo.steps.flatMap((step, index): readonly RemovedStep[] =>
    old.has(step.id) ? [] : [{ step, cards: to.cards.filter(({ stepId }) => stepId === step.id), index }],
  )
  const patches = to.demo.steps.flatMap((step): readonly Edit[] => {
    const patch = patchBetween(old.get(step.id) ?? step, step)
    return Object.keys(patch).length === 0 ? [] : [{ type: 'step', id: step.id, patch }]
  })
  return [
    ...(gone.length === 0 ? [] : [{ type: 'remove-steps', ids: gone } as const]),
    ...(items.length === 0 ? [] : [{ type: 'restore-steps', items } as const]),
    ...patches,
  ]
}

function byId({ demo }: DemoWithCards): readonly (readonly [string, Step])[] {
  return demo.steps.map((step) => [step.id, step])
}

/** The changed fields. A new picture always brings its size and edits; edits of its page come with it. */
function patchBetween(from: Step, to: Step): StepPatch {
  const isOther = from.screenshotUrl !== to.screenshotUrl
  const keys = stepFields.filter(
    (key) =>
      key !== 'pageEdits' &&
      ((isOther && (key === 'width' || key === 'height' || key === 'edits')) ||
        stableText(from[key] ?? null) !== stableText(to[key] ?? null)),
  )
  return Object.fromEntries(keys.map((key) => [key, to[key] ?? null]))
}
