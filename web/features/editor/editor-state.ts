import type { Card } from '#domain/card.ts'
import { reorderSteps, type Demo, type Step, type StoredVersion } from '#domain/demo.ts'

import type { RemovedStep } from './editor-edits.ts'
import type { FieldId } from './editor-fields.ts'
import type { EditorHistory } from './editor-history.ts'
import type { EditorView, SectionId, ToolId } from './editor-parts.ts'
import type { Disputes } from './merge-changes.ts'
import { isEmpty, knownSteps, type Unsaved } from './unsaved.ts'

export interface EditorState extends EditorHistory {
  /** The demo as stored on the server. */
  readonly saved: Demo
  readonly savedCards: readonly Card[]
  readonly cardVersions: Readonly<Record<string, StoredVersion>>
  readonly unsaved: Unsaved
  readonly selectedId: string | null
  readonly zoomPercent: number
  readonly isFullView: boolean
  readonly stripLayout: 'grid' | 'list'
  readonly areNotesOpen: boolean
  /** The Add Card panel. */
  readonly isAddingCard: boolean
  readonly selectedCardId: string | null
  /** The active tool; with null, the pointer selects and moves things. */
  readonly tool: ToolId | null
  /** What is being edited. */
  readonly section: SectionId
  readonly folded: readonly SectionId[]
  readonly view: EditorView
  /** Unsaved fields that someone else changed as well. */
  readonly disputes: Disputes
  /** Steps with unsaved changes that someone else deleted. */
  readonly gone: readonly RemovedStep[]
  /** By save target: what was sent but isn't confirmed. If the server has this value, it is the author's own. */
  readonly sent: Readonly<Record<string, Readonly<Record<FieldId, unknown>>>>
  /** The field being typed into; further keystrokes there are one undo entry. */
  readonly typingIn: string | null
}

/** The current name and description. */
export function currentText(state: Pick<EditorState, 'saved' | 'unsaved'>): {
  readonly name: string
  readonly description: string | null
} {
  return {
    name: state.unsaved.name ?? state.saved.name,
    description: state.unsaved.description === undefined ? state.saved.description : state.unsaved.description,
  }
}

/**
 * The steps as shown: ordered, with changes, numbered from 1, without removed ones. Memoized per step: moving a card
 * must not re-render 200 of them.
 */
export function visibleSteps(state: Pick<EditorState, 'saved' | 'unsaved'>): readonly Step[] {
  const { saved, unsaved } = state
  const { order, steps: patches, removed, restored } = unsaved
  const last = lastSeen.get(saved.steps)
  if (last?.order === order && last?.patches === patches && last?.removed === removed && last?.restored === restored)
    return last.steps
  const known = knownSteps(state)
  const ordered = order === undefined ? known : reorderSteps(known, order)
  const steps = ordered
    .filter((candidate) => removed?.includes(candidate.id) !== true)
    .map((candidate, index) => {
      const patch = unsaved.steps[candidate.id]
      const isAsSaved = patch === undefined && candidate.order === index + 1
      return isAsSaved ? candidate : { ...candidate, ...patch, order: index + 1 }
    })
  lastSeen.set(saved.steps, { order, patches, removed, restored, steps })
  return steps
}

interface Seen {
  readonly order: Unsaved['order']
  readonly patches: Unsaved['steps']
  readonly removed: Unsaved['removed']
  readonly restored: Unsaved['restored']
  readonly steps: readonly Step[]
}

/** Cached by the saved steps. */
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
