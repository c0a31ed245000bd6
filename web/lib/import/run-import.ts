import { BackendError } from '../backend-error.ts'
import {
  finishedItems,
  imagePath,
  markRefused,
  markUploaded,
  pendingItems,
  type FinishedItem,
  type ImportItem,
  type ImportJob,
  type ImportProgress,
} from './import-job.ts'

export interface PreparedImage {
  readonly blob: Blob
  readonly extension: string
  readonly width: number
  readonly height: number
}

/** An import's external dependencies. Server calls fail with a BackendError. */
export interface ImportPorts {
  /** The demo's current or future location. */
  readonly loadWorkspaceId: (job: ImportJob) => Promise<string>
  readonly readImage: (item: ImportItem) => Promise<PreparedImage>
  /** Storing the same path again replaces it. */
  readonly upload: (path: string, image: Blob, signal: AbortSignal) => Promise<void>
  /** Creates the demo or adds the steps; idempotent. */
  readonly finish: (job: ImportJob, items: readonly FinishedItem[]) => Promise<void>
  /** Runs after the steps exist; `persist` waits for an unreachable server. */
  readonly finishSteps?: (
    items: readonly FinishedItem[],
    persist: <T>(call: () => Promise<T>) => Promise<T>,
  ) => Promise<void>
  /** Saves the progress for the next page load. */
  readonly remember: (job: ImportJob) => Promise<void>
  /** Resolves after the time, or sooner if the network returns. Rejects if aborted. */
  readonly pause: (timeMs: number, signal: AbortSignal) => Promise<void>
  /** Resolves when signed in (again). Rejects when aborted. */
  readonly signedIn: (signal: AbortSignal) => Promise<void>
}

const uploadsAtOnce = 6
const firstPauseMs = 500
const longestPauseMs = 15_000

/**
 * Uploads missing pictures a few at a time, then finishes the job. Waits for an unreachable server or network and says
 * so. Skips refused pictures; throws if none are left.
 */
export async function runImport(
  start: ImportJob,
  ports: ImportPorts,
  onProgress: (progress: ImportProgress, job: ImportJob) => void,
  signal: AbortSignal,
): Promise<ImportJob> {
  let job = start
  let waitingFor: ImportProgress['waitingFor'] = null
  let stage: ImportProgress['stage'] = 'uploading'

  const report = () => {
    const done = job.items.length - pendingItems(job).length
    onProgress({ stage, done, total: job.items.length, waitingFor }, job)
  }
  const change = async (next: ImportJob) => {
    job = next
    report()
    await ports.remember(job)
  }
  const untilAnswered = <T>(call: () => Promise<T>) =>
    persist(call, ports, signal, (next) => {
      if (waitingFor === next) return
      waitingFor = next
      report()
    })

  report()
  if (job.workspaceId === null) {
    await change({ ...job, workspaceId: await untilAnswered(() => ports.loadWorkspaceId(job)) })
  }
  const queue = [...pendingItems(job)]
  const worker = async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) {
      signal.throwIfAborted()
      const { id } = item
      const image = await ports.readImage(item)
      const path = imagePath(job, item, image.extension)
      try {
        await untilAnswered(() => ports.upload(path, image.blob, signal))
        await change(markUploaded(job, id, { path, width: image.width, height: image.height }))
      } catch (error) {
        if (!(error instanceof BackendError)) throw error
        const why = error.kind === 'full' ? 'did not fit into this workspace' : 'was refused by the server'
        await change(markRefused(job, id, `“${item.name}” ${why}. It was left out.`))
      }
    }
  }
  await Promise.all(Array.from({ length: uploadsAtOnce }, worker))

  const items = finishedItems(job)
  if (items.length === 0) throw new Error('None of the images could be uploaded.')
  stage = 'saving'
  report()
  await untilAnswered(() => ports.finish(job, items))
  await ports.finishSteps?.(items, untilAnswered)
  return job
}

/** Repeats a call while the server is unavailable or the session has ended; other failures are passed on. */
async function persist<T>(
  call: () => Promise<T>,
  ports: ImportPorts,
  signal: AbortSignal,
  onWait: (waitingFor: ImportProgress['waitingFor']) => void,
): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      const value = await call()
      onWait(null)
      return value
    } catch (error) {
      signal.throwIfAborted()
      if (!(error instanceof BackendError)) throw error
      if (error.kind === 'signed-out') {
        onWait('sign-in')
        await ports.signedIn(signal)
        // An unexplained refusal must not retry in a tight loop.
        if (attempt > 0) await ports.pause(firstPauseMs, signal)
      } else if (error.kind === 'unreachable' || error.kind === 'failed') {
        onWait(error.kind === 'failed' ? 'failed-server' : 'server')
        await ports.pause(Math.min(longestPauseMs, firstPauseMs * 2 ** attempt), signal)
      } else {
        throw error
      }
    }
  }
}
