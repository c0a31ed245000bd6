import { createFairQueue } from '#backend/http/fair-queue.ts'
import type { PageEdits } from '#domain/page-edits.ts'
import { BoundedThreads, ThreadProblem } from '#backend/threads/bounded-threads.ts'

import type { BurntEdits } from './burn-edits.ts'
import { EditProblem } from './page-targets.ts'
import type { PageWords } from './page-texts.ts'
import { SnapshotProblem } from './parse-page.ts'

export type PageJob =
  | { readonly kind: 'page'; readonly text: string; readonly sheets: readonly string[] }
  | { readonly kind: 'css'; readonly text: string }
  | { readonly kind: 'covered' | 'texts'; readonly html: string; readonly edits: PageEdits }
  | { readonly kind: 'sentences'; readonly html: string }
  | {
      readonly kind: 'burn'
      readonly html: string
      readonly edits: PageEdits
      readonly standIns: ReadonlyMap<string, StandIn>
      readonly sheets: ReadonlyMap<string, string>
    }

export interface PageJobAnswers {
  /** A cleaned page. */
  readonly page: { readonly html: string; readonly sentences: readonly string[] }
  /** A cleaned style sheet with the hashes of the files it refers to. */
  readonly css: { readonly css: string; readonly named: ReadonlySet<string> }
  /** Hashes of the pictures in hidden or blurred elements. */
  readonly covered: readonly string[]
  readonly burn: BurntEdits & { readonly sentences: readonly string[] }
  readonly sentences: readonly string[]
  readonly texts: PageWords
}

/** Blank or blurred pictures of the same size, by the original's hash. */
export interface StandIn {
  readonly hide: string
  readonly blur: string
}

const threads = new BoundedThreads<PageJob, PageJobAnswers[PageJob['kind']]>(
  new URL('page-worker.ts', import.meta.url),
  {
    ms: 10_000,
    memoryMb: 256,
    share: 'authors',
  },
)
/** One at a time, with workspaces taking turns, because hostile pages use all the time they get. */
const queue = createFairQueue({ concurrent: 1, waiting: 48, waitingPerKey: 4 })

/** Trees of hostile pages take about a hundred bytes per character. */
function neededMb(job: PageJob): number {
  const text = 'html' in job ? job.html : job.text
  const sheets = 'sheets' in job ? [...job.sheets.values()] : []
  const characters = sheets.reduce((sum, sheet) => sum + sheet.length, text.length)
  return 32 + characters / 10_000
}

/** Processes a page or style sheet in another thread, so that hostile ones can't block the server. */
export async function inPageThread<Kind extends PageJob['kind']>(
  workspaceId: string,
  job: PageJob & { readonly kind: Kind },
): Promise<PageJobAnswers[Kind]> {
  return queue.run(workspaceId, async () => {
    try {
      return (await threads.run(job, neededMb(job))) as PageJobAnswers[Kind]
    } catch (error) {
      if (!(error instanceof ThreadProblem) || error.reason === 'failed') throw error
      const Problem = job.kind === 'covered' || job.kind === 'burn' ? EditProblem : SnapshotProblem
      throw new Problem(error.reason === 'refused' ? error.message : 'The page takes too long to read.')
    }
  })
}
