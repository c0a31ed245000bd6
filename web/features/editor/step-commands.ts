import type { Step } from '#domain/demo.ts'

import { newId } from '../../lib/new-id.ts'
import { showToast } from '../../ui/toast-store.ts'
import { addSteps, loadDemo, saveStepOrder } from '../../lib/demo-calls.ts'
import { pickImages } from '../../lib/import/pick-images.ts'
import type { EditorCommand } from './reduce-editor.ts'
import { uploadFailure } from './upload-failure.ts'

/** Duplicates a step behind itself. */
export async function duplicateStep(step: Step): Promise<string> {
  const { steps } = await loadDemo(step.demoId)
  const id = newId()
  await addSteps([
    {
      id,
      demoId: step.demoId,
      order: steps.length + 1,
      title: step.title,
      description: step.description,
      screenshotUrl: step.screenshotUrl,
      alt: step.alt,
      width: step.width,
      height: step.height,
      clickX: step.hotspot?.xPercent ?? null,
      clickY: step.hotspot?.yPercent ?? null,
    },
  ])
  const ids = steps.map((other) => other.id)
  ids.splice(ids.indexOf(step.id) + 1, 0, id)
  await saveStepOrder(step.demoId, ids)
  return id
}

/** Deletes a step; the toast offers undo. */
export function deleteStep(step: Step, dispatch: (command: EditorCommand) => void, restore: () => void): void {
  dispatch({ type: 'edit', edit: { type: 'remove-steps', ids: [step.id] } })
  showToast({ text: `Step ${step.order} was deleted.`, action: { label: 'Undo', onSelect: restore } })
}

/** Replaces the step's picture with a chosen one; keeps everything else. */
export async function replacePicture(step: Step, dispatch: (command: EditorCommand) => void): Promise<void> {
  const [file] = await pickImages(true)
  if (file === undefined) return
  try {
    const { uploadPicture } = await import('../../lib/import/upload-picture.ts')
    const { path, width, height } = await uploadPicture(file, step.demoId)
    const patch = { screenshotUrl: path, width, height }
    dispatch({ type: 'edit', edit: { type: 'step', id: step.id, patch } })
  } catch (error) {
    showToast({ text: uploadFailure('The image was not replaced.', error), tone: 'danger' })
  }
}
