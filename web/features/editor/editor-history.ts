import { currentCard } from './cards-state.ts'
import { applyEdit, cardDigest, inverseEdit, isInForce, removedSteps, stepDigest, type Edit } from './editor-edits.ts'
import { stillThere, visibleSteps, type EditorState } from './editor-state.ts'
import { allTargets, targetKey } from './save-plan.ts'
import { stableText } from '../../lib/stable-text.ts'
import { nameOf } from './name-of-edit.ts'
import { withoutChecks, type Unsaved } from './unsaved.ts'

/** One action of the author, as an edit and its inverse. */
export interface HistoryEntry {
  /** Names a change for the Undo label: "delete step". */
  readonly name: string
  readonly undo: Edit
  readonly redo: Edit
}

export interface EditorHistory {
  readonly past: readonly HistoryEntry[]
  readonly future: readonly HistoryEntry[]
  /** Steps being imported: undoable once they are in the demo. */
  readonly expected: readonly ExpectedSteps[]
}

export interface ExpectedSteps {
  readonly name: string
  readonly ids: readonly string[]
}

export const noHistory: EditorHistory = { past: [], future: [], expected: [] }

const undoDepth = 100
/** Key of a text being typed, whose letters are undone together. */
const typedAtOnce = 40

export function edit(state: EditorState, change: Edit): EditorState {
  const field = fieldOf(change)
  const last = state.past.at(-1)
  const isSameTyping = field !== null && field === state.typingIn && last !== undefined
  const past = isSameTyping
    ? [...state.past.slice(0, -1), { ...last, redo: change }]
    : [...state.past, { name: nameOf(state, change), undo: inverseEdit(state, change), redo: change }]
  const next = applyEdit(state, change)
  const unsaved = withoutChecks(next.unsaved, keysOf(change))
  return { ...next, unsaved, past: past.slice(-undoDepth), future: [], typingIn: field }
}

/** Undoes or redoes the last entry, or drops it if someone else has changed the same since. */
export function stepThrough(state: EditorState, direction: 'undo' | 'redo'): EditorState {
  const [from, to] = direction === 'undo' ? (['past', 'future'] as const) : (['future', 'past'] as const)
  const entry = state[from].at(-1)
  if (entry === undefined) return state
  const left = { [from]: state[from].slice(0, -1), typingIn: null }
  if (!canStepThrough(state, direction)) return { ...state, ...left }
  const change = entry[direction]
  const applied = applyEdit(state, change)
  const unsaved = withChecks(state, applied.unsaved, change)
  return shown(state, { ...applied, ...left, unsaved, [to]: [...state[to], entry] }, change)
}

/** Whether the last entry is unchanged since. */
export function canStepThrough(state: EditorState, direction: 'undo' | 'redo'): boolean {
  const entry = direction === 'undo' ? state.past.at(-1) : state.future.at(-1)
  return entry !== undefined && isInForce(state, direction === 'undo' ? entry.redo : entry.undo)
}

/** Makes expected steps undoable once they have arrived. */
export function noteArrived(state: EditorState): EditorState {
  const there = new Set(state.saved.steps.map(({ id }) => id))
  const arrived = state.expected.filter(({ ids }) => ids.some((id) => there.has(id)))
  if (arrived.length === 0) return state
  const entries = arrived.map(({ name, ids }): HistoryEntry => {
    const items = removedSteps(state, ids)
    const present = items.map(({ step }) => step.id)
    return { name, undo: { type: 'remove-steps', ids: present }, redo: { type: 'restore-steps', items } }
  })
  const expected = state.expected.filter((entry) => !arrived.includes(entry))
  return { ...state, expected, past: [...state.past, ...entries].slice(-undoDepth), future: [], typingIn: null }
}

/** Selects the step that shows the change. */
function shown(before: EditorState, after: EditorState, change: Edit): EditorState {
  // If there are several, prefer the selected step.
  if (change.type === 'several') {
    const isOfSelected = change.edits.some((each) => each.type === 'step' && each.id === after.selectedId)
    const [first] = change.edits
    return isOfSelected || first === undefined ? after : shown(before, after, first)
  }
  const stepId =
    change.type === 'step'
      ? change.id
      : change.type === 'card'
        ? ((currentCard(after, change.id) ?? currentCard(before, change.id))?.stepId ?? null)
        : change.type === 'restore-steps'
          ? (change.items[0]?.step.id ?? null)
          : after.selectedId
  const at = visibleSteps(before).findIndex(({ id }) => id === before.selectedId)
  return { ...after, selectedId: stillThere(after, stepId, Math.max(0, at)) }
}

/**
 * Before an undo is saved, the server's value must equal ours: these are the texts to compare. Targets with the
 * author's own changes are saved regardless.
 */
function withChecks(before: EditorState, unsaved: Unsaved, change: Edit): Unsaved {
  const pending = new Set(allTargets(before).map(targetKey))
  const keys = keysOf(change).filter((key) => !pending.has(key))
  if (keys.length === 0) return unsaved
  return {
    ...unsaved,
    checks: { ...unsaved.checks, ...Object.fromEntries(keys.map((key) => [key, savedDigest(before, key)])) },
  }
}

/** The server's value that saving this target would overwrite. */
export function savedDigest({ saved, savedCards }: Pick<EditorState, 'saved' | 'savedCards'>, key: string): string {
  const [type = '', id = ''] = key.split(' ')
  const step = saved.steps.find((candidate) => candidate.id === id)
  switch (type) {
    case 'text':
      return JSON.stringify([saved.name.trim(), (saved.description ?? '').trim()])
    case 'look':
      return stableText(saved.look)
    case 'order':
      return saved.steps.map((candidate) => candidate.id).join(' ')
    case 'step':
      return step === undefined ? '' : stepDigest({ ...step, description: null })
    case 'notes':
      return step === undefined ? '' : stepDigest(step, { description: null })
    case 'card':
      return cardDigest(savedCards.find((card) => card.id === id) ?? null)
    default:
      return step === undefined ? '' : stepDigest(step)
  }
}

/** The keys of the save targets that a change affects; for a deletion, one per step. */
function keysOf(change: Edit): readonly string[] {
  switch (change.type) {
    case 'name':
    case 'description':
      return ['text']
    case 'demo-look':
      return ['look']
    case 'order':
      return ['order']
    case 'card':
      return [`card ${change.id}`]
    case 'step': {
      const isOfNotes = 'description' in change.patch
      const isOfFields = Object.keys(change.patch).some((key) => key !== 'description')
      return [...(isOfNotes ? [`notes ${change.id}`] : []), ...(isOfFields ? [`step ${change.id}`] : [])]
    }
    case 'remove-steps':
      return change.ids.map((id) => `remove ${id}`)
    case 'restore-steps':
      return []
    case 'several':
      return change.edits.flatMap(keysOf)
  }
}

/** Whether a change is text typed letter by letter; changes of a hotspot or an order are separate. */
function fieldOf(change: Edit): string | null {
  switch (change.type) {
    case 'order':
    case 'remove-steps':
    case 'restore-steps':
    case 'several':
      return null
    case 'card':
      return change.typed === undefined ? null : `${change.id} ${change.typed}`
    case 'step': {
      if (change.typed !== undefined) return `${change.id} ${change.typed}`
      if (Object.keys(change.patch).some((key) => !typedFields.has(key))) return null
      const texts = Object.entries(change.patch).map(([key, text]) => `${key} ${chunkOf(text)}`)
      return `${change.id} ${texts.join(' ')}`
    }
    case 'demo-look':
      return change.typed === undefined ? null : `look ${change.typed}`
    case 'name':
      return `name ${chunkOf(change.name)}`
    case 'description':
      return `description ${chunkOf(change.description)}`
  }
}

const typedFields = new Set(['title', 'alt', 'description'])

function chunkOf(text: unknown): number {
  return typeof text === 'string' ? Math.floor(text.length / typedAtOnce) : 0
}
