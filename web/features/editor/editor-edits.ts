import type { Card } from '#domain/card.ts'
import { reorderSteps } from '#domain/demo.ts'

import { changeCard, currentCard } from './cards-state.ts'
import { currentText, stillThere, visibleSteps, type EditorState } from './editor-state.ts'
import { patchStep, sameIds, stepFields, withoutOrder, type StepPatch } from './unsaved.ts'

/** A change that can be undone: its inverse is another edit. */
export type Edit =
  | { readonly type: 'name'; readonly name: string }
  | { readonly type: 'description'; readonly description: string | null }
  | { readonly type: 'order'; readonly ids: readonly string[] }
  | { readonly type: 'step'; readonly id: string; readonly patch: StepPatch }
  /** The whole card as it should be, or null without it. `typed` names the text that is being typed. */
  | { readonly type: 'card'; readonly id: string; readonly card: Card | null; readonly typed?: string }

const undoDepth = 100

export function edit(state: EditorState, change: Edit): EditorState {
  const field = fieldOf(change)
  const isSameTyping = field !== null && field === state.typingIn
  const past = isSameTyping ? state.past : [...state.past, inverse(state, change)].slice(-undoDepth)
  return { ...apply(state, change), past, future: [], typingIn: field }
}

export function stepThrough(state: EditorState, from: 'past' | 'future', to: 'past' | 'future'): EditorState {
  const change = state[from].at(-1)
  if (change === undefined) return state
  const back = inverse(state, change)
  const next = { ...apply(state, change), [from]: state[from].slice(0, -1), [to]: [...state[to], back], typingIn: null }
  const stepId = change.type === 'step' ? change.id : change.type === 'card' ? stepOfCard(state, next, change.id) : null
  return stepId === null ? next : { ...next, selectedId: stillThere(next, stepId, 0) }
}

/** Undone and done again where the author can see it. */
function stepOfCard(before: EditorState, after: EditorState, id: string): string | null {
  return (currentCard(after, id) ?? currentCard(before, id))?.stepId ?? null
}

function apply(state: EditorState, change: Edit): EditorState {
  const { saved, unsaved } = state
  switch (change.type) {
    case 'name': {
      const { name: _, ...rest } = unsaved
      return { ...state, unsaved: change.name === saved.name ? rest : { ...rest, name: change.name } }
    }
    case 'description': {
      const { description: _, ...rest } = unsaved
      const isSaved = (change.description ?? '') === (saved.description ?? '')
      return { ...state, unsaved: isSaved ? rest : { ...rest, description: change.description } }
    }
    case 'order': {
      const ids = reorderSteps(saved.steps, change.ids).map((candidate) => candidate.id)
      const isSaved = sameIds(
        ids,
        saved.steps.map((candidate) => candidate.id),
      )
      return { ...state, unsaved: isSaved ? withoutOrder(unsaved) : { ...unsaved, order: ids } }
    }
    case 'step':
      return { ...state, unsaved: patchStep(state, change.id, { ...unsaved.steps[change.id], ...change.patch }) }
    case 'card':
      return { ...state, unsaved: changeCard(state, change.id, change.card) }
  }
}

/** The edit that takes `change` back, as things are now. */
function inverse(state: EditorState, change: Edit): Edit {
  switch (change.type) {
    case 'name':
      return { type: 'name', name: currentText(state).name }
    case 'description':
      return { type: 'description', description: currentText(state).description }
    case 'order':
      return { type: 'order', ids: state.unsaved.order ?? state.saved.steps.map((candidate) => candidate.id) }
    case 'step': {
      const base = state.saved.steps.find((candidate) => candidate.id === change.id)
      const now: StepPatch = { ...base, ...state.unsaved.steps[change.id] }
      const patch = Object.fromEntries(
        stepFields.filter((key) => key in change.patch).map((key) => [key, now[key] ?? null]),
      )
      return { type: 'step', id: change.id, patch }
    }
    case 'card':
      return { type: 'card', id: change.id, card: currentCard(state, change.id) }
  }
}

/** Text that is typed letter by letter; a hotspot or an order is a change each time. */
function fieldOf(change: Edit): string | null {
  switch (change.type) {
    case 'order':
      return null
    case 'card':
      return change.typed === undefined ? null : `${change.id} ${change.typed}`
    case 'step':
      return 'hotspot' in change.patch ? null : `${change.id} ${Object.keys(change.patch).join(' ')}`
    default:
      return change.type
  }
}

export function moveStep(state: EditorState, id: string, toIndex: number): EditorState {
  const others = visibleSteps(state).filter((candidate) => candidate.id !== id)
  const before = others[Math.max(0, toIndex)]
  const all = state.unsaved.order ?? state.saved.steps.map((candidate) => candidate.id)
  const ids = all.filter((candidate) => candidate !== id)
  ids.splice(before === undefined ? ids.length : ids.indexOf(before.id), 0, id)
  return sameIds(ids, all) ? state : edit(state, { type: 'order', ids })
}
