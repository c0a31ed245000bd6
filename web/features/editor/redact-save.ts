import { noPictureEdits } from '#domain/picture-edits.ts'

import type { FailureKind } from '../../lib/backend-error.ts'
import { burnPictureEdits } from '../../lib/picture-calls.ts'
import { showToast } from '../../ui/toast-store.ts'
import type { SavedEditor } from './save-target.ts'

/** Has a step's edits burnt into its picture. Drops refused edits, because what they hide is still visible. */
export async function saveEdits(editor: SavedEditor, id: string): Promise<FailureKind | null> {
  const { saved, unsaved } = editor.state()
  const step = saved.steps.find((candidate) => candidate.id === id)
  const edits = unsaved.steps[id]?.edits
  if (step === undefined || edits === undefined) return null
  const former = step.screenshotUrl
  const result = await burnPictureEdits(id, { expected: former, edits })
  if (!result.ok) {
    const { kind, error } = result
    if (kind === 'unreachable' || kind === 'signed-out') return kind
    editor.commit({ type: 'edits-refused', id, of: 'edits' })
    showToast({ text: ['The picture was not changed.', error.sentence].filter(Boolean).join(' '), tone: 'danger' })
    if (kind === 'conflict') editor.reload()
    return kind
  }
  if (result.value === null) return null
  const { screenshotUrl, width, height, steps } = result.value
  // The server deleted the page, because it may contain what the areas hide.
  editor.commit({ type: 'picture-burnt', id, former, screenshotUrl, width, height, edits, pageEdits: null })
  const isCropped = JSON.stringify(edits.crop) !== JSON.stringify((step.edits ?? noPictureEdits).crop)
  // Reload: hotspots and cards moved with the crop, and steps of other demos may have changed, too.
  if (isCropped || steps > 1) editor.reload()
  return null
}
