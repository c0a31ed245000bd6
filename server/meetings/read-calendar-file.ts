import { createFairQueue } from '#backend/http/fair-queue.ts'
import { BoundedThreads } from '#backend/threads/bounded-threads.ts'

import type { CalendarJob } from './busy-worker.ts'
import type { BusyTime } from './find-slots.ts'

const threads = new BoundedThreads<CalendarJob, readonly BusyTime[]>(new URL('busy-worker.ts', import.meta.url), {
  ms: 4_000,
  memoryMb: 192,
  share: 'visitors',
})
/** Workspaces take turns, because hostile files use all the time they get, and visitors wait for the times. */
const queue = createFairQueue({ concurrent: 2, waiting: 48, waitingPerKey: 8 })

/** Reads an ICS file in a thread with limits on time and memory. Rejects if the file is invalid or takes too long. */
export async function readCalendarFile(workspaceId: string, job: CalendarJob): Promise<readonly BusyTime[]> {
  return queue.run(workspaceId, () => threads.run(job, neededMb(job.text.length)))
}

/** Two million characters take about 120 MB. */
function neededMb(characters: number): number {
  return 48 + characters / 20_000
}
