import { Worker } from 'node:worker_threads'

import { memoryBudget, type MemoryShare } from '#backend/memory-budget.ts'

/** What a thread answers; `refused` is a sentence for the author, null for an error of ours. */
export type ThreadAnswer<Answer> =
  | { readonly done: Answer }
  | { readonly refused: string | null; readonly cause: string | null }

/** Why a thread gave no answer. */
export class ThreadProblem extends Error {
  override readonly name = 'ThreadProblem'
  readonly reason: 'late' | 'memory' | 'refused' | 'failed'

  constructor(reason: ThreadProblem['reason'], message: string, options?: ErrorOptions) {
    super(message, options)
    this.reason = reason
  }
}

export interface ThreadBounds {
  readonly ms: number
  readonly memoryMb: number
  /** Whose share of the server's memory the threads use. */
  readonly share: MemoryShare
}

/**
 * Threads with limits on time and memory, for untrusted input. Idle ones are kept for 15 seconds. How many run at once is
 * up to the caller.
 */
export class BoundedThreads<Job, Answer> {
  readonly #idle: BoundedThread<Job, Answer>[] = []
  readonly #script: URL
  readonly #bounds: ThreadBounds

  constructor(script: URL, bounds: ThreadBounds) {
    this.#script = script
    this.#bounds = bounds
  }

  /**
   * Waits until the server has memory for the job: all that a thread may use, unless the caller knows that it needs
   * less. Moves the buffers in `moved` to the thread instead of copying them. Rejects with a ThreadProblem.
   */
  run(job: Job, neededMb = this.#bounds.memoryMb, moved: readonly ArrayBuffer[] = []): Promise<Answer> {
    return memoryBudget.run(this.#bounds.share, Math.min(neededMb, this.#bounds.memoryMb), () => this.#run(job, moved))
  }

  async #run(job: Job, moved: readonly ArrayBuffer[]): Promise<Answer> {
    const thread = this.#idle.pop() ?? new BoundedThread<Job, Answer>(this.#script, this.#bounds)
    try {
      return await thread.run(job, moved)
    } finally {
      if (thread.isBroken || (await thread.heapMb()) > idleHeapMb) await thread.end()
      else this.#keep(thread)
    }
  }

  #keep(thread: BoundedThread<Job, Answer>): void {
    this.#idle.push(thread)
    thread.rest(() => {
      const place = this.#idle.indexOf(thread)
      if (place >= 0) this.#idle.splice(place, 1)
    })
  }
}

class BoundedThread<Job, Answer> {
  isBroken = false
  readonly #bounds: ThreadBounds
  readonly #worker: Worker
  #retirement: NodeJS.Timeout | null = null

  constructor(script: URL, bounds: ThreadBounds) {
    this.#bounds = bounds
    this.#worker = new Worker(script, {
      execArgv: ['--disable-warning=ExperimentalWarning'],
      env: {},
      stdout: true,
      stderr: true,
      resourceLimits: { maxOldGenerationSizeMb: bounds.memoryMb, stackSizeMb: 4 },
    })
    const breakDown = (): void => {
      this.isBroken = true
    }
    this.#worker.on('error', breakDown)
    this.#worker.on('exit', breakDown)
  }

  async run(job: Job, moved: readonly ArrayBuffer[]): Promise<Answer> {
    if (this.#retirement !== null) clearTimeout(this.#retirement)
    this.#worker.ref()
    const answer = await this.#ask(job, moved).catch((error: unknown) => {
      this.isBroken = true
      throw error
    })
    if ('done' in answer) return answer.done
    if (answer.refused !== null) throw new ThreadProblem('refused', answer.refused)
    throw new ThreadProblem('failed', 'The thread had an error', { cause: answer.cause })
  }

  /** Ends it when nobody has needed it for a while. */
  rest(onEnd: () => void): void {
    this.#worker.unref()
    this.#retirement = setTimeout(() => {
      onEnd()
      void this.end()
    }, idleMs)
    this.#retirement.unref()
  }

  async end(): Promise<void> {
    await this.#worker.terminate()
  }

  /** What it keeps in memory between jobs; infinite if it has ended. */
  async heapMb(): Promise<number> {
    const { promise: ended, resolve } = Promise.withResolvers<null>()
    const onExit = (): void => resolve(null)
    this.#worker.once('exit', onExit)
    const heap = await Promise.race([this.#worker.getHeapStatistics().catch(() => null), ended])
    this.#worker.off('exit', onExit)
    return heap === null ? Infinity : (heap.total_heap_size + heap.external_memory) / 2 ** 20
  }

  #ask(job: Job, moved: readonly ArrayBuffer[]): Promise<ThreadAnswer<Answer>> {
    const { ms, memoryMb } = this.#bounds
    const worker = this.#worker
    const { promise, resolve, reject } = Promise.withResolvers<ThreadAnswer<Answer>>()
    const late = setTimeout(() => reject(new ThreadProblem('late', `It took more than ${ms} ms`)), ms)
    const tooLarge = new ThreadProblem('memory', `It took more than ${memoryMb} MB`)
    // The heap limit doesn't count array buffers, which hold decompressed streams.
    const watch = setInterval(() => {
      worker.getHeapStatistics().then(
        ({ external_memory: bytes }) => bytes > memoryMb * 1024 * 1024 && reject(tooLarge),
        () => undefined,
      )
    }, 100)
    const fail = (error: unknown): void => {
      const isMemory = error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
      reject(isMemory ? tooLarge : new ThreadProblem('failed', 'The thread ended', { cause: error }))
    }
    worker.once('message', resolve)
    worker.once('error', fail)
    worker.once('exit', fail)
    worker.postMessage(job, moved)
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
/** A thread with more is ended, because its garbage would keep memory that other jobs need. */
const idleHeapMb = 96
