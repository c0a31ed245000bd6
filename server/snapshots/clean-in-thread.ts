import { createFairQueue } from '#backend/http/fair-queue.ts'
import { BoundedThreads, ThreadProblem } from '#server/threads/bounded-threads.ts'

import { SnapshotProblem } from './clean-page.ts'

export interface CleanJob {
  readonly kind: 'page' | 'css'
  readonly text: string
}

const threads = new BoundedThreads<CleanJob, string>(new URL('clean-worker.ts', import.meta.url), {
  ms: 10_000,
  memoryMb: 256,
})
/** One at a time: hostile pages take all the time they are given, and workspaces take turns. */
const queue = createFairQueue({ concurrent: 1, waiting: 48, waitingPerNetwork: 4 })

/** Cleans a page or style sheet in another thread, so that hostile ones don't stop the server. */
export async function cleanInThread(workspaceId: string, job: CleanJob): Promise<string> {
  return queue.run(workspaceId, async () => {
    try {
      return await threads.run(job)
    } catch (error) {
      if (!(error instanceof ThreadProblem) || error.reason === 'failed') throw error
      throw new SnapshotProblem(error.reason === 'refused' ? error.message : 'The page takes too long to read.')
    }
  })
}
