import type { RecordedSnapshot, SnapshotAnswer, SnapshotUpload } from '#protocol/snapshots.ts'
import { snapshotsPath } from '#protocol/snapshots.ts'

import { BackendError } from '../../lib/backend-error.ts'
import { ask } from '../../lib/call-backend.ts'
import { askExtension } from '../../lib/extension-client.ts'
import { fetchAsUser } from '../../lib/fetch-as-user.ts'
import { blobOf } from './data-url.ts'

export interface PageOfStep {
  readonly stepId: string
  readonly captureId: string
  /** The step's picture. */
  readonly picture: string
}

/**
 * Uploads the pages of imported steps, with any files that the workspace doesn't have yet. Skips pages that can't be
 * read or are refused; their steps still have the picture. `persist` retries calls while the server is unreachable.
 */
export async function importPages(
  steps: readonly PageOfStep[],
  persist: <T>(call: () => Promise<T>) => Promise<T>,
): Promise<void> {
  for (const step of steps) {
    const page = await readPage(step.captureId)
    // Older extensions don't know this request and never answer.
    if (page === 'unknown') return
    if (page === null) continue
    try {
      await uploadPage(step, page, persist)
    } catch (error) {
      if (!(error instanceof BackendError)) throw error
    }
  }
}

async function readPage(captureId: string): Promise<RecordedSnapshot | 'unknown' | null> {
  try {
    return (await askExtension({ type: 'read-page', captureId })).page
  } catch {
    return 'unknown'
  }
}

async function uploadPage(
  { stepId, captureId, picture }: PageOfStep,
  page: RecordedSnapshot,
  persist: <T>(call: () => Promise<T>) => Promise<T>,
): Promise<void> {
  const upload: SnapshotUpload = { ...page, picture }
  const path = `${snapshotsPath}/steps/${stepId}`
  const send = () => persist(() => ask('demoSaveFailed', () => fetchAsUser<SnapshotAnswer>('POST', path, upload)))
  const { missing } = await send()
  for (const hash of missing) {
    const { dataUrl } = await askExtension({ type: 'read-page-file', captureId, hash })
    await persist(() => ask('demoSaveFailed', () => fetchAsUser('PUT', `${path}/files`, blobOf(dataUrl))))
  }
  if (missing.length > 0) await send()
}
