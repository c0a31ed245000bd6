import type { Demo, Hotspot, Step } from '#domain/demo.ts'
import type { DemoLook } from '#domain/demo-look.ts'
import type { PageEdits } from '#domain/page-edits.ts'
import type { PictureEdits } from '#domain/picture-edits.ts'
import type { StepLook } from '#domain/step-look.ts'
import type { StepNarration } from '#domain/step-narration.ts'

import { withoutStaleCards, type CardChanges } from './cards-state.ts'
import type { RemovedStep } from './editor-edits.ts'
import { isSameJson, stableText } from '../../lib/stable-text.ts'
import type { EditorState } from './editor-state.ts'

/* Changes that the server doesn't have yet. */

/** A step's unsaved changes. */
export interface StepPatch {
  readonly title?: string | null
  readonly alt?: string | null
  readonly description?: string | null
  readonly hotspot?: Hotspot | null
  /** These three change together with the picture. */
  readonly screenshotUrl?: string
  readonly width?: number | null
  readonly height?: number | null
  readonly look?: StepLook
  readonly targetStepId?: string | null
  readonly narration?: StepNarration | null
  /** Edits to burn into the picture, unless a new picture already contains them. */
  readonly edits?: PictureEdits
  /** Edits to burn into the captured page and its picture. */
  readonly pageEdits?: PageEdits | null
}

/** Unsaved parts of the demo's look. */
export type LookPatch = Partial<DemoLook>

/** All unsaved changes; also the format of the stored draft. */
export interface Unsaved {
  readonly name?: string
  readonly description?: string | null
  /** Missing in drafts from before demos had a look. */
  readonly look?: LookPatch
  readonly order?: readonly string[]
  readonly steps: Readonly<Record<string, StepPatch>>
  /** Missing in drafts from before there were cards. */
  readonly cards?: CardChanges
  /** Steps to delete on the server. */
  readonly removed?: readonly string[]
  /** Steps to restore on the server. */
  readonly restored?: readonly RemovedStep[]
  /** By save target: the value that the server must have for an undo to be saved. */
  readonly checks?: Readonly<Record<string, string>>
}

/** As stored in this browser, with what is needed to merge it with later changes of others. */
export interface Draft extends Unsaved {
  /** By field: the value that the change was based on. Missing in older drafts. */
  readonly bases?: Readonly<Record<string, unknown>>
  readonly sent?: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  /** The changed steps, in case they have been deleted. */
  readonly gone?: readonly RemovedStep[]
}

export function isEmpty(unsaved: Unsaved): boolean {
  const { name, description, look, order, steps, cards, removed, restored } = unsaved
  const isWithout = [name, description, look, order, cards, removed, restored].every((part) => part === undefined)
  return isWithout && Object.keys(steps).length === 0
}

/** The server's steps, including removed ones, plus those to be restored. */
export function knownSteps({ saved, unsaved }: Pick<EditorState, 'saved' | 'unsaved'>): readonly Step[] {
  const { restored } = unsaved
  return restored === undefined ? saved.steps : [...saved.steps, ...restored.map(({ step }) => step)]
}

export const stepFields = [
  'title',
  'alt',
  'description',
  'hotspot',
  'screenshotUrl',
  'width',
  'height',
  'look',
  'targetStepId',
  'narration',
  'edits',
  'pageEdits',
] as const

/** Keeps only the fields that differ from the server. */
export function patchStep(state: EditorState, id: string, patch: StepPatch): Unsaved {
  const base = knownSteps(state).find((candidate) => candidate.id === id)
  const { [id]: _, ...others } = state.unsaved.steps
  if (base === undefined) return { ...state.unsaved, steps: others }
  const kept = Object.fromEntries(
    stepFields.filter((key) => key in patch && !isSame(patch[key], base[key])).map((key) => [key, patch[key]]),
  )
  return { ...state.unsaved, steps: Object.keys(kept).length === 0 ? others : { ...others, [id]: kept } }
}

/** The demo's look with unsaved changes. */
export function currentLook({ saved, unsaved }: Pick<EditorState, 'saved' | 'unsaved'>): DemoLook {
  return unsaved.look === undefined ? saved.look : { ...saved.look, ...unsaved.look }
}

/** Keeps only the parts of the look that differ from the server's. */
export function patchLook(state: Pick<EditorState, 'saved' | 'unsaved'>, patch: LookPatch): Unsaved {
  const { look: _, ...rest } = state.unsaved
  const look: LookPatch = Object.fromEntries(
    lookFields
      .filter((key) => key in patch && !isSamePart(patch, state.saved.look, key))
      .map((key) => [key, patch[key]]),
  )
  return Object.keys(look).length === 0 ? rest : { ...rest, look }
}

/** A field missing here would never be saved, so the compiler asks for all. */
const isLookField: Readonly<Record<keyof DemoLook, true>> = {
  layout: true,
  frame: true,
  frameAddress: true,
  background: true,
  backgroundColor: true,
  backgroundImage: true,
  hasCamera: true,
  playsItself: true,
  secondsPerStep: true,
  isNarrated: true,
  cover: true,
  ending: true,
  color: true,
  font: true,
  variables: true,
}

export const lookFields = Object.keys(isLookField) as readonly (keyof DemoLook)[]

export function isSamePart(a: LookPatch, b: LookPatch, key: keyof DemoLook): boolean {
  return isSameJson(a[key], b[key])
}

/** In a text field, null equals ''. */
function isSame(a: StepPatch[keyof StepPatch], b: StepPatch[keyof StepPatch]): boolean {
  if (typeof a === 'object' && a !== null && typeof b === 'object' && b !== null) {
    return stableText(a) === stableText(b)
  }
  return (a === '' ? null : (a ?? null)) === (b === '' ? null : (b ?? null))
}

/** Drops stale changes: of deleted steps, and orders of other steps. */
export function withoutStale(draft: Unsaved, demo: Demo): Unsaved {
  const { removed = [], restored = [], ...rest } = draft
  const onServer = demo.steps.map((candidate) => candidate.id)
  const gone = removed.filter((id) => onServer.includes(id))
  const back = restored.filter(({ step }) => !onServer.includes(step.id))
  const ids = new Set([...onServer, ...back.map(({ step }) => step.id)])
  const steps = Object.fromEntries(Object.entries(draft.steps).filter(([id]) => ids.has(id)))
  const order = draft.order?.every((id) => ids.has(id)) === true ? withNewSteps(draft.order, onServer) : undefined
  const isSaved = back.length === 0 && order !== undefined && sameIds(order, onServer)
  const kept: Unsaved = {
    ...withoutStaleCards(rest, ids),
    steps,
    ...(order !== undefined && { order }),
    ...(gone.length > 0 && { removed: gone }),
    ...(back.length > 0 && { restored: back }),
  }
  return order !== undefined && !isSaved ? kept : withoutOrder(kept)
}

/** Inserts newly arrived steps after those that precede them on the server. */
function withNewSteps(order: readonly string[], onServer: readonly string[]): readonly string[] {
  const ids = [...order]
  onServer.forEach((id, index) => {
    if (ids.includes(id)) return
    const before = onServer[index - 1]
    ids.splice(before === undefined ? 0 : ids.indexOf(before) + 1, 0, id)
  })
  return ids
}

/** The author's own changes are saved unconditionally. */
export function withoutChecks(unsaved: Unsaved, keys: readonly string[]): Unsaved {
  if (unsaved.checks === undefined || !keys.some((key) => key in (unsaved.checks ?? {}))) return unsaved
  return {
    ...unsaved,
    checks: Object.fromEntries(Object.entries(unsaved.checks).filter(([key]) => !keys.includes(key))),
  }
}

export function withoutOrder(unsaved: Unsaved): Unsaved {
  const { order: _, ...rest } = unsaved
  return rest
}

export function sameIds(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((id, index) => id === b[index])
}
