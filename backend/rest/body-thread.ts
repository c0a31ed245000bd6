import { createFairQueue, QueueFull } from '#backend/http/fair-queue.ts'
import { BoundedThreads, ThreadProblem } from '#backend/threads/bounded-threads.ts'

import { parseText, type ParseJob } from './parse-text.ts'
import { requestTooComplex, RestError, tooManyBodies } from './rest-error.ts'

type Parsed = ReturnType<typeof parseText>

/** What the thread answers: the result, or the fields of a RestError. */
export type BodyAnswer =
  | { readonly parsed: Parsed }
  | { readonly refusal: Pick<RestError, 'status' | 'code' | 'message' | 'details'> }

const threads = new BoundedThreads<ParseJob, BodyAnswer>(new URL('body-worker.ts', import.meta.url), {
  ms: 30_000,
  memoryMb: 384,
  share: 'authors',
})
const queue = createFairQueue({ concurrent: 2, waiting: 24, waitingPerKey: 8 })

/**
 * Parses a body, a large one in another thread, where networks and accounts take turns; its bytes move there. `sender`
 * is a key of the queue; null doesn't wait. Throws RestError.
 */
export async function parseInTurn(job: ParseJob, sender: string | null): Promise<Parsed> {
  if (job.bytes.byteLength <= (job.type === 'csv' ? largeCsvBytes : largeBodyBytes)) return parseText(job)
  const run = () => threads.run(job, neededMb(job.bytes.byteLength), [job.bytes.buffer])
  let answer: BodyAnswer
  try {
    answer = await (sender === null ? run() : queue.run(sender, run))
  } catch (error) {
    if (error instanceof QueueFull) throw tooManyBodies()
    if (!(error instanceof ThreadProblem)) throw error
    // A body of 10 MB takes a second, unless the machine is busy.
    if (error.reason === 'late') throw tooManyBodies()
    if (error.reason === 'memory') throw requestTooComplex('Parsing the body takes too much memory.')
    throw error
  }
  if ('parsed' in answer) return answer.parsed
  throw new RestError(answer.refusal)
}

/** Parsing this much takes up to 15 ms. */
const largeBodyBytes = 256 * 1024
/** A CSV of 200 kB can hold 240,000 empty values, whose JSON repeats the columns' names. */
const largeCsvBytes = 16 * 1024

function neededMb(bytes: number): number {
  return 32 + bytes / 50_000
}
