import { answerJobs } from '#backend/threads/answer-jobs.ts'

import type { SpeakJob } from './speak-thread.ts'
import { speakSteps } from './speak-steps.ts'

/* Words the narration of large demos, one after the other. See speak-thread.ts. */

answerJobs(
  (job) => {
    const { demo, recordings } = job as SpeakJob
    return speakSteps(demo, recordings)
  },
  (_error): _error is Error => false,
)
