import type { Step } from '#domain/demo.ts'
import { noPictureEdits } from '#domain/picture-edits.ts'

import { showToast } from '../../ui/toast-store.ts'
import { pickImages } from '../../lib/import/pick-images.ts'
import type { EditorCommand } from './reduce-editor.ts'
import { askAboutEdits, replaceWithEdits } from './redact-replace.tsx'
import type { StepPatch } from './unsaved.ts'
import { uploadFailure } from './upload-failure.ts'

/** Deletes a step; the toast offers undo. */
export function deleteStep(step: Step, dispatch: (command: EditorCommand) => void, restore: () => void): void {
  dispatch({ type: 'edit', edit: { type: 'remove-steps', ids: [step.id] } })
  showToast({ text: `Step ${step.order} was deleted.`, action: { label: 'Undo', onSelect: restore } })
}

/** Replaces the step's picture with a chosen one; keeps everything else. */
export async function replacePicture(step: Step, dispatch: (command: EditorCommand) => void): Promise<void> {
  const [file] = await pickImages(true)
  if (file !== undefined) await replacePictureBy(file, step, dispatch)
}

export async function replacePictureBy(
  file: File,
  step: Step,
  dispatch: (command: EditorCommand) => void,
): Promise<void> {
  try {
    const answer = await askAboutEdits(step)
    if (answer === 'cancel') return
    const patch = answer === 'again' ? await replaceWithEdits(step, file) : await uploadedPicture(step, file)
    dispatch({ type: 'edit', edit: { type: 'step', id: step.id, patch } })
  } catch (error) {
    showToast({ text: uploadFailure('The image was not replaced.', error), tone: 'danger' })
  }
}

async function uploadedPicture(step: Step, file: File): Promise<StepPatch> {
  const { uploadPicture } = await import('../../lib/import/upload-picture.ts')
  const { path, width, height } = await uploadPicture(file, step.demoId)
  return { screenshotUrl: path, width, height, edits: noPictureEdits }
}
