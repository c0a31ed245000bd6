import { parentPort } from 'node:worker_threads'

import type { ThreadAnswer } from './bounded-threads.ts'

/** Makes the current thread answer the jobs of `BoundedThreads`. Errors of `isRefusal` reach the author. */
export function answerJobs<Answer>(
  work: (job: unknown) => Answer | Promise<Answer>,
  isRefusal: (error: unknown) => error is Error,
): void {
  const answer = async (job: unknown): Promise<ThreadAnswer<Answer>> => {
    try {
      return { done: await work(job) }
    } catch (error) {
      return isRefusal(error) ? { refused: error.message, cause: null } : { refused: null, cause: String(error) }
    }
  }
  const port = parentPort
  port?.on('message', (job: unknown) => {
    void answer(job).then((each) => port.postMessage(each))
  })
}
