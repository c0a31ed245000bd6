import { answerJobs } from '#backend/threads/answer-jobs.ts'

import { readSource, type SourceFile } from './read-source.ts'
import { SourceProblem } from './source-problem.ts'

/* Reads one document at a time. See parse-source.ts. */

answerJobs(
  (file) => readSource(file as SourceFile),
  (error) => error instanceof SourceProblem,
)
