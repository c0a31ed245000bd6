import type { Card } from '#domain/card.ts'
import type { Demo, Step } from '#domain/demo.ts'

import { isSameJson } from '../../lib/stable-text.ts'
import { changeCard, currentCard } from './cards-state.ts'
import type { Edit } from './editor-edits.ts'
import type { EditorState } from './editor-state.ts'
import { knownSteps, patchStep, stepFields, type StepPatch, type Unsaved } from './unsaved.ts'

/*
 * The smallest parts of a demo that two authors can change without affecting each other. A field is named by its kind,
 * the id of its step or card, and its key: "step <id> title". The key of a whole card is empty.
 */

export type FieldId = string

/** A field of the demo's own has no id: "demo  name", "look  cover", "order  ". */
export function fieldId(kind: 'demo' | 'look' | 'order' | 'step' | 'card', id: string, key: string): FieldId {
  return [kind, id, key].join('\n')
}

export function partsOf(field: FieldId): readonly [kind: string, id: string, key: string] {
  const [kind = '', id = '', key = ''] = field.split('\n')
  return [kind, id, key]
}

type Stored = Pick<EditorState, 'saved' | 'savedCards'>

/** The field's value on the server. */
export function storedValue({ saved, savedCards }: Stored, field: FieldId): unknown {
  const [kind, id, key] = partsOf(field)
  switch (kind) {
    case 'demo':
      return saved[key as keyof Demo]
    case 'look':
      return saved.look[key as keyof Demo['look']]
    case 'order':
      return saved.steps.map((step) => step.id)
    case 'step':
      return stepValue(
        saved.steps.find((step) => step.id === id),
        key,
      )
    default:
      return cardValue(savedCards.find((card) => card.id === id) ?? null, key)
  }
}

/** The fields that the author has changed, with their current values. */
export function ownFields(state: Pick<EditorState, 'saved' | 'savedCards' | 'unsaved'>): ReadonlyMap<FieldId, unknown> {
  const { name, description, look, order, steps, cards } = state.unsaved
  const known = new Map(knownSteps(state).map((step) => [step.id, step]))
  const own = new Map<FieldId, unknown>()
  if (name !== undefined) own.set(fieldId('demo', '', 'name'), name)
  if (description !== undefined) own.set(fieldId('demo', '', 'description'), description)
  for (const [key, value] of Object.entries(look ?? {})) own.set(fieldId('look', '', key), value)
  for (const [id, patch] of Object.entries(steps)) {
    const step = known.get(id)
    if (step === undefined) continue
    for (const key of keysOfPatch(patch, step)) own.set(fieldId('step', id, key), stepValue({ ...step, ...patch }, key))
  }
  for (const [id, card] of Object.entries(cards ?? {})) {
    const saved = state.savedCards.find((candidate) => candidate.id === id)
    if (saved === undefined || card === null) own.set(fieldId('card', id, ''), card)
    else
      for (const key of Object.keys(card))
        if (!isSameJson(cardValue(card, key), cardValue(saved, key)))
          own.set(fieldId('card', id, key), cardValue(card, key))
  }
  if (order !== undefined) own.set(fieldId('order', '', ''), order)
  return own
}

/** The change that gives a field this value. */
export function editOfField(state: EditorState, field: FieldId, value: unknown): Edit {
  const [kind, id, key] = partsOf(field)
  if (kind === 'demo')
    return key === 'name'
      ? { type: 'name', name: value as string }
      : { type: 'description', description: value as string | null }
  if (kind === 'look') return { type: 'demo-look', patch: { [key]: value } }
  if (kind === 'order') return { type: 'order', ids: value as readonly string[] }
  if (kind === 'step') {
    const step = knownSteps(state).find((candidate) => candidate.id === id)
    return { type: 'step', id, patch: patchOfKey(step && { ...step, ...state.unsaved.steps[id] }, key, value) }
  }
  const card = currentCard(state, id)
  if (key === '' || card === null) return { type: 'card', id, card: value as Card | null }
  return { type: 'card', id, card: { ...card, [key]: value } }
}

/** The unsaved changes without these fields. */
export function withoutFields(state: EditorState, fields: readonly FieldId[]): EditorState {
  if (fields.length === 0) return state
  let { unsaved } = state
  for (const field of fields) unsaved = withoutField({ ...state, unsaved }, field)
  return { ...state, unsaved }
}

/** The key of the target that saves the field. */
export function targetOfField(field: FieldId): string {
  const [kind, id, key] = partsOf(field)
  if (kind === 'demo') return 'text'
  if (kind === 'look' || kind === 'order') return kind
  if (kind === 'card') return `card ${id}`
  return `${key === 'description' ? 'notes' : 'step'} ${id}`
}

/** What saving this target writes. */
export function fieldsOfTarget(state: EditorState, key: string): Readonly<Record<FieldId, unknown>> {
  return Object.fromEntries([...ownFields(state)].filter(([field]) => targetOfField(field) === key))
}

/** As on the server: texts are trimmed, and an empty one is null. */
export function isSameValue(a: unknown, b: unknown): boolean {
  return isSameJson(plain(a), plain(b))
}

function plain(value: unknown): unknown {
  const text = typeof value === 'string' ? value.trim() : value
  return text === '' ? null : text
}

const pictureKeys: readonly string[] = ['screenshotUrl', 'width', 'height']

/** A picture is one field; each part of a look is one. */
function keysOfPatch(patch: StepPatch, step: Step): readonly string[] {
  const { look } = patch
  const keys: string[] = stepFields.filter((key) => key in patch && key !== 'look' && !pictureKeys.includes(key))
  if (pictureKeys.some((key) => key in patch)) keys.unshift('picture')
  if (look === undefined) return keys
  const parts = [...new Set([...Object.keys(look), ...Object.keys(step.look)])] as (keyof Step['look'])[]
  return [...keys, ...parts.filter((part) => !isSameJson(look[part], step.look[part])).map((part) => `look.${part}`)]
}

function stepValue(step: Step | undefined, key: string): unknown {
  if (step === undefined) return undefined
  if (key === 'picture') return [step.screenshotUrl, step.width, step.height]
  const [first, part] = key.split('.')
  return part === undefined ? step[first as keyof Step] : step.look[part as keyof Step['look']]
}

function patchOfKey(step: Step | undefined, key: string, value: unknown): StepPatch {
  if (key === 'picture') {
    const [screenshotUrl, width, height] = value as readonly [string, number | null, number | null]
    return { screenshotUrl, width, height }
  }
  const [first = '', part] = key.split('.')
  if (part === undefined || step === undefined) return { [first]: value }
  return { look: { ...step.look, [part]: value } }
}

function cardValue(card: Card | null, key: string): unknown {
  return key === '' || card === null ? card : card[key as keyof Card]
}

function withoutField(state: EditorState, field: FieldId): Unsaved {
  const [kind, id, key] = partsOf(field)
  const { unsaved } = state
  if (kind === 'step') {
    const { [id]: patch = {} } = unsaved.steps
    const step = knownSteps(state).find((candidate) => candidate.id === id)
    const part = key.split('.')[1]
    if (part !== undefined && step !== undefined)
      return patchStep(state, id, { ...patch, look: { ...step.look, ...patch.look, [part]: stepValue(step, key) } })
    const dropped = key === 'picture' ? pictureKeys : [key]
    return patchStep(state, id, Object.fromEntries(Object.entries(patch).filter(([each]) => !dropped.includes(each))))
  }
  if (kind === 'card') {
    const card = unsaved.cards?.[id] ?? null
    const saved = state.savedCards.find((candidate) => candidate.id === id) ?? null
    return changeCard(
      state,
      id,
      key === '' || card === null || saved === null ? saved : { ...card, [key]: cardValue(saved, key) },
    )
  }
  if (kind === 'look') {
    const { [key as keyof Demo['look']]: _, ...look } = unsaved.look ?? {}
    const { look: _look, ...rest } = unsaved
    return Object.keys(look).length === 0 ? rest : { ...rest, look }
  }
  const { [kind === 'order' ? 'order' : (key as 'name')]: _, ...rest } = unsaved
  return rest
}
