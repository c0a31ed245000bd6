import { readlinkSync } from 'node:fs'
import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'

import type { ThreadAnswer } from './bounded-threads.ts'

/** Makes the current thread run the jobs of `BoundedThreads`. Errors that pass `isRefusal` are shown to the author. */
export function answerJobs<Answer>(
  work: (job: unknown) => Answer | Promise<Answer>,
  isRefusal: (error: unknown) => error is Error,
): void {
  letOthersGoFirst()
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

/**
 * Lets the threads that serve requests go first, because hostile input keeps several of these busy for seconds. Only Linux
 * has a priority for each thread.
 */
function letOthersGoFirst(): void {
  try {
    const thread = Number(readlinkSync('/proc/thread-self').split('/').at(-1))
    setPriority(thread, priority)
  } catch {
    // Without it, the system shares its processors evenly.
  }
}

/** A tenth of the usual share of a busy processor. */
const priority = 10
