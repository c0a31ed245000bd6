import { currentSession, renewSession, subscribeToSession } from '../session.ts'
import type { ImportPorts } from './run-import.ts'

/** Waits; the network's return cuts it short, because that is what it was waiting for. */
function pause(timeMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const done = new AbortController()
    const timer = setTimeout(finish, timeMs)
    function finish(): void {
      clearTimeout(timer)
      done.abort()
      if (signal.aborted) reject(signal.reason as Error)
      else resolve()
    }
    window.addEventListener('online', finish, { signal: done.signal })
    signal.addEventListener('abort', finish, { signal: done.signal })
  })
}

/** Tries to prolong the session; when that is over, waits until somebody has signed in again. */
async function signedIn(signal: AbortSignal): Promise<void> {
  if (await renewSession().catch(() => false)) return
  if (currentSession().status === 'signed-in') return
  await new Promise<void>((resolve, reject) => {
    const stop = subscribeToSession(() => {
      if (currentSession().status !== 'signed-in') return
      stop()
      resolve()
    })
    signal.addEventListener(
      'abort',
      () => {
        stop()
        reject(signal.reason as Error)
      },
      { once: true },
    )
  })
}

export const waitingPorts: Pick<ImportPorts, 'pause' | 'signedIn'> = { pause, signedIn }
