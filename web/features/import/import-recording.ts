import { askExtension } from '../../lib/extension-client.ts'
import { copyImage, importDemo, loadWorkspaceId, uploadImage } from '../../lib/import/import-calls.ts'
import { waitingPorts } from '../../lib/import/browser-ports.ts'
import { blobOf } from './data-url.ts'
import { deriveUuid } from './derive-uuid.ts'
import { importPages } from './import-pages.ts'
import { withEarlierUploads, type ImportJob, type ImportProgress } from '../../lib/import/import-job.ts'
import { prepareImage } from '../../lib/import/import-manager.ts'
import { forgetJob, rememberedJob, rememberJob } from '../../lib/import/import-store.ts'
import { recordingName, recordingSteps } from './recording-steps.ts'
import { runImport } from '../../lib/import/run-import.ts'
import { uploadOnce } from './upload-once.ts'

/**
 * Imports a stopped recording from the extension. All ids derive from the recording's, so repeating it yields the same
 * demo. The extension deletes only what the server has.
 */
export async function importRecording(
  sessionId: string,
  userId: string,
  onProgress: (progress: ImportProgress) => void,
  signal: AbortSignal,
): Promise<string> {
  const demoId = await deriveUuid(`demo ${sessionId}`)
  const [{ recordings }, { captures }] = await Promise.all([
    askExtension({ type: 'list-recordings' }),
    askExtension({ type: 'list-captures', sessionId }),
  ])
  if (captures.length === 0) throw new Error('This recording has no steps yet. Resume it and click through your app.')

  const stepIds = await Promise.all(captures.map((capture) => deriveUuid(`step ${sessionId} ${capture.id}`)))
  const captureOf = new Map(stepIds.map((id, index) => [id, captures[index]?.id ?? '']))
  const title = recordings.find((recording) => recording.sessionId === sessionId)?.title ?? ''
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
          items.map(({ id, uploaded }) => ({ stepId: id, captureId: captureOf.get(id) ?? '', picture: uploaded.path })),
          persist,
        ),
      loadWorkspaceId,
      upload: uploadOnce(uploadImage, copyImage),
      remember: rememberJob,
      readImage: async (item) => {
        const captureId = captureOf.get(item.id) ?? ''
        const { dataUrl } = await askExtension({ type: 'read-capture-image', captureId })
        return prepareImage(blobOf(dataUrl))
      },
      finish: (current, items) => importDemo(current, name, recordingSteps(captures, items, captureOf)),
    },
    onProgress,
    signal,
  )
  await forgetJob(finished)
  await askExtension({ type: 'forget-recording', sessionId })
  return demoId
}
