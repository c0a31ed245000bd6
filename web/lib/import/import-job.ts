/** One picture on its way to becoming a step; `id` is the step's id from the start, so repeating is harmless. */
export interface ImportItem {
  readonly id: string
  /** What the author calls it: the file's name, or "Step 3" of a recording. */
  readonly name: string
  readonly uploaded: UploadedImage | null
  /** Set when the server will never take it; the others go on without it. */
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

/** Pictures that become a demo, or more steps of one. Kept in the browser until the server has all of it. */
export interface ImportJob {
  readonly id: string
  readonly userId: string
  /** Whose folder of the bucket; asked for when the upload starts, because the network may be away before. */
  readonly workspaceId: string | null
  readonly demoId: string
  readonly target: ImportTarget
  readonly items: readonly ImportItem[]
}

export interface ImportProgress {
  readonly stage: 'uploading' | 'saving'
  readonly done: number
  readonly total: number
  /** What it waits for; it goes on by itself when that comes. */
  readonly waitingFor: 'server' | 'sign-in' | null
}

export function markUploaded(job: ImportJob, id: string, uploaded: UploadedImage): ImportJob {
  return { ...job, items: job.items.map((item) => (item.id === id ? { ...item, uploaded } : item)) }
}

export function markRefused(job: ImportJob, id: string, problem: string): ImportJob {
  return { ...job, items: job.items.map((item) => (item.id === id ? { ...item, problem } : item)) }
}

/** What is still to be uploaded, in order. */
export function pendingItems(job: ImportJob): readonly ImportItem[] {
  return job.items.filter((item) => item.uploaded === null && item.problem === null)
}

export interface FinishedItem extends ImportItem {
  readonly uploaded: UploadedImage
}

/** The pictures that made it, in the author's order. */
export function finishedItems(job: ImportJob): readonly FinishedItem[] {
  return job.items.filter((item): item is FinishedItem => item.uploaded !== null)
}

/** Takes over what an earlier run of the same job has already uploaded. */
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
