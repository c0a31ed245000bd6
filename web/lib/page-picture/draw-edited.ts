import { screenshotAddress, type Hotspot, type Step } from '#domain/demo.ts'
import type { PageEdits } from '#domain/page-edits.ts'
import { insidePicture, type StepLook } from '#domain/step-look.ts'
import type { PageEditing } from '#protocol/page-edits.ts'

import { loadBackend } from '../backend.ts'
import { loadCapturedPicture } from '../page-calls.ts'
import { applyPageEdits, type ApplyOptions } from './apply-page-edits.ts'
import { editPicture } from './edit-picture.ts'
import { boxOf } from './flat-tree.ts'
import { elementUnder, followArea, followPoint, hasMoved, type ElementPlace } from './follow-element.ts'
import { openPage } from './open-page.ts'
import { elementAt, pathsOf, placeAt } from './page-tree.ts'

/** The result of editing a step's page. */
export interface DrawnStep {
  /** The new picture; null without edits, which restores the captured one. */
  readonly picture: Blob | null
  /** The new position; null to keep it. */
  readonly hotspot: Hotspot | null
  readonly look: StepLook | null
}

/** Draws a step with its page edited; null when the page or the picture can't be loaded. Throws if it can't be drawn. */
export async function drawEdited(
  step: Step,
  editing: PageEditing,
  edits: PageEdits,
  fill: (text: string) => string,
): Promise<DrawnStep | null> {
  const { supabaseUrl } = (await loadBackend()).config
  const options: ApplyOptions = { fill, fileUrl: (hash) => new URL(hash, new URL(editing.pageUrl, location.href)).href }
  const [opened, captured] = await Promise.all([
    openPage(editing),
    loadCapturedPicture(step.id, {
      shown: screenshotAddress(supabaseUrl, step.screenshotUrl),
      isEdited: editing.edits.length > 0,
    }),
  ])
  if (opened === null || captured === null) {
    opened?.close()
    return null
  }
  try {
    const { page } = opened
    const size = await pictureSize(captured, editing.pictureWidth)
    const under = await placeOfHotspot(step, editing, options, size)
    const target = under === null ? null : elementAt(page, under.path)
    let picture: Blob | null = null
    if (edits.length > 0) picture = await editPicture({ ...options, ...editing, page, edits, picture: captured })
    if (under === null || target === null || !target.isConnected) return { picture, hotspot: null, look: null }
    const frame = { x: 0, y: 0 }
    return { picture, ...followed(step, under, boxOf(target.getBoundingClientRect(), frame), size) }
  } finally {
    opened.close()
  }
}

/** The element under the hotspot as visitors see the page now. */
async function placeOfHotspot(
  step: Step,
  editing: PageEditing,
  options: ApplyOptions,
  size: { readonly width: number; readonly height: number },
): Promise<ElementPlace | null> {
  if (step.hotspot === null) return null
  const shown = await openPage(editing)
  if (shown === null) return null
  const paths = pathsOf(shown.page)
  applyPageEdits((path) => placeAt(shown.page, path), editing.edits, options)
  const place = elementUnder(shown.page, paths, step.hotspot, size)
  shown.close()
  // Content of frames scrolls and moves independently.
  return place === null || place.path.split('.').includes('f') ? null : place
}

function followed(
  { hotspot, look }: Step,
  { box }: ElementPlace,
  to: ElementPlace['box'],
  size: { readonly width: number; readonly height: number },
): Pick<DrawnStep, 'hotspot' | 'look'> {
  if (hotspot === null || !hasMoved(box, to)) return { hotspot: null, look: null }
  const moved = look.box === null ? null : insidePicture(followArea(look.box, box, to, size))
  const by = { ...box, right: box.left, bottom: box.top }
  const zoom =
    look.zoom === null
      ? null
      : insidePicture(followArea(look.zoom, by, { ...to, right: to.left, bottom: to.top }, size))
  return {
    hotspot: followPoint(hotspot, box, to, size),
    look: moved === null && zoom === null ? null : { ...look, box: moved, zoom },
  }
}

async function pictureSize(picture: Blob, pictureWidth: number): Promise<{ width: number; height: number }> {
  const bitmap = await createImageBitmap(picture)
  const size = { width: pictureWidth, height: (bitmap.height / bitmap.width) * pictureWidth }
  bitmap.close()
  return size
}
