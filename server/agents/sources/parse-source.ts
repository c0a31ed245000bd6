import { Worker } from 'node:worker_threads'

import type { SourceAnswer } from './read-source-worker.ts'
import type { ReadSource, SourceFile } from './read-source.ts'
import { sourceLimits } from './source-limits.ts'
import { SourceProblem } from './source-problem.ts'

/**
 * Reads a document in another thread with limits on time and memory, because documents are untrusted. Rejects with a
 * SourceProblem.
 */
export async function parseSource(file: SourceFile): Promise<ReadSource> {
  const leave = await enter()
  const thread = idle.pop() ?? new ReadingThread()
  try {
    return await thread.read(file)
  } finally {
    thread.rest()
    leave()
  }
}

const idle: ReadingThread[] = []

/** A thread that is reused for the next page of a site, and ended after idling or a failure. */
class ReadingThread {
  readonly #worker = new Worker(new URL('read-source-worker.ts', import.meta.url), {
    execArgv: ['--disable-warning=ExperimentalWarning'],
    env: {},
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: sourceLimits.parseMemoryMb, stackSizeMb: 4 },
  })
  #isBroken = false
  #retirement: NodeJS.Timeout | null = null

  constructor() {
    const breakDown = (): void => {
      this.#isBroken = true
    }
    this.#worker.on('error', breakDown)
    this.#worker.on('exit', breakDown)
  }

  async read(file: SourceFile): Promise<ReadSource> {
    if (this.#retirement !== null) clearTimeout(this.#retirement)
    this.#worker.ref()
    const answer = await this.#ask(file).catch((error: unknown) => {
      this.#isBroken = true
      throw error
    })
    if ('read' in answer) return answer.read
    throw new SourceProblem(answer.problem ?? unreadable, { cause: answer.cause })
  }

  /** Ends it, immediately or after idling. */
  rest(): void {
    if (this.#isBroken) return this.#end()
    this.#worker.unref()
    idle.push(this)
    this.#retirement = setTimeout(() => this.#end(), idleMs)
    this.#retirement.unref()
  }

  #end(): void {
    const place = idle.indexOf(this)
    if (place >= 0) idle.splice(place, 1)
    void this.#worker.terminate()
  }

  #ask(file: SourceFile): Promise<SourceAnswer> {
    const { parseMs, parseMemoryMb } = sourceLimits
    const worker = this.#worker
    const { promise, resolve, reject } = Promise.withResolvers<SourceAnswer>()
    const tooLarge = new SourceProblem('This takes too much memory to read. Split it, or save it without pictures.')
    const late = setTimeout(
      () => reject(new SourceProblem('This takes too long to read. Split it, or save it in a simpler form.')),
      parseMs,
    )
    // The heap limit excludes array buffers, where decompressed streams are.
    const watch = setInterval(() => {
      worker.getHeapStatistics().then(
        ({ external_memory: bytes }) => bytes > parseMemoryMb * 1024 * 1024 && reject(tooLarge),
        () => undefined,
      )
    }, 100)
    const fail = (error: unknown): void => {
      const isMemory = error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
      reject(isMemory ? tooLarge : new SourceProblem(unreadable, { cause: error }))
    }
    worker.once('message', resolve)
    worker.once('error', fail)
    worker.once('exit', fail)
    worker.postMessage(file, [])
    return promise.finally(() => {
      clearTimeout(late)
      clearInterval(watch)
      worker.off('message', resolve)
      worker.off('error', fail)
      worker.off('exit', fail)
    })
  }
}

const idleMs = 15_000
const unreadable = 'This file can’t be read. Save it again, or in another format.'

let running = 0
const waiting: (() => void)[] = []
const runningMax = 2
const waitingMax = 40

/** Two at a time, so that conversations continue meanwhile. */
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
