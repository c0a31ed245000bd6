import { createFairQueue, QueueFull, type FairQueueOptions } from './fair-queue.ts'
import { readBody } from './read-body.ts'
import { isSlowSender, slowMs as slowMsUsual } from './slow-sender.ts'

/** Limits the uploads in memory, from the first byte until they are processed. */
export interface UploadQueue {
  /** Calls `work` with the whole body, or null once it exceeds `bytesMax`. Rejects with QueueFull. */
  readonly receive: <T>(
    upload: { readonly key: string; readonly request: Request; readonly bytesMax: number },
    work: (body: Uint8Array<ArrayBuffer> | null) => Promise<T>,
  ) => Promise<T>
}

export interface UploadQueueOptions extends FairQueueOptions {
  /** While others wait, slow uploads may take this long. */
  readonly slowMs?: number
}

/** Keys take turns. While others wait, a stalled upload loses its slot, so that a few accounts can't block the rest. */
export function createUploadQueue({ slowMs = slowMsUsual, ...options }: UploadQueueOptions): UploadQueue {
  const queue = createFairQueue(options)
  let asked = 0

  async function read(request: Request, bytesMax: number): Promise<Uint8Array<ArrayBuffer> | null> {
    const startedAt = performance.now()
    const stop = new AbortController()
    let bytes = 0
    const watch = setInterval(() => {
      const isSlow = isSlowSender(bytes, performance.now() - startedAt, slowMs)
      if (isSlow && asked > options.concurrent) stop.abort(new QueueFull(true))
    }, slowMs / 5)
    try {
      return await readBody(request, bytesMax, { signal: stop.signal, onBytes: (count) => (bytes += count) })
    } finally {
      clearInterval(watch)
    }
  }

  return {
    async receive({ key, request, bytesMax }, work) {
      asked += 1
      try {
        return await queue.run(key, async () => work(await read(request, bytesMax)))
      } finally {
        asked -= 1
      }
    },
  }
}
