import type { EditorState } from './editor-state.ts'
import type { StepPatch } from './unsaved.ts'

/** One call to make. Text and notes wait until the author says so or leaves the field; the rest saves itself. */
export type SaveTarget =
  | { readonly type: 'text' }
  | { readonly type: 'order' }
  | { readonly type: 'step'; readonly id: string }
  | { readonly type: 'notes'; readonly id: string }
  | { readonly type: 'card'; readonly id: string }

export function targetKey(target: SaveTarget): string {
  return 'id' in target ? `${target.type} ${target.id}` : target.type
}

/** What saves itself a moment after the change. */
export function automaticTargets({ unsaved }: EditorState): readonly SaveTarget[] {
  const steps = Object.entries(unsaved.steps)
    .filter(([, patch]) => hasOwnFields(patch))
    .map(([id]): SaveTarget => ({ type: 'step', id }))
  const cards = Object.keys(unsaved.cards ?? {}).map((id): SaveTarget => ({ type: 'card', id }))
  return [...steps, ...cards, ...(unsaved.order === undefined ? [] : [{ type: 'order' } as const])]
}

/** Everything there is to save, for Save Changes. */
export function allTargets(state: EditorState): readonly SaveTarget[] {
  const { unsaved } = state
  const notes = Object.entries(unsaved.steps)
    .filter(([, patch]) => patch.description !== undefined)
    .map(([id]): SaveTarget => ({ type: 'notes', id }))
  const hasText = unsaved.name !== undefined || unsaved.description !== undefined
  return [...(hasText ? [{ type: 'text' } as const] : []), ...notes, ...automaticTargets(state)]
}

function hasOwnFields(patch: StepPatch): boolean {
  return patch.title !== undefined || patch.alt !== undefined || patch.hotspot !== undefined
}
