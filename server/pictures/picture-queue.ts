import { createFairQueue, type FairQueue } from '#backend/http/fair-queue.ts'
import { createRateLimit } from '#backend/http/rate-limit.ts'
import type { Services } from '#server/services.ts'

/** Everything that decodes whole pictures waits in one queue, because each takes up to 200 MB. */
export interface PictureQueue {
  readonly run: FairQueue['run']
  /** Whether the workspace may edit one more picture now. */
  readonly take: (workspaceId: string) => boolean
}

export function createPictureQueue({ now }: Pick<Services, 'now'>): PictureQueue {
  const queue = createFairQueue({ concurrent: 1, waiting: 8, waitingPerKey: 8 })
  const edited = createRateLimit({ burst: 300, refillMs: 300_000, now })
  return { run: queue.run, take: (workspaceId) => edited.take(workspaceId) }
}
