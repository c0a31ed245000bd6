import { useEffect, useReducer } from 'react'

import { useTakenOver } from './use-taken-over.ts'

/** Hidden where unsupported, such as on iPhones or in restricted frames. */
export function FullScreenButton() {
  const isTakenOver = useTakenOver()
  const [, update] = useReducer((count: number) => count + 1, 0)

  useEffect(() => {
    document.addEventListener('fullscreenchange', update)
    return () => document.removeEventListener('fullscreenchange', update)
  }, [])

  if (!isTakenOver || !document.fullscreenEnabled) return null
  const isFull = document.fullscreenElement !== null
  const label = isFull ? 'Exit full screen' : 'Full screen'
  return (
    <button
      type="button"
      className="us-icon-button"
      aria-label={label}
      title={`${label} (F)`}
      onClick={toggleFullScreen}
    >
      <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
        <path
          d={isFull ? 'M6 2v4H2M10 2v4h4M6 14v-4H2M10 14v-4h4' : 'M2 6V2h4M14 6V2h-4M2 10v4h4M14 10v4h-4'}
          fill="none"
          stroke="currentColor"
          strokeWidth="1.5"
        />
      </svg>
    </button>
  )
}

/** Browsers may refuse, which changes nothing. */
export function toggleFullScreen(): void {
  const done =
    document.fullscreenElement === null ? document.documentElement.requestFullscreen?.() : document.exitFullscreen()
  done?.catch(() => {})
}
