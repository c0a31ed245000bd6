import { setFlagsFromString } from 'node:v8'
import { Worker } from 'node:worker_threads'

import type { DirectoryState } from './durable-node-fs.ts'
import { threadStackMb } from './open-pglite.ts'
import type { OpenRequest, WorkerReply, WorkerRequest, WorkerStart, WorkerTask } from './pglite-messages.ts'

// V8 13 sometimes aborts the process when it frees WebAssembly code that threads share, such as PGlite's
// (https://github.com/nodejs/node/issues/64500). Keeping the code costs a few megabytes.
setFlagsFromString('--no-wasm-code-gc')

export type LaterReply = Exclude<WorkerReply, { type: 'prepared' | 'opened' }>

/** A thread that loads PGlite immediately and opens the data directory on request. */
export class PreparedWorker {
  readonly #worker: Worker
  readonly #prepared = Promise.withResolvers<void>()
  readonly #opened = Promise.withResolvers<void>()
  #onReply: (reply: LaterReply) => void = () => undefined
  #onEnd: (error: Error) => void = () => undefined

  constructor(start: WorkerStart) {
    this.#worker = new Worker(new URL('pglite-worker.ts', import.meta.url), {
      workerData: start,
      execArgv: [],
      resourceLimits: { stackSizeMb: threadStackMb },
    })
    this.#prepared.promise.catch(() => undefined)
    this.#opened.promise.catch(() => undefined)
    this.#worker.on('message', (reply: WorkerReply) => {
      if (reply.type === 'prepared') this.#prepared.resolve()
      else if (reply.type === 'opened') this.#opened.resolve()
      else this.#onReply(reply)
    })
    this.#worker.on('error', (error) => this.#end(error instanceof Error ? error : new Error(String(error))))
    this.#worker.on('exit', () => this.#end(new Error('the worker ended')))
  }

  /** Resolves when PGlite is loaded. */
  get prepared(): Promise<void> {
    return this.#prepared.promise
  }

  /** Nothing else may have the directory open. Rejects when opening fails; `onEnd` is called then too. */
  open(
    state: DirectoryState,
    { onReply, onEnd }: { readonly onReply: (reply: LaterReply) => void; readonly onEnd: (error: Error) => void },
  ): Promise<void> {
    this.#onReply = onReply
    this.#onEnd = onEnd
    this.#send({ type: 'open', state })
    return this.#opened.promise
  }

  get threadId(): number {
    return this.#worker.threadId
  }

  post(id: number, task: WorkerTask): void {
    this.#send({ type: 'request', id, task })
  }

  async terminate(): Promise<void> {
    await this.#worker.terminate()
  }

  #send(message: OpenRequest | WorkerRequest): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker is no window
    this.#worker.postMessage(message)
  }

  #end(error: Error): void {
    this.#prepared.reject(error)
    this.#opened.reject(error)
    this.#onEnd(error)
    this.#onEnd = () => undefined
  }
}
