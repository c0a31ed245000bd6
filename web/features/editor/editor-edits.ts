import type { Card } from '#domain/card.ts'
import { reorderSteps, type Step } from '#domain/demo.ts'

import { changeCard, currentCard, visibleCards } from './cards-state.ts'
import { stableText } from '../../lib/stable-text.ts'
import { currentText, visibleSteps, type EditorState } from './editor-state.ts'
import {
  currentLook,
  isSamePart,
  knownSteps,
  lookFields,
  patchLook,
  patchStep,
  sameIds,
  stepFields,
  withoutOrder,
  type LookPatch,
  type StepPatch,
} from './unsaved.ts'

/** A change that can be undone: its inverse is another edit. */
export type Edit =
  | { readonly type: 'name'; readonly name: string }
  | { readonly type: 'description'; readonly description: string | null }
  | { readonly type: 'order'; readonly ids: readonly string[] }
  /** `typed` names the text being typed if the patch doesn't. */
  | { readonly type: 'step'; readonly id: string; readonly patch: StepPatch; readonly typed?: string }
  | { readonly type: 'demo-look'; readonly patch: LookPatch; readonly typed?: string }
  /** The whole new card, or null to delete it. `typed` names the text being typed. */
  | { readonly type: 'card'; readonly id: string; readonly card: Card | null; readonly typed?: string }
  | { readonly type: 'remove-steps'; readonly ids: readonly string[] }
  | { readonly type: 'restore-steps'; readonly items: readonly RemovedStep[] }
  /** Done and undone together, in this order. */
  | { readonly type: 'several'; readonly name: string; readonly edits: readonly Edit[] }

/** A step at the time of its deletion. */
export interface RemovedStep {
  readonly step: Step
  readonly cards: readonly Card[]
  /** Its index among the steps. */
  readonly index: number
  /** If someone else deleted it: what the author had changed. The rest is restored as they left it. */
  readonly changed?: StepPatch
}

export function applyEdit(state: EditorState, change: Edit): EditorState {
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
    case 'order':
      return { ...state, unsaved: withOrder(state, change.ids) }
    case 'step':
      return { ...state, unsaved: patchStep(state, change.id, { ...unsaved.steps[change.id], ...change.patch }) }
    case 'demo-look':
      return { ...state, unsaved: patchLook(state, { ...unsaved.look, ...change.patch }) }
    case 'card':
      return { ...state, unsaved: changeCard(state, change.id, change.card) }
    case 'remove-steps':
      return withoutSteps(state, change.ids)
    case 'restore-steps':
      return change.items.reduce(withStep, state)
    case 'several':
      return change.edits.reduce(applyEdit, state)
  }
}

/** The edit that reverts `change` in the current state. */
export function inverseEdit(state: EditorState, change: Edit): Edit {
  switch (change.type) {
    case 'name':
      return { type: 'name', name: currentText(state).name }
    case 'description':
      return { type: 'description', description: currentText(state).description }
    case 'order':
      return { type: 'order', ids: orderNow(state) }
    case 'step': {
      const now = stepNow(state, change.id)
      const patch = Object.fromEntries(
        stepFields.filter((key) => key in change.patch).map((key) => [key, now[key] ?? null]),
      )
      return { type: 'step', id: change.id, patch }
    }
    case 'demo-look': {
      const now = currentLook(state)
      const patch = Object.fromEntries(lookFields.filter((key) => key in change.patch).map((key) => [key, now[key]]))
      return { type: 'demo-look', patch }
    }
    case 'card':
      return { type: 'card', id: change.id, card: currentCard(state, change.id) }
    case 'remove-steps':
      return { type: 'restore-steps', items: removedSteps(state, change.ids) }
    case 'restore-steps':
      return { type: 'remove-steps', ids: change.items.map(({ step }) => step.id) }
    case 'several': {
      let now = state
      const edits = change.edits.map((each) => {
        const inverse = inverseEdit(now, each)
        now = applyEdit(now, each)
        return inverse
      })
      return { type: 'several', name: change.name, edits: edits.toReversed() }
    }
  }
}

/** The listed visible steps with everything needed to restore them. */
export function removedSteps(
  state: Pick<EditorState, 'saved' | 'savedCards' | 'unsaved'>,
  ids: readonly string[],
): readonly RemovedStep[] {
  return visibleSteps(state).flatMap((step, index) =>
    ids.includes(step.id) ? [{ step, cards: visibleCards(state, step.id), index }] : [],
  )
}

/** Whether the result of `change` is still in place. */
export function isInForce(state: EditorState, change: Edit): boolean {
  switch (change.type) {
    case 'name':
      return currentText(state).name.trim() === change.name.trim()
    case 'description':
      return sameText(currentText(state).description, change.description)
    case 'order': {
      const shown = visibleSteps(state).map(({ id }) => id)
      const wanted = change.ids.filter((id) => shown.includes(id))
      return sameIds(shown, wanted)
    }
    case 'step': {
      const step = visibleSteps(state).find(({ id }) => id === change.id)
      return (
        step !== undefined && stepDigest(step, change.patch) === stepDigest({ ...step, ...change.patch }, change.patch)
      )
    }
    case 'demo-look': {
      const now = currentLook(state)
      return lookFields.every((key) => !(key in change.patch) || isSamePart(now, change.patch, key))
    }
    case 'card':
      return cardDigest(currentCard(state, change.id)) === cardDigest(change.card)
    case 'remove-steps':
      return visibleSteps(state).every(({ id }) => !change.ids.includes(id))
    case 'restore-steps': {
      const shown = visibleSteps(state)
      return change.items.every(({ step, cards }) => {
        const now = shown.find(({ id }) => id === step.id)
        return (
          now !== undefined &&
          stepDigest(now) === stepDigest(step) &&
          cardsDigest(visibleCards(state, step.id)) === cardsDigest(cards)
        )
      })
    }
    case 'several':
      return change.edits.every((each) => isInForce(state, each))
  }
}

/** A step's own fields as one text, normalised as on the server: trimmed, empty for null. */
export function stepDigest(step: Step, only: StepPatch = step): string {
  return stableText(
    stepFields
      .filter((key) => key in only)
      .map((key) => (typeof step[key] === 'string' ? step[key].trim() : (step[key] ?? ''))),
  )
}

export function cardDigest(card: Card | null): string {
  return stableText(card)
}

function cardsDigest(cards: readonly Card[]): string {
  return stableText(cards.toSorted((a, b) => (a.id < b.id ? -1 : 1)))
}

function sameText(a: string | null, b: string | null): boolean {
  return (a ?? '').trim() === (b ?? '').trim()
}

export function moveStep(state: EditorState, id: string, toIndex: number): Edit | null {
  const others = visibleSteps(state).filter((candidate) => candidate.id !== id)
  const before = others[Math.max(0, toIndex)]
  const all = orderNow(state)
  const ids = all.filter((candidate) => candidate !== id)
  ids.splice(before === undefined ? ids.length : ids.indexOf(before.id), 0, id)
  return sameIds(ids, all) ? null : { type: 'order', ids }
}

function orderNow({ saved, unsaved }: EditorState): readonly string[] {
  return unsaved.order ?? saved.steps.map(({ id }) => id)
}

function stepNow(state: EditorState, id: string): StepPatch {
  const base = knownSteps(state).find((candidate) => candidate.id === id)
  return { ...base, ...state.unsaved.steps[id] }
}

function withOrder(state: EditorState, wanted: readonly string[]): EditorState['unsaved'] {
  const ids = reorderSteps(knownSteps(state), wanted).map(({ id }) => id)
  const isSaved = sameIds(
    ids,
    state.saved.steps.map(({ id }) => id),
  )
  return isSaved ? withoutOrder(state.unsaved) : { ...state.unsaved, order: ids }
}

function withoutSteps(state: EditorState, ids: readonly string[]): EditorState {
  const { saved, unsaved } = state
  const { removed = [], restored = [], ...rest } = unsaved
  const isSaved = (id: string) => saved.steps.some((step) => step.id === id)
  const gone = [...new Set([...removed, ...ids.filter(isSaved)])]
  const kept = restored.filter(({ step }) => !ids.includes(step.id))
  const order = unsaved.order?.filter((id) => isSaved(id) || !ids.includes(id))
  return {
    ...state,
    unsaved: {
      ...rest,
      ...(order !== undefined && { order }),
      ...(gone.length > 0 && { removed: gone }),
      ...(kept.length > 0 && { restored: kept }),
    },
  }
}

function withStep(state: EditorState, item: RemovedStep): EditorState {
  const { saved, unsaved } = state
  const { id } = item.step
  const { removed = [], restored = [], ...rest } = unsaved
  const gone = removed.filter((other) => other !== id)
  const isSaved = saved.steps.some((step) => step.id === id)
  const back = isSaved ? restored : [...restored.filter(({ step }) => step.id !== id), item]
  const next: EditorState = {
    ...state,
    unsaved: {
      ...rest,
      ...(gone.length > 0 && { removed: gone }),
      ...(back.length > 0 && { restored: back }),
      ...(!isSaved && {
        cards: { ...unsaved.cards, ...Object.fromEntries(item.cards.map((card) => [card.id, card])) },
      }),
    },
  }
  // Inserts after the step that now precedes it.
  const shown = visibleSteps(state).map((step) => step.id)
  const before = shown[item.index]
  const ids = orderNow(state).filter((other) => other !== id)
  ids.splice(before === undefined ? ids.length : ids.indexOf(before), 0, id)
  return { ...next, unsaved: withOrder(next, ids) }
}
