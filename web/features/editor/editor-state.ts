import type { Card } from '#domain/card.ts'
import { reorderSteps, type Demo, type Hotspot, type Step } from '#domain/demo.ts'
import { limits } from '#domain/limits.ts'

import { cardSaved, changeCard, currentCard, withoutStaleCards, type CardChanges } from './cards-state.ts'

/** What the author has changed of one step and the server does not have yet. */
export interface StepPatch {
  readonly title?: string | null
  readonly alt?: string | null
  readonly description?: string | null
  readonly hotspot?: Hotspot | null
}

/** Everything the server does not have yet; also what survives a reload, as it is. */
export interface Unsaved {
  readonly name?: string
  readonly description?: string | null
  readonly order?: readonly string[]
  readonly steps: Readonly<Record<string, StepPatch>>
  /** Missing in drafts from before there were cards. */
  readonly cards?: CardChanges
}

/** A change that can be undone: its inverse is another edit. */
export type Edit =
  | { readonly type: 'name'; readonly name: string }
  | { readonly type: 'description'; readonly description: string | null }
  | { readonly type: 'order'; readonly ids: readonly string[] }
  | { readonly type: 'step'; readonly id: string; readonly patch: StepPatch }
  /** The whole card as it should be, or null without it. `typed` names the text that is being typed. */
  | { readonly type: 'card'; readonly id: string; readonly card: Card | null; readonly typed?: string }

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

const undoDepth = 100

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
      return step(state, 'past', 'future')
    case 'redo':
      return step(state, 'future', 'past')
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

/** Name and description as the author sees them. */
export function currentText(state: EditorState): { readonly name: string; readonly description: string | null } {
  return {
    name: state.unsaved.name ?? state.saved.name,
    description: state.unsaved.description === undefined ? state.saved.description : state.unsaved.description,
  }
}

/** The steps as the author sees them: in their order, with their changes, numbered from 1, without removed ones. */
export function visibleSteps(state: EditorState): readonly Step[] {
  const { unsaved, saved, removedIds } = state
  const ordered = unsaved.order === undefined ? saved.steps : reorderSteps(saved.steps, unsaved.order)
  return ordered
    .filter((candidate) => !removedIds.includes(candidate.id))
    .map((candidate, index) => ({ ...candidate, ...unsaved.steps[candidate.id], order: index + 1 }))
}

export function selectedStep(state: EditorState): Step | undefined {
  return visibleSteps(state).find((candidate) => candidate.id === state.selectedId)
}

export function isAllSaved({ unsaved }: EditorState): boolean {
  return isEmpty(unsaved)
}

export function isEmpty(unsaved: Unsaved): boolean {
  const { name, description, order, steps, cards } = unsaved
  const hasText = name !== undefined || description !== undefined
  return !hasText && order === undefined && cards === undefined && Object.keys(steps).length === 0
}

/** Spec §9: 50 to 200 in steps of 25. */
function clampZoom(percent: number): number {
  const stepped = Math.round(percent / limits.zoomStepPercent) * limits.zoomStepPercent
  return Math.max(limits.zoomMinPercent, Math.min(limits.zoomMaxPercent, stepped))
}

function edit(state: EditorState, change: Edit): EditorState {
  const field = fieldOf(change)
  const isSameTyping = field !== null && field === state.typingIn
  const past = isSameTyping ? state.past : [...state.past, inverse(state, change)].slice(-undoDepth)
  return { ...apply(state, change), past, future: [], typingIn: field }
}

function step(state: EditorState, from: 'past' | 'future', to: 'past' | 'future'): EditorState {
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

const stepFields = ['title', 'alt', 'description', 'hotspot'] as const

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

function moveStep(state: EditorState, id: string, toIndex: number): EditorState {
  const others = visibleSteps(state).filter((candidate) => candidate.id !== id)
  const before = others[Math.max(0, toIndex)]
  const all = state.unsaved.order ?? state.saved.steps.map((candidate) => candidate.id)
  const ids = all.filter((candidate) => candidate !== id)
  ids.splice(before === undefined ? ids.length : ids.indexOf(before.id), 0, id)
  return sameIds(ids, all) ? state : edit(state, { type: 'order', ids })
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

/** Keeps of a step's patch only what differs from what the server has. */
function patchStep(state: EditorState, id: string, patch: StepPatch): Unsaved {
  const base = state.saved.steps.find((candidate) => candidate.id === id)
  const { [id]: _, ...others } = state.unsaved.steps
  if (base === undefined) return { ...state.unsaved, steps: others }
  const kept = Object.fromEntries(
    stepFields.filter((key) => key in patch && !isSame(patch[key], base[key])).map((key) => [key, patch[key]]),
  )
  return { ...state.unsaved, steps: Object.keys(kept).length === 0 ? others : { ...others, [id]: kept } }
}

/** A text field shows null and the empty text alike. */
function isSame(a: StepPatch[keyof StepPatch], b: StepPatch[keyof StepPatch]): boolean {
  if (typeof a === 'object' && a !== null && typeof b === 'object' && b !== null) {
    return a.xPercent === b.xPercent && a.yPercent === b.yPercent
  }
  return (a === '' ? null : (a ?? null)) === (b === '' ? null : (b ?? null))
}

/** Drops what no longer fits: changes of steps that are gone, and an order of other steps than there are. */
function withoutStale(draft: Unsaved, demo: Demo): Unsaved {
  const unsaved = withoutStaleCards(draft, demo)
  const ids = new Set(demo.steps.map((candidate) => candidate.id))
  const steps = Object.fromEntries(Object.entries(unsaved.steps).filter(([id]) => ids.has(id)))
  const fits = unsaved.order?.length === ids.size && unsaved.order.every((id) => ids.has(id))
  return fits ? { ...unsaved, steps } : { ...withoutOrder(unsaved), steps }
}

function withoutOrder(unsaved: Unsaved): Unsaved {
  const { order: _, ...rest } = unsaved
  return rest
}

function stillThere(state: EditorState, id: string | null, index: number): string | null {
  const steps = visibleSteps(state)
  if (steps.some((candidate) => candidate.id === id)) return id
  return (steps[Math.min(index, steps.length - 1)] ?? steps[0])?.id ?? null
}

function sameIds(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((id, index) => id === b[index])
}
