import type { Card } from '#domain/card.ts'
import { reorderSteps, type Demo, type Step } from '#domain/demo.ts'

import type { Edit } from './editor-edits.ts'
import { isEmpty, type Unsaved } from './unsaved.ts'

export interface EditorState {
  /** As the server has it. */
  readonly saved: Demo
  readonly savedCards: readonly Card[]
  readonly unsaved: Unsaved
  /** Steps taken away whose undo is still on offer. */
  readonly removedIds: readonly string[]
  readonly selectedId: string | null
  readonly zoomPercent: number
  readonly isFullView: boolean
  readonly stripLayout: 'grid' | 'list'
  readonly areNotesOpen: boolean
  /** The Add Card panel. */
  readonly isAddingCard: boolean
  readonly selectedCardId: string | null
  /** A click on the screenshot puts the hotspot there. */
  readonly isPlacing: boolean
  readonly past: readonly Edit[]
  readonly future: readonly Edit[]
  /** What is being typed into; further keystrokes there are one change to undo. */
  readonly typingIn: string | null
}

/** Name and description as the author sees them. */
export function currentText(state: EditorState): { readonly name: string; readonly description: string | null } {
  return {
    name: state.unsaved.name ?? state.saved.name,
    description: state.unsaved.description === undefined ? state.saved.description : state.unsaved.description,
  }
}

/**
 * The steps as the author sees them: in their order, with their changes, numbered from 1, without removed ones. The same
 * list, and in it the same steps, as long as nothing of them changed: 200 of them are not drawn anew when a card is moved.
 */
export function visibleSteps(state: EditorState): readonly Step[] {
  const { saved, unsaved, removedIds } = state
  const last = lastSeen.get(saved.steps)
  if (last?.order === unsaved.order && last?.patches === unsaved.steps && last?.removedIds === removedIds)
    return last.steps
  const ordered = unsaved.order === undefined ? saved.steps : reorderSteps(saved.steps, unsaved.order)
  const steps = ordered
    .filter((candidate) => !removedIds.includes(candidate.id))
    .map((candidate, index) => {
      const patch = unsaved.steps[candidate.id]
      const isAsSaved = patch === undefined && candidate.order === index + 1
      return isAsSaved ? candidate : { ...candidate, ...patch, order: index + 1 }
    })
  lastSeen.set(saved.steps, { order: unsaved.order, patches: unsaved.steps, removedIds, steps })
  return steps
}

interface Seen {
  readonly order: Unsaved['order']
  readonly patches: Unsaved['steps']
  readonly removedIds: readonly string[]
  readonly steps: readonly Step[]
}

/** By the saved steps: what was last seen of them. */
const lastSeen = new WeakMap<readonly Step[], Seen>()

export function selectedStep(state: EditorState): Step | undefined {
  return visibleSteps(state).find((candidate) => candidate.id === state.selectedId)
}

export function isAllSaved({ unsaved }: EditorState): boolean {
  return isEmpty(unsaved)
}

export function stillThere(state: EditorState, id: string | null, index: number): string | null {
  const steps = visibleSteps(state)
  if (steps.some((candidate) => candidate.id === id)) return id
  return (steps[Math.min(index, steps.length - 1)] ?? steps[0])?.id ?? null
}
