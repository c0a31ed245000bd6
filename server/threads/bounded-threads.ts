import { Worker } from 'node:worker_threads'

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

  /** Rejects with a ThreadProblem. */
  async run(job: Job): Promise<Answer> {
    const thread = this.#idle.pop() ?? new BoundedThread<Job, Answer>(this.#script, this.#bounds)
    try {
      return await thread.run(job)
    } finally {
      if (thread.isBroken) thread.end()
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

  async run(job: Job): Promise<Answer> {
    if (this.#retirement !== null) clearTimeout(this.#retirement)
    this.#worker.ref()
    const answer = await this.#ask(job).catch((error: unknown) => {
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
      this.end()
    }, idleMs)
    this.#retirement.unref()
  }

  end(): void {
    void this.#worker.terminate()
  }

  #ask(job: Job): Promise<ThreadAnswer<Answer>> {
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
    worker.postMessage(job, [])
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
