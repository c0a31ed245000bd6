import { answerJobs } from '#server/threads/answer-jobs.ts'

import { cleanCss, cleanPage, SnapshotProblem } from './clean-page.ts'
import type { CleanJob } from './clean-in-thread.ts'

/* Cleans one page or style sheet after the other. See clean-in-thread.ts. */

answerJobs(
  (job) => {
    const { kind, text } = job as CleanJob
    return kind === 'page' ? cleanPage(text) : cleanCss(text)
  },
  (error) => error instanceof SnapshotProblem,
)
