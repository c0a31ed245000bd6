import { Worker } from 'node:worker_threads'

import type { ReadSource, SourceFile } from './read-source.ts'
import { sourceLimits } from './source-limits.ts'
import { SourceProblem } from './source-problem.ts'

/**
 * Reads a document in a thread of its own, with bounds on time and memory: documents are written by strangers. Rejects
 * with a SourceProblem.
 */
export async function parseSource(file: SourceFile): Promise<ReadSource> {
  const leave = await enter()
  try {
    return await parseInThread(file)
  } finally {
    leave()
  }
}

type Answer = { readonly read: ReadSource } | { readonly problem: string | null; readonly cause: string | null }

function parseInThread(file: SourceFile): Promise<ReadSource> {
  const { parseMs, parseMemoryMb } = sourceLimits
  const worker = new Worker(new URL('read-source-worker.ts', import.meta.url), {
    workerData: file,
    execArgv: ['--disable-warning=ExperimentalWarning'],
    env: {},
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: parseMemoryMb, stackSizeMb: 4 },
  })
  return new Promise<ReadSource>((resolve, reject) => {
    const tooLarge = new SourceProblem('This takes too much memory to read. Split it, or save it without pictures.')
    const late = setTimeout(
      () => reject(new SourceProblem('This takes too long to read. Split it, or save it in a simpler form.')),
      parseMs,
    )
    // The heap's limit leaves out array buffers, which is where a decompressed stream is.
    const watch = setInterval(() => {
      worker.getHeapStatistics().then(
        ({ external_memory: bytes }) => bytes > parseMemoryMb * 1024 * 1024 && reject(tooLarge),
        () => undefined,
      )
    }, 100)
    worker.once('message', (answer: Answer) => {
      if ('read' in answer) resolve(answer.read)
      else reject(new SourceProblem(answer.problem ?? unreadable, { cause: answer.cause }))
    })
    worker.once('error', (error) => {
      const isMemory = 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
      reject(isMemory ? tooLarge : new SourceProblem(unreadable, { cause: error }))
    })
    worker.once('exit', () => {
      clearTimeout(late)
      clearInterval(watch)
      reject(new SourceProblem(unreadable))
    })
  }).finally(() => worker.terminate())
}

const unreadable = 'This file can’t be read. Save it again, or in another format.'

let running = 0
const waiting: (() => void)[] = []
const runningMax = 2
const waitingMax = 40

/** Two at a time, so that talks go on beside them. */
async function enter(): Promise<() => void> {
  if (running >= runningMax) {
    if (waiting.length >= waitingMax) throw new SourceProblem('Many documents are being read. Try again in a minute.')
    await new Promise<void>((resolve) => waiting.push(resolve))
  }
  running += 1
  return () => {
    running -= 1
    waiting.shift()?.()
  }
}
