import { Worker } from 'node:worker_threads'

import type { BusyTime } from './find-slots.ts'
import type { BusyRange } from './read-busy-times.ts'

/** Reads an ICS file in a thread with limits on time and memory. Rejects if the file is invalid or takes too long. */
export async function readCalendarFile(text: string, range: BusyRange): Promise<readonly BusyTime[]> {
  return takeTurn(() => readInThread(text, range))
}

function readInThread(text: string, range: BusyRange): Promise<readonly BusyTime[]> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('busy-worker.ts', import.meta.url), {
      workerData: { text, ...range },
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 32 },
    })
    const late = setTimeout(() => {
      reject(new Error('The calendar took too long to read'))
      void worker.terminate()
    }, readMs)
    worker.once('message', (times: readonly BusyTime[]) => resolve(times))
    worker.once('error', (error) => reject(error instanceof Error ? error : new Error(String(error))))
    worker.once('exit', () => {
      clearTimeout(late)
      reject(new Error('The calendar could not be read'))
    })
  })
}

const readMs = 4_000
const threadsMax = 2
const waiting: (() => void)[] = []
let running = 0

/** So that hostile files can't use all cores. */
async function takeTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= threadsMax) await new Promise<void>((resolve) => waiting.push(resolve))
  else running += 1
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next === undefined) running -= 1
    else next()
  }
}
