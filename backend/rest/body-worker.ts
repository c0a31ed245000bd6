import { answerJobs } from '#backend/threads/answer-jobs.ts'

import type { BodyAnswer } from './body-thread.ts'
import { parseText, type ParseJob } from './parse-text.ts'
import { RestError } from './rest-error.ts'

/* Parses large bodies, one after the other. See body-thread.ts. */

answerJobs(
  (job) => work(job as ParseJob),
  (_error): _error is Error => false,
)

function work(job: ParseJob): BodyAnswer {
  try {
    return { parsed: parseText(job) }
  } catch (error) {
    if (!(error instanceof RestError)) throw error
    const { status, code, message, details } = error
    return { refusal: { status, code, message, details } }
  }
}
