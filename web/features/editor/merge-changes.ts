import type { Card } from '#domain/card.ts'
import type { Demo, Step, StoredVersion } from '#domain/demo.ts'

import type { StoredCard } from '../../lib/card-calls.ts'
import { visibleCards } from './cards-state.ts'
import { applyEdit, removedSteps, stepDigest, type Edit, type RemovedStep } from './editor-edits.ts'
import type { HistoryEntry } from './editor-history.ts'
import {
  editOfField,
  fieldId,
  isSameValue,
  ownFields,
  partsOf,
  storedValue,
  targetOfField,
  withoutFields,
  type FieldId,
} from './editor-fields.ts'
import { visibleSteps, type EditorState } from './editor-state.ts'
import { knownSteps, withoutStale, type Draft } from './unsaved.ts'

/** A field that someone else changed as well; it isn't saved until the author decides. */
export interface Dispute {
  /** The value that the author's change was based on. */
  readonly base: unknown
  /** Who last changed the step, card or demo; null if unknown. */
  readonly by: string | null
  /** Whether that person must have changed this field. */
  readonly isSure: boolean
}

export type Disputes = Readonly<Record<FieldId, Dispute>>

export interface Loaded {
  readonly demo: Demo
  readonly cards?: readonly StoredCard[] | undefined
  /** While the author types, the field doesn't change. */
  readonly isTyping?: boolean
}

/**
 * Takes over what the server has now. The author's unsaved fields stay; those that someone else changed meanwhile are
 * disputed.
 */
export function mergeLoaded(
  state: EditorState,
  loaded: Loaded,
  bases: Readonly<Record<FieldId, unknown>> = {},
): EditorState {
  const own = ownFields(state)
  const stored = newest(state, loaded)
  const { name: _n, description: _d, look: _l, cards: _c, order, ...rest } = state.unsaved
  const ids = new Set(knownSteps({ saved: stored.saved, unsaved: rest }).map(({ id }) => id))
  const known = new Set(knownSteps(state).map(({ id }) => id))
  const wantedOrder = order?.filter((id) => ids.has(id) || !known.has(id))
  let next: EditorState = {
    ...state,
    ...stored,
    unsaved: withoutStale(
      { ...rest, steps: {}, ...(wantedOrder !== undefined && { order: wantedOrder }) },
      stored.saved,
    ),
  }
  const disputes: Record<FieldId, Dispute> = {}
  for (const [field, value] of own) {
    const [kind, id, key] = partsOf(field)
    const isDeleted = isDeletedCard(next, field, bases) && value !== null
    const wanted = isDeleted && key !== '' ? (state.unsaved.cards?.[id] ?? null) : value
    if (kind !== 'order' && hasPlace(next, field, wanted)) next = applyEdit(next, editOfField(next, field, wanted))
    if (isDeleted && !(targetOfField(field) in (state.unsaved.checks ?? {}))) {
      const whole = fieldId('card', id, '')
      // A base of null would make it a new card.
      const base = state.disputes[whole]?.base ?? storedValue(state, whole) ?? wanted
      disputes[whole] = { base, ...byWhom(state, next, whole) }
      continue
    }
    const former = state.disputes[field]
    const isRebased = field in bases || former !== undefined
    const base = field in bases ? bases[field] : former === undefined ? storedValue(state, field) : former.base
    if (isDisputed({ state, next, field, value, base, isRebased })) {
      disputes[field] = { base, ...byWhom(state, next, field) }
    }
  }
  return noteGone(state, rebased({ ...next, disputes }))
}

/** A draft's changes are those with a base; a whole look or card in it may contain more. */
export function withBases(state: EditorState, bases: Readonly<Record<FieldId, unknown>>): EditorState {
  if (Object.keys(bases).length === 0) return state
  return withoutFields(
    state,
    [...ownFields(state).keys()].filter((field) => !(field in bases) && !isDeletedCard(state, field, bases)),
  )
}

/** A field of a card that someone else deleted, also while the editor was closed and knew only the fields' bases. */
function isDeletedCard(
  { savedCards }: EditorState,
  field: FieldId,
  bases: Readonly<Record<FieldId, unknown>>,
): boolean {
  const [kind, id, key] = partsOf(field)
  if (kind !== 'card' || savedCards.some((card) => card.id === id)) return false
  return key !== '' || Object.keys(bases).some((base) => base !== field && base.startsWith(field))
}

export type DraftState = Pick<EditorState, 'saved' | 'savedCards' | 'unsaved' | 'disputes' | 'gone' | 'sent'>

/** What a draft needs besides the changes to be merged later. */
export function basesOf(state: DraftState): Pick<Draft, 'bases' | 'sent' | 'gone'> {
  const bases = [...ownFields(state).keys()].map(
    (field) => [field, (state.disputes[field] ?? { base: storedValue(state, field) }).base ?? null] as const,
  )
  const changed = visibleSteps(state).map(({ id }) => id)
  return {
    bases: Object.fromEntries(bases),
    sent: state.sent,
    gone: [...state.gone, ...goneOf(state, changed)],
  }
}

/** Disputes about fields that still differ from the server's. */
export function openDisputes(state: EditorState): readonly FieldId[] {
  const fields = Object.keys(state.disputes)
  if (fields.length === 0) return fields
  const own = ownFields(state)
  return fields.filter((field) => own.has(field))
}

/** Drops disputes about fields that have become the same. */
export function withoutSettled(state: EditorState): EditorState {
  const open = openDisputes(state)
  if (open.length === Object.keys(state.disputes).length) return state
  return {
    ...state,
    disputes: Object.fromEntries(Object.entries(state.disputes).filter(([key]) => open.includes(key))),
  }
}

interface Candidate {
  readonly state: EditorState
  readonly next: EditorState
  readonly field: FieldId
  readonly value: unknown
  readonly base: unknown
  readonly isRebased: boolean
}

function isDisputed({ state, next, field, value, base, isRebased }: Candidate): boolean {
  const [kind, id, key] = partsOf(field)
  const target = targetOfField(field)
  // An undo is checked when it is saved; it never overwrites.
  if (target in (state.unsaved.checks ?? {})) return false
  const theirs = storedValue(next, field)
  if (kind === 'step' && theirs === undefined) return false
  // A new card.
  if (kind === 'card' && key === '' && base === null) return false
  const sent = state.sent[target]
  // Our own save, whose answer was lost or is on its way.
  if (sent !== undefined && field in sent && isSameValue(theirs, sent[field])) return false
  if (kind === 'order') return isReordered(base, theirs) && isReordered(value, theirs)
  if (!isRebased && versionOf(state, field) !== undefined && versionOf(state, field) === versionOf(next, field))
    return false
  // Areas to hide belong to the picture they were drawn on.
  const isOfPicture = kind === 'step' && (key === 'edits' || key === 'pageEdits')
  const picture = `step\n${id}\npicture`
  if (
    isOfPicture &&
    !isSameValue(value, theirs) &&
    !isSameValue(storedValue(state, picture), storedValue(next, picture))
  )
    return true
  return !isSameValue(base, theirs) && !isSameValue(value, theirs)
}

/** Whether the steps that both lists have are in a different order. */
function isReordered(a: unknown, b: unknown): boolean {
  const [left, right] = [a as readonly string[], b as readonly string[]]
  const common = (ids: readonly string[], others: readonly string[]) =>
    ids.filter((id) => others.includes(id)).join(' ')
  return common(left, right) !== common(right, left)
}

function byWhom(state: EditorState, next: EditorState, field: FieldId): Omit<Dispute, 'base'> {
  const former = state.disputes[field]
  if (former !== undefined && isSameValue(storedValue(state, field), storedValue(next, field)))
    return { by: former.by, isSure: former.isSure }
  const now = storedOf(next, field)
  const before = versionOf(state, field)
  return { by: now?.by ?? null, isSure: before !== undefined && now?.version === before + 1 }
}

function versionOf(state: EditorState, field: FieldId): number | undefined {
  return storedOf(state, field)?.version
}

function storedOf(state: EditorState, field: FieldId): StoredVersion | undefined {
  const [kind, id] = partsOf(field)
  if (kind === 'step') return state.saved.steps.find((step) => step.id === id)?.stored
  if (kind === 'card') return state.cardVersions[id]
  return kind === 'order' ? undefined : state.saved.stored
}

/** Whether the field's step, or the card's, is still in the demo. */
function hasPlace(state: EditorState, field: FieldId, value: unknown): boolean {
  const [kind, id, key] = partsOf(field)
  if (kind === 'step') return knownSteps(state).some((step) => step.id === id)
  if (kind !== 'card') return true
  const card = state.savedCards.find((candidate) => candidate.id === id)
  if (value === null) return card !== undefined
  const stepId = card?.stepId ?? (key === '' || card === undefined ? (value as Card).stepId : undefined)
  return knownSteps(state).some((step) => step.id === stepId)
}

/** Steps that the author changed and someone else deleted; they can be restored with the changes. */
function noteGone(before: EditorState, after: EditorState): EditorState {
  const there = new Set(knownSteps(after).map(({ id }) => id))
  const kept = after.gone.filter(({ step }) => !there.has(step.id))
  const ids = before.saved.steps
    .map(({ id }) => id)
    .filter((id) => !there.has(id) && before.unsaved.removed?.includes(id) !== true)
  return { ...after, gone: [...kept, ...goneOf(before, ids)] }
}

/** The steps among these that the author has changed, with everything needed to restore them. */
function goneOf(state: DraftState, ids: readonly string[]): readonly RemovedStep[] {
  const own = ids.filter((id) => state.unsaved.steps[id] !== undefined || hasOwnCard(state, id))
  return removedSteps(state, own).map((item) => ({ ...item, changed: state.unsaved.steps[item.step.id] ?? {} }))
}

function hasOwnCard(state: DraftState, stepId: string): boolean {
  return visibleCards(state, stepId).some(({ id }) => state.unsaved.cards?.[id] !== undefined)
}

/** Whether the editor shows the loaded demo already. */
export function isSameContent(state: EditorState, demo: Demo, cards: readonly StoredCard[]): boolean {
  const { saved, savedCards } = state
  const byId = (a: Card, b: Card) => (a.id < b.id ? -1 : 1)
  const isSameDemo =
    isSameValue(saved.name, demo.name) &&
    isSameValue(saved.description, demo.description) &&
    isSameValue(saved.look, demo.look)
  const isSameSteps =
    saved.steps.length === demo.steps.length &&
    saved.steps.every((step, index) => {
      const now = demo.steps[index]
      return now?.id === step.id && stepDigest(now) === stepDigest(step)
    })
  return isSameDemo && isSameSteps && isSameValue(savedCards.toSorted(byId), cards.map(ownCard).toSorted(byId))
}

export function ownCard(card: StoredCard): Card {
  const { stored: _, ...own } = card
  return own
}

/** The newer of each row; an answer may be older than our last save. */
function newest(
  state: EditorState,
  { demo, cards, isTyping = false }: Loaded,
): Pick<EditorState, 'saved' | 'savedCards' | 'cardVersions'> {
  const typed = isTyping ? state.past.at(-1)?.redo : undefined
  const known = new Map(state.saved.steps.map((step) => [step.id, step]))
  const steps = demo.steps.map((step) => {
    const old = known.get(step.id)
    if (old === undefined) return step
    if (!isNewer(step.stored, old.stored)) {
      const isSame = step.stored?.version === old.stored?.version
      const { edits = old.edits, pageEdits = old.pageEdits } = isSame ? step : old
      return {
        ...old,
        order: step.order,
        ...(edits !== undefined && { edits }),
        ...(pageEdits !== undefined && { pageEdits }),
      }
    }
    const isHeld = typed?.type === 'step' && typed.id === step.id && differs(old, step, Object.keys(typed.patch))
    return isHeld ? { ...old, order: step.order } : { ...step, ...sameTexts(old, step) }
  })
  const old = state.saved
  const isDemoHeld =
    (typed?.type === 'name' && differs(old, demo, ['name'])) ||
    (typed?.type === 'description' && differs(old, demo, ['description'])) ||
    (typed?.type === 'demo-look' && differs(old.look, demo.look, Object.keys(typed.patch)))
  const own = isDemoHeld || !isNewer(demo.stored, old.stored) ? old : { ...demo, ...sameTexts(old, demo) }
  const savedCards: Card[] = []
  const cardVersions: Record<string, StoredVersion> = {}
  for (const { stored, ...card } of cards ?? []) {
    const former = state.savedCards.find(({ id }) => id === card.id)
    const isHeld = typed?.type === 'card' && typed.id === card.id && former !== undefined
    const isKept = former !== undefined && (isHeld || !isNewer(stored, state.cardVersions[card.id]))
    savedCards.push(isKept ? former : card)
    const version = isKept ? state.cardVersions[card.id] : stored
    if (version !== undefined) cardVersions[card.id] = version
  }
  return {
    saved: { ...own, status: demo.status, steps },
    ...(cards === undefined
      ? { savedCards: state.savedCards, cardVersions: state.cardVersions }
      : { savedCards, cardVersions }),
  }
}

/** Rows without versions, as in tests, are always taken over. */
function isNewer(a: StoredVersion | undefined, b: StoredVersion | undefined): boolean {
  return a === undefined || b === undefined || a.version > b.version
}

function differs(a: object, b: object, keys: readonly string[]): boolean {
  const [left, right] = [a as Readonly<Record<string, unknown>>, b as Readonly<Record<string, unknown>>]
  return keys.some((key) => !isSameValue(left[key], right[key]))
}

/** Texts that differ only in spaces at their ends stay as typed. */
function sameTexts(old: Step | Demo, now: Step | Demo): object {
  const [left, right] = [old as object as Texts, now as object as Texts]
  return Object.fromEntries(
    textKeys.filter((key) => key in left && isSameValue(left[key], right[key])).map((key) => [key, left[key]]),
  )
}

type Texts = Readonly<Record<string, unknown>>
const textKeys = ['name', 'title', 'alt', 'description'] as const

/** Makes undoing a disputed change restore the other author's value. */
function rebased(state: EditorState): EditorState {
  let { past } = state
  for (const [field, { base }] of Object.entries(state.disputes)) {
    const theirs = storedValue(state, field)
    past = past.map((entry): HistoryEntry => ({ ...entry, undo: rebasedEdit(state, entry.undo, field, base, theirs) }))
  }
  return past === state.past ? state : { ...state, past }
}

function rebasedEdit(state: EditorState, change: Edit, field: FieldId, base: unknown, theirs: unknown): Edit {
  const [kind, id, key] = partsOf(field)
  if (change.type === 'several')
    return { ...change, edits: change.edits.map((each) => rebasedEdit(state, each, field, base, theirs)) }
  if (change.type === 'name' || change.type === 'description') {
    const text = change.type === 'name' ? change.name : change.description
    const isField = kind === 'demo' && key === change.type && isSameValue(text, base)
    return isField ? editOfField(state, field, theirs) : change
  }
  if (change.type === 'step' && kind === 'step' && change.id === id) {
    const [first = '', part] = key.split('.')
    const { look } = change.patch
    if (part === undefined)
      return first in change.patch && differsNot(change.patch, first, base)
        ? { ...change, patch: { ...change.patch, [first]: theirs } }
        : change
    return look !== undefined && differsNot(look, part, base)
      ? { ...change, patch: { ...change.patch, look: { ...look, [part]: theirs } } }
      : change
  }
  if (change.type === 'demo-look' && kind === 'look' && key in change.patch && differsNot(change.patch, key, base))
    return { ...change, patch: { ...change.patch, [key]: theirs } }
  if (change.type === 'card' && kind === 'card' && key !== '' && change.id === id && change.card !== null)
    return differsNot(change.card, key, base) ? { ...change, card: { ...change.card, [key]: theirs } } : change
  return change
}

function differsNot(value: object, key: string, base: unknown): boolean {
  return isSameValue((value as Readonly<Record<string, unknown>>)[key], base)
}
