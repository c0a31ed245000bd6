import { Session } from 'node:inspector'
import { isMainThread } from 'node:worker_threads'

/**
 * Evaluates JavaScript in a busy worker thread: V8's inspector interrupts even WebAssembly. Doesn't report the result,
 * pause execution or open a port.
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
  /** Inspector sessions of all workers, by thread id. */
  readonly sessionIds: ReadonlyMap<number, string>
}

/** Reused, because a worker only answers one session per process. */
let inspector: Inspector | null = null

function connect(): Inspector {
  const session = new Session()
  const sessionIds = new Map<number, string>()
  session.on('NodeWorker.attachedToWorker', ({ params: { sessionId, workerInfo } }) => {
    // workerId differs from the thread id, which starts the title.
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
