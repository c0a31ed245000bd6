import { useEffect, useState, type ComponentType } from 'react'

import { whenIdle } from '../lib/when-idle.ts'

/** Reserves the switch's row and fills it once the page is idle. */
export function AvailabilityPlace({ isCollapsed }: { readonly isCollapsed: boolean }) {
  const [Loaded, setLoaded] = useState<ComponentType<{ readonly isCollapsed: boolean }>>()
  useEffect(() => {
    const end = new AbortController()
    const load = async () => {
      const { AvailabilitySwitch } = await import('../features/live/availability-switch.tsx')
      if (!end.signal.aborted) setLoaded(() => AvailabilitySwitch)
    }
    const attempt = () => void load().catch(() => undefined)
    const callOff = whenIdle(attempt)
    window.addEventListener('online', attempt, { signal: end.signal })
    return () => {
      callOff()
      end.abort()
    }
  }, [])
  return (
    <div className="min-h-8 pointer-coarse:min-h-11">
      {Loaded === undefined ? null : <Loaded isCollapsed={isCollapsed} />}
    </div>
  )
}
