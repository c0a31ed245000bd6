import { Session } from 'node:inspector'
import { isMainThread } from 'node:worker_threads'

/**
 * Evaluates JavaScript in a worker thread even while that computes and reads no messages: V8's inspector interrupts
 * WebAssembly, too. Whether it was evaluated is not told. Nothing is paused and no port is opened.
 */
export function evaluateInWorker(threadId: number, expression: string): void {
  const { session, sessionIds } = (inspector ??= connect())
  const sessionId = sessionIds.get(String(threadId))
  if (sessionId === undefined) return
  const message = JSON.stringify({ id: 1, method: 'Runtime.evaluate', params: { expression } })
  session.post('NodeWorker.sendMessageToWorker', { sessionId, message })
}

interface Inspector {
  readonly session: Session
  /** Of all workers of this process, by their number. */
  readonly sessionIds: ReadonlyMap<string, string>
}

/** Kept once it is there: a worker answers no second session of the same process. */
let inspector: Inspector | null = null

function connect(): Inspector {
  const session = new Session()
  const sessionIds = new Map<string, string>()
  session.on('NodeWorker.attachedToWorker', ({ params: { sessionId, workerInfo } }) => {
    sessionIds.set(workerInfo.workerId, sessionId)
  })
  session.on('NodeWorker.detachedFromWorker', ({ params: { sessionId } }) => {
    for (const [workerId, known] of sessionIds) if (known === sessionId) sessionIds.delete(workerId)
  })
  if (isMainThread) session.connect()
  else session.connectToMainThread()
  session.post('NodeWorker.enable', { waitForDebuggerOnStart: false })
  return { session, sessionIds }
}
