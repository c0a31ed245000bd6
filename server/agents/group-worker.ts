import { groupAskedQuestions, groupQuestions } from '#agent/group-questions.ts'
import { answerJobs } from '#backend/threads/answer-jobs.ts'

import type { GroupJob } from './group-thread.ts'

/* Groups questions, one job after the other. See group-thread.ts. */

answerJobs(
  (job) => {
    const { answered, asked, dismissed } = job as GroupJob
    return answered === null ? groupQuestions(asked, dismissed) : groupAskedQuestions(answered)
  },
  (_error): _error is Error => false,
)
