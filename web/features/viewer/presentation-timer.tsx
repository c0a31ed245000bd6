import { useEffect, useState } from 'react'

import { timerMs, timerText, type Timer } from './presentation.ts'

/** Minutes and seconds since the presentation began. */
export function PresentationTimer({ timer, className }: { readonly timer: Timer; readonly className: string }) {
  const now = useNow(timer.since !== null)
  return (
    <span className={className} role="timer" aria-label="Elapsed">
      {timerText(timerMs(timer, now))}
    </span>
  )
}

/** The time of day, to the minute. */
export function WallClock({ className }: { readonly className: string }) {
  const now = useNow(true)
  const text = new Intl.DateTimeFormat(undefined, { hour: 'numeric', minute: '2-digit' }).format(now)
  return (
    <span className={className}>
      <span className="sr-only">It is </span>
      {text}
    </span>
  )
}

/** Milliseconds since 1970, ticking several times per second so that no second is skipped. */
function useNow(isRunning: boolean): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(() => setNow(Date.now()), 250)
    return () => clearInterval(timer)
  }, [isRunning])
  return now
}
