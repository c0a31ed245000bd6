import type { Hotspot } from '#domain/demo.ts'
import type { PageEdits } from '#domain/page-edits.ts'
import type { PictureEdits } from '#domain/picture-edits.ts'

import type { HistoryEntry } from './editor-history.ts'
import type { EditorState } from './editor-state.ts'
import { patchStep, type Unsaved } from './unsaved.ts'

export interface BurntPicture {
  /** The step's id. */
  readonly id: string
  /** The picture's former path. */
  readonly former: string
  readonly screenshotUrl: string
  readonly width: number | null
  readonly height: number | null
  readonly edits: PictureEdits
  /** The edits of its page; null if the page was deleted. */
  readonly pageEdits: PageEdits | null
  /** The new hotspot, if the edits moved it. */
  readonly hotspot?: Hotspot
}

/**
 * Shows the burnt picture in every step that had the old one, and updates references to the old path, such as undo
 * entries.
 */
export function pictureBurnt(state: EditorState, burnt: BurntPicture): EditorState {
  const { id, former, screenshotUrl, width, height, edits, pageEdits, hotspot } = burnt
  const shown = { screenshotUrl, width, height, edits, pageEdits }
  const steps = state.saved.steps.map((step) =>
    step.id === id || step.screenshotUrl === former
      ? { ...step, ...shown, ...(step.id === id && hotspot !== undefined && { hotspot }) }
      : step,
  )
  const rename = <Part>(part: Part): Part => renamed(part, former, screenshotUrl) as Part
  const next: EditorState = {
    ...state,
    saved: { ...state.saved, steps },
    unsaved: rename<Unsaved>(state.unsaved),
    past: rename<readonly HistoryEntry[]>(state.past),
    future: rename<readonly HistoryEntry[]>(state.future),
  }
  let { unsaved } = next
  for (const stepId of Object.keys(unsaved.steps)) {
    unsaved = patchStep({ ...next, unsaved }, stepId, unsaved.steps[stepId] ?? {})
  }
  return { ...next, unsaved }
}

/** Plain data with every occurrence of a string replaced. */
function renamed(value: unknown, from: string, to: string): unknown {
  if (value === from) return to
  if (Array.isArray(value)) return value.map((each) => renamed(each, from, to))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, renamed(each, from, to)]))
}
