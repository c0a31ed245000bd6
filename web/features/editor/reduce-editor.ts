import type { Card } from '#domain/card.ts'
import { reorderSteps, type Demo } from '#domain/demo.ts'
import { limits } from '#domain/limits.ts'

import { cardSaved } from './cards-state.ts'
import { edit, moveStep, stepThrough, type Edit } from './editor-edits.ts'
import { stillThere, visibleSteps, type EditorState } from './editor-state.ts'
import { patchStep, sameIds, withoutOrder, withoutStale, type StepPatch, type Unsaved } from './unsaved.ts'

export type EditorCommand =
  | { readonly type: 'load'; readonly demo: Demo; readonly cards?: readonly Card[] }
  | { readonly type: 'edit'; readonly edit: Edit }
  | { readonly type: 'move-step'; readonly id: string; readonly toIndex: number }
  | { readonly type: 'undo' }
  | { readonly type: 'redo' }
  | { readonly type: 'text-saved'; readonly name: string; readonly description: string | null }
  | { readonly type: 'order-saved'; readonly ids: readonly string[] }
  | { readonly type: 'order-refused' }
  | { readonly type: 'step-saved'; readonly id: string; readonly patch: StepPatch }
  | { readonly type: 'card-saved'; readonly id: string; readonly card: Card | null }
  | { readonly type: 'select-card'; readonly id: string | null }
  | { readonly type: 'toggle-adding-card' }
  | { readonly type: 'status-saved'; readonly status: Demo['status'] }
  | { readonly type: 'remove-step'; readonly id: string }
  | { readonly type: 'restore-step'; readonly id: string }
  | { readonly type: 'step-removed'; readonly id: string }
  | { readonly type: 'select'; readonly id: string }
  | { readonly type: 'select-neighbour'; readonly offset: 1 | -1 }
  | { readonly type: 'zoom'; readonly percent: number }
  | { readonly type: 'toggle-full-view' }
  | { readonly type: 'toggle-strip' }
  | { readonly type: 'toggle-notes' }
  | { readonly type: 'toggle-placing' }

/** Opens a demo, with what an earlier visit left unsaved. */
export function openEditor(demo: Demo, unsaved: Unsaved = { steps: {} }, cards: readonly Card[] = []): EditorState {
  return {
    saved: demo,
    savedCards: cards,
    unsaved: withoutStale(unsaved, demo),
    removedIds: [],
    selectedId: demo.steps[0]?.id ?? null,
    zoomPercent: limits.zoomDefaultPercent,
    isFullView: false,
    stripLayout: 'grid',
    areNotesOpen: false,
    isAddingCard: false,
    selectedCardId: null,
    isPlacing: false,
    past: [],
    future: [],
    typingIn: null,
  }
}

export function reduceEditor(state: EditorState, command: EditorCommand): EditorState {
  switch (command.type) {
    case 'load': {
      const savedCards = command.cards ?? state.savedCards
      const unsaved = withoutStale(state.unsaved, command.demo)
      const next = { ...state, saved: command.demo, savedCards, unsaved }
      return { ...next, selectedId: stillThere(next, state.selectedId, 0) }
    }
    case 'edit':
      return edit(state, command.edit)
    case 'move-step':
      return moveStep(state, command.id, command.toIndex)
    case 'undo':
      return stepThrough(state, 'past', 'future')
    case 'redo':
      return stepThrough(state, 'future', 'past')
    case 'text-saved':
      return textSaved(state, command)
    case 'order-saved': {
      const saved = { ...state.saved, steps: reorderSteps(state.saved.steps, command.ids) }
      const isNewer = state.unsaved.order !== undefined && !sameIds(state.unsaved.order, command.ids)
      return { ...state, saved, unsaved: isNewer ? state.unsaved : withoutOrder(state.unsaved) }
    }
    case 'order-refused':
      return { ...state, unsaved: withoutOrder(state.unsaved) }
    case 'step-saved':
      return stepSaved(state, command.id, command.patch)
    case 'card-saved':
      return cardSaved(state, command.id, command.card)
    case 'select-card':
      return { ...state, selectedCardId: command.id, typingIn: null }
    case 'toggle-adding-card':
      return { ...state, isAddingCard: !state.isAddingCard, isPlacing: false }
    case 'status-saved':
      return { ...state, saved: { ...state.saved, status: command.status } }
    case 'remove-step': {
      const index = visibleSteps(state).findIndex((candidate) => candidate.id === command.id)
      const next = { ...state, removedIds: [...state.removedIds, command.id] }
      return { ...next, selectedId: stillThere(next, state.selectedId, index) }
    }
    case 'restore-step': {
      const removedIds = state.removedIds.filter((id) => id !== command.id)
      return { ...state, removedIds, selectedId: command.id }
    }
    case 'step-removed': {
      const steps = state.saved.steps.filter((candidate) => candidate.id !== command.id)
      const saved = { ...state.saved, steps: steps.map((kept, index) => ({ ...kept, order: index + 1 })) }
      return {
        ...state,
        saved,
        removedIds: state.removedIds.filter((id) => id !== command.id),
        unsaved: withoutStale(state.unsaved, saved),
      }
    }
    case 'select':
      return { ...state, selectedId: command.id, selectedCardId: null, isPlacing: false, typingIn: null }
    case 'select-neighbour': {
      const steps = visibleSteps(state)
      const at = steps.findIndex((candidate) => candidate.id === state.selectedId)
      const target = steps[at + command.offset]
      return target === undefined ? state : reduceEditor(state, { type: 'select', id: target.id })
    }
    case 'zoom':
      return { ...state, zoomPercent: clampZoom(command.percent) }
    case 'toggle-full-view':
      return { ...state, isFullView: !state.isFullView }
    case 'toggle-strip':
      return { ...state, stripLayout: state.stripLayout === 'grid' ? 'list' : 'grid' }
    case 'toggle-notes':
      return { ...state, areNotesOpen: !state.areNotesOpen }
    case 'toggle-placing':
      return { ...state, isPlacing: !state.isPlacing }
  }
}

/** Spec §9: 50 to 200 in steps of 25. */
function clampZoom(percent: number): number {
  const stepped = Math.round(percent / limits.zoomStepPercent) * limits.zoomStepPercent
  return Math.max(limits.zoomMinPercent, Math.min(limits.zoomMaxPercent, stepped))
}

function textSaved(
  state: EditorState,
  text: { readonly name: string; readonly description: string | null },
): EditorState {
  const saved = { ...state.saved, ...text }
  const { name, description, ...rest } = state.unsaved
  return {
    ...state,
    saved,
    typingIn: null,
    unsaved: {
      ...rest,
      // Typed on while the save was under way: still to be saved.
      ...(name !== undefined && name.trim() !== text.name && { name }),
      ...(description !== undefined && (description?.trim() ?? '') !== (text.description ?? '') && { description }),
    },
  }
}

function stepSaved(state: EditorState, id: string, patch: StepPatch): EditorState {
  const steps = state.saved.steps.map((candidate) => (candidate.id === id ? { ...candidate, ...patch } : candidate))
  const next = { ...state, saved: { ...state.saved, steps } }
  return { ...next, unsaved: patchStep(next, id, state.unsaved.steps[id] ?? {}) }
}
