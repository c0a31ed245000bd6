import { useEffect, useEffectEvent } from 'react'

import { reportPresence } from '../../lib/live-calls.ts'

/** Reports every few seconds that this dashboard is open, while it may be rung. */
export function usePresence(workspaceId: string | undefined, isNeeded: boolean): void {
  const report = useEffectEvent(() => {
    if (workspaceId !== undefined) void reportPresence(workspaceId).catch(() => undefined)
  })
  useEffect(() => {
    if (!isNeeded || workspaceId === undefined) return undefined
    report()
    const ticker = new Worker(new URL('tick-worker.ts', import.meta.url), { type: 'module' })
    ticker.addEventListener('message', report)
    return () => ticker.terminate()
  }, [workspaceId, isNeeded])
}
