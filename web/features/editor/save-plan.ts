import { currentCard } from './cards-state.ts'
import { withoutFields } from './editor-fields.ts'
import type { EditorState } from './editor-state.ts'
import { openDisputes } from './merge-changes.ts'
import { stableText } from '../../lib/stable-text.ts'
import type { StepPatch } from './unsaved.ts'

/** What one call saves. */
export type SaveTarget =
  | { readonly type: 'remove' }
  | { readonly type: 'restore' }
  | { readonly type: 'text' }
  | { readonly type: 'look' }
  | { readonly type: 'order' }
  | { readonly type: 'step'; readonly id: string }
  | { readonly type: 'notes'; readonly id: string }
  | { readonly type: 'card'; readonly id: string }

export function targetKey(target: SaveTarget): string {
  return 'id' in target ? `${target.type} ${target.id}` : target.type
}

/** Typed texts, which are saved once the author pauses, unless an undo changed them. */
export function isTyped(state: EditorState, target: SaveTarget): boolean {
  return (target.type === 'text' || target.type === 'notes') && !(targetKey(target) in (state.unsaved.checks ?? {}))
}

/** The value that a target would save, as a string to compare. */
export function unsavedDigest({ unsaved }: EditorState, target: SaveTarget): string {
  const { name, description, look, order, removed, restored, steps, cards } = unsaved
  switch (target.type) {
    case 'text':
      return stableText([name, description])
    case 'look':
      return stableText(look)
    case 'order':
      return stableText(order)
    case 'remove':
      return stableText(removed)
    case 'restore':
      return stableText(restored?.map(({ step }) => step.id))
    case 'card':
      return stableText(cards?.[target.id])
    case 'notes':
      return stableText(steps[target.id]?.description)
    case 'step':
      return stableText({ ...steps[target.id], description: null })
  }
}

/** Whether a step exists on the server and isn't being deleted. Other steps' changes wait or are dropped. */
export function isThere({ saved, unsaved }: EditorState, stepId: string | undefined): boolean {
  if (stepId === undefined) return true
  return unsaved.removed?.includes(stepId) !== true && saved.steps.some(({ id }) => id === stepId)
}

/** Without disputed fields, which wait for the author's decision. */
export function savableState(state: EditorState): EditorState {
  return withoutFields(state, openDisputes(state))
}

/** All unsaved targets that can be saved, for Save Changes. */
export function allTargets(whole: EditorState): readonly SaveTarget[] {
  const state = savableState(whole)
  const { unsaved } = state
  const hasText = unsaved.name !== undefined || unsaved.description !== undefined
  const patches = Object.entries(unsaved.steps).filter(([id]) => isThere(state, id))
  const notes = patches
    .filter(([, patch]) => patch.description !== undefined)
    .map(([id]): SaveTarget => ({ type: 'notes', id }))
  const steps = patches.filter(([, patch]) => hasOwnFields(patch)).map(([id]): SaveTarget => ({ type: 'step', id }))
  const cards = Object.keys(unsaved.cards ?? {})
    .filter((id) => isThere(state, currentCard(state, id)?.stepId))
    .map((id): SaveTarget => ({ type: 'card', id }))
  return [
    ...(unsaved.restored === undefined ? [] : [{ type: 'restore' } as const]),
    ...(unsaved.removed === undefined ? [] : [{ type: 'remove' } as const]),
    ...(hasText ? [{ type: 'text' } as const] : []),
    ...(unsaved.look === undefined ? [] : [{ type: 'look' } as const]),
    ...notes,
    ...steps,
    ...cards,
    ...(unsaved.order === undefined ? [] : [{ type: 'order' } as const]),
  ]
}

function hasOwnFields(patch: StepPatch): boolean {
  return Object.keys(patch).some((key) => key !== 'description')
}
