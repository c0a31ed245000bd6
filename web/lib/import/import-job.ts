/** A picture to become a step; `id` is the step's id from the start, so repeating is harmless. */
export interface ImportItem {
  readonly id: string
  /** The file's name, or "Step 3" of a recording. */
  readonly name: string
  readonly uploaded: UploadedImage | null
  /** Set when the server refuses it for good; the others continue. */
  readonly problem: string | null
}

export interface UploadedImage {
  readonly path: string
  readonly width: number
  readonly height: number
}

export type ImportTarget =
  | { readonly type: 'new-demo'; readonly name: string }
  | { readonly type: 'add-steps'; readonly afterStepId: string | null }

/** Pictures to become a demo or steps. Kept in the browser until the server has them. */
export interface ImportJob {
  readonly id: string
  readonly userId: string
  /** The bucket folder's workspace; loaded when the upload starts, as the network may be down before. */
  readonly workspaceId: string | null
  readonly demoId: string
  readonly target: ImportTarget
  readonly items: readonly ImportItem[]
  /** A sentence for each file that was left out before the upload. */
  readonly leftOut?: readonly string[]
}

export interface ImportProgress {
  readonly stage: 'uploading' | 'saving'
  readonly done: number
  readonly total: number
  /** What it waits for before it resumes. */
  readonly waitingFor: 'server' | 'sign-in' | 'failed-server' | null
}

export function markUploaded(job: ImportJob, id: string, uploaded: UploadedImage): ImportJob {
  return { ...job, items: job.items.map((item) => (item.id === id ? { ...item, uploaded } : item)) }
}

export function markRefused(job: ImportJob, id: string, problem: string): ImportJob {
  return { ...job, items: job.items.map((item) => (item.id === id ? { ...item, problem } : item)) }
}

/** Items still to upload, in order. */
export function pendingItems(job: ImportJob): readonly ImportItem[] {
  return job.items.filter((item) => item.uploaded === null && item.problem === null)
}

export interface FinishedItem extends ImportItem {
  readonly uploaded: UploadedImage
}

/** The uploaded pictures, in the author's order. */
export function finishedItems(job: ImportJob): readonly FinishedItem[] {
  return job.items.filter((item): item is FinishedItem => item.uploaded !== null)
}

/** A sentence for each file that became no step. */
export function leftOutOf(job: ImportJob): readonly string[] {
  return [...(job.leftOut ?? []), ...job.items.flatMap(({ problem }) => (problem === null ? [] : [problem]))]
}

/** Keeps what an earlier run uploaded. */
export function withEarlierUploads(job: ImportJob, earlier: ImportJob | undefined): ImportJob {
  const known = new Map(earlier?.items.map((item) => [item.id, item]))
  return {
    ...job,
    items: job.items.map((item) => ({ ...item, uploaded: item.uploaded ?? known.get(item.id)?.uploaded ?? null })),
  }
}

/** Where a picture is stored: the workspace's folder, the demo's, then the step's own name. */
export function imagePath(job: ImportJob, item: ImportItem, extension: string): string {
  return `${job.workspaceId ?? ''}/${job.demoId}/${item.id}.${extension}`
}
