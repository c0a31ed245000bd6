import { currentSession, renewSession, subscribeToSession } from '../session.ts'
import type { ImportPorts } from './run-import.ts'

/** Waits; ends early when the network returns. */
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

/** Refreshes the session; if that fails, waits for the user to sign in. */
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
