import type { Capture } from '#domain/capture.ts'

import { askExtension } from '../../lib/extension-client.ts'
import { copyImage, importDemo, loadWorkspaceId, uploadImage } from '../../lib/import/import-calls.ts'
import { waitingPorts } from '../../lib/import/browser-ports.ts'
import { coverAreas } from './cover-areas.ts'
import { blobOf } from './data-url.ts'
import { deriveUuid } from './derive-uuid.ts'
import { importPages } from './import-pages.ts'
import { withEarlierUploads, type ImportJob, type ImportProgress } from '../../lib/import/import-job.ts'
import { prepareImage } from '../../lib/import/import-manager.ts'
import { forgetJob, rememberedJob, rememberJob } from '../../lib/import/import-store.ts'
import { redactProposed } from './redact-proposed.ts'
import { chosenCaptures, hasTwoPictures, ruleAreas, type ReviewChoice } from './review-choice.ts'
import { recordingName, recordingSteps } from './recording-steps.ts'
import { runImport } from '../../lib/import/run-import.ts'
import { uploadOnce } from './upload-once.ts'

/** A stopped recording in the extension. */
export interface LoadedRecording {
  readonly sessionId: string
  readonly title: string
  readonly captures: readonly Capture[]
}

export async function loadRecording(sessionId: string): Promise<LoadedRecording> {
  const [{ recordings }, { captures }] = await Promise.all([
    askExtension({ type: 'list-recordings' }),
    askExtension({ type: 'list-captures', sessionId }),
  ])
  if (captures.every(({ isFolded }) => isFolded === true))
    throw new Error('This recording has no steps yet. Resume it and click through your app.')
  const title = recordings.find((recording) => recording.sessionId === sessionId)?.title ?? ''
  return { sessionId, title, captures }
}

/**
 * Imports a stopped recording from the extension. All ids derive from the recording's, so an import can be repeated.
 * The extension deletes only what the server has confirmed.
 */
export async function importRecording(
  { sessionId, title, captures: all }: LoadedRecording,
  choice: ReviewChoice,
  userId: string,
  onProgress: (progress: ImportProgress) => void,
  signal: AbortSignal,
): Promise<string> {
  const demoId = await deriveUuid(`demo ${sessionId}`)
  const captures = chosenCaptures(all, choice)
  const stepIds = await Promise.all(captures.map((capture) => deriveUuid(`step ${sessionId} ${capture.id}`)))
  const captureOf = new Map(stepIds.map((id, index) => [id, captures[index]?.id ?? '']))
  const shownWhole = new Set(captures.filter((capture) => isShownWhole(capture, choice)).map(({ id }) => id))
  const name = recordingName(title, captures)
  const job: ImportJob = {
    id: demoId,
    userId,
    workspaceId: null,
    demoId,
    target: { type: 'new-demo', name },
    items: stepIds.map((id, index) => ({ id, name: `Step ${index + 1}`, uploaded: null, problem: null })),
  }

  const finished = await runImport(
    withEarlierUploads(job, await rememberedJob(demoId)),
    {
      ...waitingPorts,
      finishSteps: (items, persist) =>
        importPages(
          items.flatMap(({ id, uploaded }) => {
            const captureId = captureOf.get(id) ?? ''
            return shownWhole.has(captureId) ? [{ stepId: id, captureId, picture: uploaded.path }] : []
          }),
          persist,
        ),
      loadWorkspaceId,
      upload: uploadOnce(uploadImage, copyImage),
      remember: rememberJob,
      readImage: async (item) => {
        const captureId = captureOf.get(item.id) ?? ''
        const isOther = choice.otherIds.has(captureId)
        const { dataUrl } = await askExtension({ type: 'read-capture-image', captureId, isOther })
        const capture = captures.find(({ id }) => id === captureId)
        return prepareImage(await coverAreas(blobOf(dataUrl), capture === undefined ? [] : ruleAreas(capture)))
      },
      finish: (current, items) => importDemo(current, name, recordingSteps(captures, items, captureOf)),
    },
    onProgress,
    signal,
  )
  for (const { id, uploaded } of finished.items) {
    const areas = choice.areas.get(captureOf.get(id) ?? '') ?? []
    if (uploaded !== null) await redactProposed(id, uploaded.path, areas)
  }
  await forgetJob(finished)
  await askExtension({ type: 'forget-recording', sessionId })
  return demoId
}

/**
 * A page may contain what its picture hides, so it is imported only if nothing is hidden and both were captured
 * together.
 */
function isShownWhole(capture: Capture, choice: ReviewChoice): boolean {
  const covered = ruleAreas(capture).length + (choice.areas.get(capture.id) ?? []).length
  return covered === 0 && capture.frameDelayMs === 0 && !hasTwoPictures(capture)
}
