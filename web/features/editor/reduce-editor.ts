import type { Card } from '#domain/card.ts'
import { reorderSteps, type Demo, type StoredVersion } from '#domain/demo.ts'
import { limits } from '#domain/limits.ts'
import type { StepLook } from '#domain/step-look.ts'

import type { StoredCard } from '../../lib/card-calls.ts'
import { cardSaved, changeCard, visibleCards } from './cards-state.ts'
import { isInForce, moveStep, removedSteps, type Edit, type RemovedStep } from './editor-edits.ts'
import { edit, noHistory, noteArrived, stepThrough, type EditorHistory, type ExpectedSteps } from './editor-history.ts'
import { editOfField, storedValue, type FieldId } from './editor-fields.ts'
import { foldedAtFirst, type EditorView, type SectionId, type ToolId } from './editor-parts.ts'
import { pictureBurnt, type BurntPicture } from './redact-saved.ts'
import { stillThere, visibleSteps, type EditorState } from './editor-state.ts'
import { mergeLoaded, ownCard, withBases, withoutSettled, type Loaded } from './merge-changes.ts'
import type { SaveTarget } from './save-plan.ts'
import {
  patchLook,
  patchStep,
  sameIds,
  stepFields,
  withoutOrder,
  withoutStale,
  type Draft,
  type LookPatch,
  type StepPatch,
  type Unsaved,
} from './unsaved.ts'

export type EditorCommand =
  | ({ readonly type: 'load' } & Loaded)
  | { readonly type: 'edit'; readonly edit: Edit }
  | { readonly type: 'move-step'; readonly id: string; readonly toIndex: number }
  | { readonly type: 'undo' }
  /** Undoes the last entry if this is its inverse, else applies it as a new change. */
  | { readonly type: 'take-back'; readonly edit: Edit }
  | { readonly type: 'redo' }
  /** A save begins; what it sends, until `fields` is null. */
  | { readonly type: 'sent'; readonly target: string; readonly fields: Readonly<Record<FieldId, unknown>> | null }
  /** The author's choice about a disputed field. */
  | { readonly type: 'settle'; readonly field: FieldId; readonly by: 'mine' | 'theirs' }
  | { readonly type: 'forget-gone'; readonly id: string }
  | {
      readonly type: 'text-saved'
      readonly name: string
      readonly description: string | null
      readonly version?: number | undefined
    }
  | { readonly type: 'look-saved'; readonly patch: LookPatch; readonly version?: number | undefined }
  | { readonly type: 'order-saved'; readonly ids: readonly string[] }
  | { readonly type: 'order-refused' }
  | {
      readonly type: 'step-saved'
      readonly id: string
      readonly patch: StepPatch
      readonly version?: number | undefined
    }
  | {
      readonly type: 'card-saved'
      readonly id: string
      readonly card: Card | null
      readonly version?: number | undefined
    }
  /** The server has burnt edits into a step's picture, which now has a new path. */
  | ({ readonly type: 'picture-burnt' } & BurntPicture)
  /** The box and zoom area have moved with the hotspot, as part of editing the page. */
  | { readonly type: 'look-moved'; readonly id: string; readonly look: StepLook }
  | { readonly type: 'edits-refused'; readonly id: string; readonly of: 'edits' | 'pageEdits' }
  | { readonly type: 'select-card'; readonly id: string | null }
  | { readonly type: 'toggle-adding-card' }
  | { readonly type: 'status-saved'; readonly status: Demo['status'] }
  /** The server has deleted these steps, or refused to. */
  | { readonly type: 'steps-removed'; readonly ids: readonly string[] }
  | { readonly type: 'removal-refused' }
  /** The server restored these steps, as far as possible. */
  | {
      readonly type: 'steps-restored'
      readonly ids: readonly string[]
      readonly demo: Demo
      readonly cards: readonly StoredCard[]
    }
  | { readonly type: 'expect-steps'; readonly expected: ExpectedSteps }
  /** Someone else changed what an undo would overwrite. */
  | {
      readonly type: 'undo-refused'
      readonly target: SaveTarget
      readonly demo: Demo
      readonly cards: readonly StoredCard[]
    }
  | { readonly type: 'select'; readonly id: string }
  | { readonly type: 'select-neighbour'; readonly offset: 1 | -1 }
  | { readonly type: 'zoom'; readonly percent: number }
  | { readonly type: 'toggle-full-view' }
  | { readonly type: 'toggle-strip' }
  | { readonly type: 'toggle-notes' }
  /** Selecting the active tool again deactivates it. */
  | { readonly type: 'use-tool'; readonly tool: ToolId }
  | { readonly type: 'put-tool-down' }
  | { readonly type: 'select-section'; readonly section: SectionId }
  | { readonly type: 'fold-section'; readonly section: SectionId }
  | { readonly type: 'show-view'; readonly view: EditorView }

/** Opens a demo, with unsaved changes of an earlier visit. */
export function openEditor(
  demo: Demo,
  draft: Draft = { steps: {} },
  cards: readonly StoredCard[] = [],
  history: EditorHistory = noHistory,
): EditorState {
  const { bases = {}, sent = {}, gone = [], ...unsaved } = draft
  const state: EditorState = {
    ...history,
    saved: demo,
    savedCards: cards.map(ownCard),
    cardVersions: Object.fromEntries(cards.flatMap(({ id, stored }) => (stored === undefined ? [] : [[id, stored]]))),
    unsaved,
    disputes: {},
    gone,
    sent,
    selectedId: demo.steps[0]?.id ?? null,
    zoomPercent: limits.zoomDefaultPercent,
    isFullView: false,
    stripLayout: 'grid',
    areNotesOpen: false,
    isAddingCard: false,
    selectedCardId: null,
    tool: null,
    section: 'step',
    folded: foldedAtFirst,
    view: 'steps',
    typingIn: null,
  }
  return noteArrived(mergeLoaded(withBases(state, bases), { demo, cards }, bases))
}

export function reduceEditor(state: EditorState, command: EditorCommand): EditorState {
  return withoutSettled(applyCommand(state, command))
}

function applyCommand(state: EditorState, command: EditorCommand): EditorState {
  switch (command.type) {
    case 'load':
      return load(state, command)
    case 'sent': {
      const { [command.target]: _, ...sent } = state.sent
      return { ...state, sent: command.fields === null ? sent : { ...sent, [command.target]: command.fields } }
    }
    case 'settle': {
      const { [command.field]: _, ...disputes } = state.disputes
      const theirs = storedValue(state, command.field) ?? null
      const next = command.by === 'mine' ? state : edit(state, editOfField(state, command.field, theirs))
      return { ...next, disputes }
    }
    case 'forget-gone':
      return { ...state, gone: state.gone.filter(({ step }) => step.id !== command.id) }
    case 'edit': {
      const index = visibleSteps(state).findIndex(({ id }) => id === state.selectedId)
      const next = edit(state, command.edit)
      return command.edit.type === 'remove-steps'
        ? { ...next, selectedId: stillThere(next, state.selectedId, index) }
        : next
    }
    case 'move-step': {
      const change = moveStep(state, command.id, command.toIndex)
      return change === null ? state : edit(state, change)
    }
    case 'take-back': {
      const isLast = JSON.stringify(state.past.at(-1)?.undo) === JSON.stringify(command.edit)
      if (isLast) return stepThrough(state, 'undo')
      return isInForce(state, command.edit) ? state : edit(state, command.edit)
    }
    case 'undo':
    case 'redo':
      return stepThrough(state, command.type)
    case 'text-saved':
      return textSaved(state, command)
    case 'look-saved': {
      if (isOutdated(state.saved.stored, command.version)) return state
      const look = { ...state.saved.look, ...command.patch }
      const next = { ...state, saved: { ...state.saved, look, ...savedAs(command.version) } }
      return { ...next, unsaved: patchLook(next, state.unsaved.look ?? {}) }
    }
    case 'order-saved': {
      const saved = { ...state.saved, steps: reorderSteps(state.saved.steps, command.ids) }
      const isNewer = state.unsaved.order !== undefined && !sameIds(state.unsaved.order, command.ids)
      return { ...state, saved, unsaved: isNewer ? state.unsaved : withoutOrder(state.unsaved) }
    }
    case 'order-refused':
      return { ...state, unsaved: withoutOrder(state.unsaved) }
    case 'step-saved':
      return stepSaved(state, command)
    case 'picture-burnt':
      return pictureBurnt(state, command)
    case 'look-moved': {
      const patch = { look: command.look, ...state.unsaved.steps[command.id] }
      return { ...state, unsaved: patchStep(state, command.id, patch) }
    }
    case 'edits-refused': {
      const { [command.of]: _, ...patch } = state.unsaved.steps[command.id] ?? {}
      return { ...state, unsaved: patchStep(state, command.id, patch) }
    }
    case 'card-saved':
      return isOutdated(state.cardVersions[command.id], command.version)
        ? state
        : cardSaved(state, command.id, command.card, savedAs(command.version).stored)
    case 'select-card':
      return selectCard(state, command.id)
    case 'toggle-adding-card':
      return { ...state, isAddingCard: !state.isAddingCard, tool: null }
    case 'status-saved':
      return { ...state, saved: { ...state.saved, status: command.status } }
    case 'steps-removed':
      return stepsRemoved(state, command.ids)
    case 'removal-refused': {
      const { removed: _, ...unsaved } = state.unsaved
      return { ...state, unsaved }
    }
    case 'steps-restored':
      return stepsRestored(state, command.ids, command)
    case 'expect-steps':
      return noteArrived({ ...state, expected: [...state.expected, command.expected].slice(-expectedMax) })
    case 'undo-refused':
      return load({ ...state, unsaved: withoutTarget(state.unsaved, command.target) }, command)
    case 'select':
      return {
        ...state,
        selectedId: command.id,
        selectedCardId: null,
        section: state.section === 'card' ? 'step' : state.section,
        // Pages are often edited one after the other.
        tool: state.tool === 'page' ? 'page' : null,
        typingIn: null,
      }
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
    case 'use-tool': {
      const tool = state.tool === command.tool ? null : command.tool
      const section = command.tool === 'crop' ? 'redact' : command.tool
      return { ...selectSection(state, section), tool, isAddingCard: false }
    }
    case 'put-tool-down':
      return { ...state, tool: null }
    case 'select-section':
      return selectSection(state, command.section)
    case 'fold-section': {
      const { folded } = state
      const isFolded = folded.includes(command.section)
      return isFolded
        ? selectSection(state, command.section)
        : { ...state, folded: [...folded, command.section], typingIn: null }
    }
    case 'show-view':
      return { ...state, view: command.view, tool: null }
  }
}

/** Shows the section's handles on the canvas; a card stays selected only in the card section. */
function selectSection(state: EditorState, section: SectionId): EditorState {
  const folded = state.folded.filter((id) => id !== section)
  if (section === state.section && folded.length === state.folded.length) return state
  return {
    ...state,
    section,
    folded,
    selectedCardId: section === 'card' || section === 'demo' ? state.selectedCardId : null,
    typingIn: null,
  }
}

function selectCard(state: EditorState, id: string | null): EditorState {
  if (id !== null) return { ...selectSection(state, 'card'), selectedCardId: id, typingIn: null }
  return { ...state, selectedCardId: null, section: state.section === 'card' ? 'step' : state.section, typingIn: null }
}

/** Spec §9: 50 to 200 in steps of 25. */
function clampZoom(percent: number): number {
  const stepped = Math.round(percent / limits.zoomStepPercent) * limits.zoomStepPercent
  return Math.max(limits.zoomMinPercent, Math.min(limits.zoomMaxPercent, stepped))
}

function textSaved(
  state: EditorState,
  { name: savedName, description: savedDescription, version }: Extract<EditorCommand, { type: 'text-saved' }>,
): EditorState {
  if (isOutdated(state.saved.stored, version)) return state
  const text = { name: savedName, description: savedDescription }
  const saved = { ...state.saved, ...text, ...savedAs(version) }
  const { name, description, ...rest } = state.unsaved
  return {
    ...state,
    saved,
    typingIn: null,
    unsaved: {
      ...rest,
      // Changed during the save: still unsaved.
      ...(name !== undefined && name.trim() !== text.name && { name }),
      ...(description !== undefined && (description?.trim() ?? '') !== (text.description ?? '') && { description }),
    },
  }
}

/** Whether a later version than our save has been loaded. */
function isOutdated(known: StoredVersion | undefined, version: number | undefined): boolean {
  return known !== undefined && version !== undefined && known.version > version
}

function savedAs(version: number | undefined): { readonly stored?: StoredVersion } {
  return version === undefined ? {} : { stored: { version, by: null } }
}

function stepSaved(
  state: EditorState,
  { id, patch, version }: Extract<EditorCommand, { type: 'step-saved' }>,
): EditorState {
  const steps = state.saved.steps.map((candidate) => {
    if (candidate.id !== id || isOutdated(candidate.stored, version)) return candidate
    // The page belongs to the former picture.
    const hasLostPage = patch.screenshotUrl !== undefined && candidate.pageEdits !== undefined
    return { ...candidate, ...(hasLostPage && { pageEdits: null }), ...patch, ...savedAs(version) }
  })
  const next = { ...state, saved: { ...state.saved, steps } }
  if (!steps.some((candidate) => candidate.id === id)) return next
  return { ...next, unsaved: patchStep(next, id, state.unsaved.steps[id] ?? {}) }
}

/** Failed imports must not accumulate. */
const expectedMax = 20

function load(state: EditorState, loaded: Loaded): EditorState {
  const isThere = new Set(loaded.demo.steps.map(({ id }) => id))
  // Loaded before the restore was answered.
  const back = (state.unsaved.restored ?? []).map(({ step }) => step.id).filter((id) => isThere.has(id))
  if (back.length > 0) return stepsRestored(state, back, loaded)
  const next = mergeLoaded(state, loaded)
  const index = visibleSteps(state).findIndex(({ id }) => id === state.selectedId)
  return noteArrived({ ...next, selectedId: stillThere(next, state.selectedId, Math.max(0, index)) })
}

function stepsRemoved(state: EditorState, ids: readonly string[]): EditorState {
  // Undone during the deletion: restore them next. Those that a load has already dropped are not.
  const wanted = ids.filter((id) => state.unsaved.removed?.includes(id) !== true && isSaved(state, id))
  const back: readonly RemovedStep[] = removedSteps(state, wanted)
  const all = state.unsaved.order ?? state.saved.steps.map(({ id }) => id)
  const order = all.filter((id) => !ids.includes(id) || wanted.includes(id))
  const kept = state.saved.steps.filter(({ id }) => !ids.includes(id))
  const saved = { ...state.saved, steps: kept.map((step, index) => ({ ...step, order: index + 1 })) }
  const { removed = [], restored = [], order: _, ...rest } = state.unsaved
  const unsaved: Unsaved = {
    ...rest,
    order,
    ...(back.length > 0 && { cards: { ...rest.cards, ...cardsById(back) } }),
    removed: removed.filter((id) => !ids.includes(id)),
    restored: [...restored, ...back],
  }
  const savedCards = state.savedCards.filter(({ stepId }) => !ids.includes(stepId))
  const next = { ...state, saved, savedCards, unsaved: withoutStale(unsaved, saved) }
  return { ...next, selectedId: stillThere(next, state.selectedId, 0) }
}

function cardsById(items: readonly RemovedStep[]): Readonly<Record<string, Card>> {
  return Object.fromEntries(items.flatMap(({ cards }) => cards.map((card) => [card.id, card])))
}

function isSaved({ saved }: EditorState, stepId: string): boolean {
  return saved.steps.some(({ id }) => id === stepId)
}

function stepsRestored(state: EditorState, ids: readonly string[], loaded: Loaded): EditorState {
  const { demo } = loaded
  const { restored = [], removed = [], ...rest } = state.unsaved
  // Deleted again during the restore: delete them next. Those that a load has already shown are wanted.
  const unwanted = ids.filter((id) => !restored.some(({ step }) => step.id === id) && !isSaved(state, id))
  const asked = restored.filter(({ step }) => ids.includes(step.id))
  const left = restored.filter(({ step }) => !ids.includes(step.id))
  const unsaved = { ...rest, restored: left, removed: [...removed, ...unwanted] }
  let next = load({ ...state, unsaved }, loaded)
  for (const { step, changed } of asked) {
    if (!demo.steps.some(({ id }) => id === step.id)) continue
    const shownStep = { ...step, ...state.unsaved.steps[step.id] }
    const wanted =
      changed === undefined
        ? Object.fromEntries(stepFields.map((key) => [key, shownStep[key]]))
        : { ...changed, ...state.unsaved.steps[step.id] }
    const shownCards = visibleCards(state, step.id)
    // Cards that were deleted after the server had stored them with the step.
    const unwantedCards = visibleCards(next, step.id).filter(({ id }) => !shownCards.some((card) => card.id === id))
    next = Object.assign({}, next, { unsaved: patchStep(next, step.id, wanted) })
    for (const card of shownCards) next = Object.assign({}, next, { unsaved: changeCard(next, card.id, card) })
    for (const { id } of unwantedCards) next = Object.assign({}, next, { unsaved: changeCard(next, id, null) })
  }
  return next
}

/** The unsaved changes without those of this target. */
function withoutTarget(unsaved: Unsaved, target: SaveTarget): Unsaved {
  const { name, description, look, order, removed, restored, ...rest } = unsaved
  const kept = {
    ...rest,
    ...(target.type !== 'text' && {
      ...(name !== undefined && { name }),
      ...(description !== undefined && { description }),
    }),
    ...(target.type !== 'look' && look !== undefined && { look }),
    ...(target.type !== 'order' && order !== undefined && { order }),
    ...(target.type !== 'remove' && removed !== undefined && { removed }),
    ...(target.type !== 'restore' && restored !== undefined && { restored }),
  }
  switch (target.type) {
    case 'card': {
      const { [target.id]: _, ...cards } = unsaved.cards ?? {}
      return { ...kept, cards }
    }
    case 'step':
    case 'notes': {
      const { [target.id]: patch = {}, ...steps } = unsaved.steps
      const left = Object.fromEntries(
        Object.entries(patch).filter(([key]) => (key === 'description') === (target.type === 'step')),
      )
      return { ...kept, steps: Object.keys(left).length === 0 ? steps : { ...steps, [target.id]: left } }
    }
    default:
      return kept
  }
}
