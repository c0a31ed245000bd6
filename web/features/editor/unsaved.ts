import type { Demo, Hotspot } from '#domain/demo.ts'

import { withoutStaleCards, type CardChanges } from './cards-state.ts'
import type { EditorState } from './editor-state.ts'

/* What the server does not have yet, and how it shrinks. */

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

export function isEmpty(unsaved: Unsaved): boolean {
  const { name, description, order, steps, cards } = unsaved
  const hasText = name !== undefined || description !== undefined
  return !hasText && order === undefined && cards === undefined && Object.keys(steps).length === 0
}

export const stepFields = ['title', 'alt', 'description', 'hotspot'] as const

/** Keeps of a step's patch only what differs from what the server has. */
export function patchStep(state: EditorState, id: string, patch: StepPatch): Unsaved {
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
export function withoutStale(draft: Unsaved, demo: Demo): Unsaved {
  const unsaved = withoutStaleCards(draft, demo)
  const ids = new Set(demo.steps.map((candidate) => candidate.id))
  const steps = Object.fromEntries(Object.entries(unsaved.steps).filter(([id]) => ids.has(id)))
  const fits = unsaved.order?.length === ids.size && unsaved.order.every((id) => ids.has(id))
  return fits ? { ...unsaved, steps } : { ...withoutOrder(unsaved), steps }
}

export function withoutOrder(unsaved: Unsaved): Unsaved {
  const { order: _, ...rest } = unsaved
  return rest
}

export function sameIds(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((id, index) => id === b[index])
}
