import { answerJobs } from '#backend/threads/answer-jobs.ts'

import { readBusyTimes, type BusyRange } from './read-busy-times.ts'

/* A separate thread, so that an endless recurrence rule can be stopped. See read-calendar-file.ts. */

export interface CalendarJob {
  readonly text: string
  readonly range: BusyRange
}

answerJobs(
  (job) => {
    const { text, range } = job as CalendarJob
    return readBusyTimes(text, range)
  },
  (error) => error instanceof Error,
)
