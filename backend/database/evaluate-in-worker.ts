import { Session } from 'node:inspector'
import { isMainThread } from 'node:worker_threads'

/**
 * Evaluates JavaScript in a worker thread even while that computes and reads no messages: V8's inspector interrupts
 * WebAssembly, too. Whether it was evaluated is not told. Nothing is paused and no port is opened.
 */
export function evaluateInWorker(threadId: number, expression: string): void {
  const { session, sessionIds } = (inspector ??= connect())
  const sessionId = sessionIds.get(threadId)
  if (sessionId === undefined) return
  const message = JSON.stringify({ id: 1, method: 'Runtime.evaluate', params: { expression } })
  session.post('NodeWorker.sendMessageToWorker', { sessionId, message })
}

interface Inspector {
  readonly session: Session
  /** Of all workers of this process, by their thread's id. */
  readonly sessionIds: ReadonlyMap<number, string>
}

/** Kept once it is there: a worker answers no second session of the same process. */
let inspector: Inspector | null = null

function connect(): Inspector {
  const session = new Session()
  const sessionIds = new Map<number, string>()
  session.on('NodeWorker.attachedToWorker', ({ params: { sessionId, workerInfo } }) => {
    // The workerId is another number; the title begins with the thread's.
    const threadId = /^\[worker (\d+)\]/.exec(workerInfo.title)?.[1]
    if (threadId !== undefined) sessionIds.set(Number(threadId), sessionId)
  })
  session.on('NodeWorker.detachedFromWorker', ({ params: { sessionId } }) => {
    for (const [threadId, known] of sessionIds) if (known === sessionId) sessionIds.delete(threadId)
  })
  if (isMainThread) session.connect()
  else session.connectToMainThread()
  session.post('NodeWorker.enable', { waitForDebuggerOnStart: false })
  return { session, sessionIds }
}
