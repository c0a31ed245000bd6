import { fillVariables, variableFallbacks } from '#domain/variables.ts'

import type { FailureKind } from '../../lib/backend-error.ts'
import { burnPageEdits, loadPageEditing } from '../../lib/page-calls.ts'
import { drawEdited } from '../../lib/page-picture/draw-edited.ts'
import { showToast } from '../../ui/toast-store.ts'
import type { SavedEditor } from './save-target.ts'

/**
 * Draws a step's picture from its edited page, and sends both to the server. Refused edits are dropped, because what
 * they hide is still visible.
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
  if (drawn === 'undrawable') return refuse('failed', 'This browser couldn’t draw the edited page.')
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
  if (look !== null) editor.commit({ type: 'look-moved', id, look })
  // Reload, because other steps with this picture have changed, too.
  if (steps > 1) editor.reload()
  return null
}

const changedSentence = 'Someone else changed this step’s picture. It was reloaded.'
