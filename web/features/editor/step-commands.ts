import type { Step } from '#domain/demo.ts'

import { BackendError } from '../../lib/backend-error.ts'
import { newId } from '../../lib/new-id.ts'
import { showToast } from '../../ui/toast-store.ts'
import { removeOnLeave } from '../demos/delete-demo.ts'
import { addSteps, loadDemo, removeStep, saveStepOrder } from '../demos/demo-calls.ts'
import type { EditorCommand } from './reduce-editor.ts'

/** Puts a copy of a step behind it. */
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

/** Takes a step away at once; it is deleted when the toast goes, or when the page is left. */
export function deleteStep(step: Step, dispatch: (command: EditorCommand) => void, onDeleted: () => void): void {
  const { id, demoId, order } = step
  const stopWatching = removeOnLeave('demo_steps', id)
  dispatch({ type: 'remove-step', id })
  showToast({
    text: `Step ${order} was deleted.`,
    action: {
      label: 'Undo',
      onSelect: () => {
        stopWatching()
        dispatch({ type: 'restore-step', id })
      },
    },
    onExpire: () => {
      stopWatching()
      void removeForGood(demoId, id).then(
        () => {
          dispatch({ type: 'step-removed', id })
          onDeleted()
        },
        (error: unknown) => {
          dispatch({ type: 'restore-step', id })
          const isAway = error instanceof BackendError && error.kind === 'unreachable'
          showToast({
            text: `Step ${order} was not deleted.${isAway ? ' The server can’t be reached.' : ''}`,
            tone: 'danger',
          })
        },
      )
    },
  })
}

/** Steps stay numbered 1..n: the agent and the links cite them by number. */
async function removeForGood(demoId: string, id: string): Promise<void> {
  await removeStep(id)
  const { steps } = await loadDemo(demoId)
  if (steps.length > 0)
    await saveStepOrder(
      demoId,
      steps.map((step) => step.id),
    )
}
