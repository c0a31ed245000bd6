import type { Step } from '#domain/demo.ts'
import {
  areaInCrop,
  areaOfWhole,
  noPictureEdits,
  readPictureEdits,
  solidColor,
  type PictureEdits,
  type Redaction,
} from '#domain/picture-edits.ts'
import { insidePicture, type PictureArea } from '#domain/step-look.ts'
import { createStore } from '#player/create-store.ts'

import { newId } from '../../lib/new-id.ts'
import type { EditorState } from './editor-state.ts'
import type { StepPatch } from './unsaved.ts'

/* Edits of a picture's redactions and crop. Areas are in percent of the whole picture; the canvas shows it cropped. */

/** The id of the redaction with handles; if it doesn't exist, the last redaction has them. */
export const selectedRedaction = createStore<string | null>(null)

/** Whether the canvas shows the original under the areas. */
export const showsOriginal = createStore(false)

/** The edits, including unsaved ones. */
export function editsOf(step: Step): PictureEdits {
  return step.edits ?? noPictureEdits
}

/** The edits burnt into the picture on the canvas. */
export function burntEdits(state: EditorState, step: Step): PictureEdits {
  const saved = state.saved.steps.find(({ id }) => id === step.id)
  // A picture that isn't saved yet has no edits.
  return saved?.screenshotUrl === step.screenshotUrl ? editsOf(saved) : noPictureEdits
}

export function isBurnt({ areas }: PictureEdits, area: Redaction): boolean {
  return areas.some((each) => JSON.stringify(each) === JSON.stringify(area))
}

/** An area's position on the canvas; null outside the crop. */
export function shownArea<Area extends PictureArea>(area: Area, crop: PictureArea | null): Area | null {
  const shown = areaInCrop(area, crop)
  const { xPercent: x, yPercent: y, widthPercent: width, heightPercent: height } = shown
  return x >= 100 || y >= 100 || x + width <= 0 || y + height <= 0 ? null : shown
}

/** Adds a redaction, given in percent of the canvas. Its kind is that of the last one, initially solid. */
export function addRedaction(step: Step, drawn: PictureArea, crop: PictureArea | null): StepPatch {
  const edits = editsOf(step)
  const { kind, color } = edits.areas.at(-1) ?? { kind: 'solid', color: solidColor }
  const id = newId()
  selectedRedaction.set(id)
  return patchOf({ ...edits, areas: [...edits.areas, { id, kind, color, ...wholeArea(drawn, crop) }] })
}

export function changeRedaction(step: Step, id: string, change: Partial<Redaction>): StepPatch {
  const edits = editsOf(step)
  return patchOf({ ...edits, areas: edits.areas.map((area) => (area.id === id ? { ...area, ...change } : area)) })
}

export function removeRedaction(step: Step, id: string): StepPatch {
  const edits = editsOf(step)
  return patchOf({ ...edits, areas: edits.areas.filter((area) => area.id !== id) })
}

/** Crops to an area, given in percent of the canvas; null removes the crop. */
export function cropPicture(step: Step, kept: PictureArea | null, crop: PictureArea | null): StepPatch {
  return patchOf({ ...editsOf(step), crop: kept === null ? null : wholeArea(kept, crop) })
}

/** Converts to percent of the whole picture. */
export function wholeArea(shown: PictureArea, crop: PictureArea | null): PictureArea {
  const { xPercent, yPercent, widthPercent, heightPercent } = areaOfWhole(shown, crop)
  return insidePicture({ xPercent, yPercent, widthPercent, heightPercent })
}

/** Normalises edits like the server, so that the saved ones equal those sent. */
function patchOf(edits: PictureEdits): StepPatch {
  return { edits: readPictureEdits(edits) ?? edits }
}
