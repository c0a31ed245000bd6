import { createStore } from '#player/create-store.ts'

import { imageSteps, importDemo, insertSteps, loadWorkspaceId, uploadImage } from './import-calls.ts'
import { waitingPorts } from './browser-ports.ts'
import { shrinkImage } from './browser-images.ts'
import { headerBytes, readImageHeader } from './image-header.ts'
import type { ImportItem, ImportJob, ImportProgress } from './import-job.ts'
import { forgetJob, keptFile, rememberJob } from './import-store.ts'
import { runImport, type ImportPorts, type PreparedImage } from './run-import.ts'

/** An import running in this page, across navigation. */
export interface RunningImport {
  readonly job: ImportJob
  readonly progress: ImportProgress
  readonly failure: string | null
  /** False for one resumed at page load: it must not navigate. */
  readonly isFresh: boolean
}

type Finished = (job: ImportJob, isFresh: boolean) => void

const running = createStore<readonly RunningImport[]>([])
const stops = new Map<string, AbortController>()
const finishedListeners = new Set<Finished>()
/** Finished before anyone subscribed: a small import can finish before its UI loads. */
let unheard: { readonly job: ImportJob; readonly isFresh: boolean }[] = []

/** What imports left out, by demo, until the author has closed the list in its editor. */
export const leftOut = new Map<string, readonly string[]>()

export const runningImports = running.get
export const subscribeToImports = running.subscribe

export function subscribeToFinishedImports(listener: Finished): () => void {
  finishedListeners.add(listener)
  for (const { job, isFresh } of unheard) listener(job, isFresh)
  unheard = []
  return () => finishedListeners.delete(listener)
}

/** Runs a new job. One that already runs, here or in another tab, is skipped. */
export function startJob(job: ImportJob): Promise<void> {
  return runAlone(job, true)
}

/** Resumes a job of an earlier visit; doesn't navigate when it finishes. */
export function resumeJob(job: ImportJob): Promise<void> {
  return runAlone(job, false)
}

async function runAlone(job: ImportJob, isFresh: boolean): Promise<void> {
  if (stops.has(job.id)) return
  const stop = new AbortController()
  stops.set(job.id, stop)
  try {
    await exclusively(job.id, () => run(job, isFresh, stop.signal))
  } finally {
    stops.delete(job.id)
  }
}

export async function retryJob(job: ImportJob): Promise<void> {
  remove(job.id)
  await startJob(job)
}

export async function cancelJob(job: ImportJob): Promise<void> {
  stops.get(job.id)?.abort(new Error('cancelled'))
  remove(job.id)
  await forgetJob(job)
}

async function run(job: ImportJob, isFresh: boolean, signal: AbortSignal): Promise<void> {
  const total = job.items.length
  put({ job, isFresh, failure: null, progress: { stage: 'uploading', done: 0, total, waitingFor: null } })
  try {
    const finished = await runImport(
      job,
      ports,
      (progress, current) => put({ job: current, isFresh, failure: null, progress }),
      signal,
    )
    await forgetJob(finished)
    remove(job.id)
    if (finishedListeners.size === 0) unheard.push({ job: finished, isFresh })
    for (const listener of finishedListeners) listener(finished, isFresh)
  } catch (error) {
    if (signal.aborted) return
    const failure = error instanceof Error ? error.message : 'The import stopped.'
    const current = running.get().find((other) => other.job.id === job.id)
    if (current !== undefined) put({ ...current, failure })
  }
}

const ports: ImportPorts = {
  ...waitingPorts,
  loadWorkspaceId,
  readImage,
  upload: uploadImage,
  remember: rememberJob,
  finish: (job, items) =>
    job.target.type === 'new-demo'
      ? importDemo(job, job.target.name, imageSteps(items))
      : insertSteps(job.demoId, job.target.afterStepId, items),
}

async function readImage(item: ImportItem): Promise<PreparedImage> {
  const file = await keptFile(item.id)
  if (file === undefined) throw new Error(`“${item.name}” is no longer in this browser. Add it again.`)
  return prepareImage(file)
}

export async function prepareImage(file: Blob): Promise<PreparedImage> {
  const header = readImageHeader(new Uint8Array(await file.slice(0, headerBytes).arrayBuffer()))
  // WebP stays as it is: it was decoded when dropped, or comes from our extension.
  if (header?.format === 'webp' && header.size !== null) return { ...header.size, blob: file, extension: 'webp' }
  return shrinkImage(file, header?.format ?? 'png')
}

/** Only one tab runs a job. Without locks both do, which is wasteful but harmless. */
async function exclusively(id: string, work: () => Promise<void>): Promise<void> {
  if (navigator.locks === undefined) return work()
  await navigator.locks.request(`understudy-import-${id}`, { ifAvailable: true }, async (lock) => {
    if (lock !== null) await work()
  })
}

function put(entry: RunningImport): void {
  const all = running.get()
  const isKnown = all.some((other) => other.job.id === entry.job.id)
  running.set(isKnown ? all.map((other) => (other.job.id === entry.job.id ? entry : other)) : [...all, entry])
}

function remove(id: string): void {
  running.set(running.get().filter((other) => other.job.id !== id))
}
