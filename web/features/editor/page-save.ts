import { screenshotAddress, type Hotspot, type Step } from '#domain/demo.ts'
import type { PageEdits } from '#domain/page-edits.ts'
import { insidePicture, storedStepLook, type StepLook } from '#domain/step-look.ts'
import { fillVariables, variableFallbacks } from '#domain/variables.ts'
import type { PageEditing } from '#protocol/page-edits.ts'

import type { FailureKind } from '../../lib/backend-error.ts'
import { loadBackend } from '../../lib/backend.ts'
import { saveStep } from '../../lib/demo-calls.ts'
import { burnPageEdits, loadCapturedPicture, loadPageEditing } from '../../lib/page-calls.ts'
import { applyPageEdits, type ApplyOptions } from '../../lib/page-picture/apply-page-edits.ts'
import { editPicture } from '../../lib/page-picture/edit-picture.ts'
import { boxOf } from '../../lib/page-picture/flat-tree.ts'
import {
  elementUnder,
  followArea,
  followPoint,
  hasMoved,
  type ElementPlace,
} from '../../lib/page-picture/follow-element.ts'
import { openPage } from '../../lib/page-picture/open-page.ts'
import { elementAt, pathsOf, placeAt } from '../../lib/page-picture/page-tree.ts'
import { showToast } from '../../ui/toast-store.ts'
import type { SavedEditor } from './save-target.ts'

/**
 * Draws a step's picture from its edited page and has the server burn both. Refused edits are dropped: what isn't burnt
 * is still visible.
 */
export async function savePageEdits(editor: SavedEditor, id: string): Promise<FailureKind | null> {
  const { saved, unsaved } = editor.state()
  const step = saved.steps.find((candidate) => candidate.id === id)
  const edits = unsaved.steps[id]?.pageEdits
  if (step === undefined || edits === undefined) return null
  const refuse = (kind: FailureKind, sentence = ''): FailureKind => {
    editor.commit({ type: 'edits-refused', id, of: 'pageEdits' })
    showToast({ text: `The page was not changed. ${sentence}`.trim(), tone: 'danger' })
    if (kind === 'conflict') editor.reload()
    return kind
  }
  const editing = await loadPageEditing(id)
  if (!editing.ok || editing.value === null) {
    const kind = editing.ok ? 'failed' : editing.kind
    if (kind === 'unreachable' || kind === 'signed-out') return kind
    return refuse(kind, editing.ok ? '' : editing.error.sentence)
  }
  if (editing.value.screenshotUrl !== step.screenshotUrl) return refuse('conflict', changedSentence)
  const fallbacks = variableFallbacks(saved.look)
  const drawn = await drawEdited(step, editing.value, edits ?? [], (text) => fillVariables(text, {}, fallbacks)).catch(
    () => 'undrawable' as const,
  )
  if (drawn === 'undrawable') return refuse('failed', 'This browser couldn’t draw its picture.')
  if (drawn === null) return 'unreachable'
  const { picture, hotspot, look } = drawn
  const request = { expected: step.screenshotUrl, edits: edits ?? [], ...(hotspot !== null && { hotspot }) }
  const result = await burnPageEdits(id, request, picture)
  if (!result.ok || result.value === null) {
    const kind = result.ok ? 'failed' : result.kind
    if (kind === 'unreachable' || kind === 'signed-out') return kind
    if (!result.ok && result.error.code !== 'changed') return refuse(kind, result.error.sentence)
    return refuse(kind, result.ok ? '' : changedSentence)
  }
  const { screenshotUrl, width, height, steps } = result.value
  editor.commit({
    type: 'picture-burnt',
    id,
    former: step.screenshotUrl,
    screenshotUrl,
    width,
    height,
    edits: step.edits ?? { areas: [], crop: null },
    pageEdits: edits,
    ...(hotspot !== null && { hotspot }),
  })
  if (look !== null) await saveLook(editor, id, look)
  // Steps of other demos aren't ours to know.
  if (steps > 1) editor.reload()
  return null
}

const changedSentence = 'Somebody else has changed this step’s picture. It is loaded again.'

/** The box and zoom area follow the hotspot; without an answer they stay where they were. */
async function saveLook(editor: SavedEditor, id: string, look: StepLook): Promise<void> {
  try {
    await saveStep(id, { look: storedStepLook(look) })
    editor.commit({ type: 'step-saved', id, patch: { look } })
  } catch {
    editor.reload()
  }
}

interface Drawn {
  /** Null without edits: the one as captured comes back. */
  readonly picture: Blob | null
  /** Null: it stays. */
  readonly hotspot: Hotspot | null
  readonly look: StepLook | null
}

/** Null when the page or the picture can't be loaded. */
async function drawEdited(
  step: Step,
  editing: PageEditing,
  edits: PageEdits,
  fill: (text: string) => string,
): Promise<Drawn | null> {
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
  // Frames scroll and move on their own.
  return place === null || place.path.split('.').includes('f') ? null : place
}

function followed(
  { hotspot, look }: Step,
  { box }: ElementPlace,
  to: ElementPlace['box'],
  size: { readonly width: number; readonly height: number },
): Pick<Drawn, 'hotspot' | 'look'> {
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
