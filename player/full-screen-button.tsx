import { useEffect, useReducer } from 'react'

import { Icon } from './icon.tsx'
import { useHydrated } from './use-hydrated.ts'

/** Hidden where unsupported, such as on iPhones or in restricted frames. */
export function FullScreenButton() {
  const isHydrated = useHydrated()
  const [, update] = useReducer((count: number) => count + 1, 0)

  useEffect(() => {
    document.addEventListener('fullscreenchange', update)
    return () => document.removeEventListener('fullscreenchange', update)
  }, [])

  if (!isHydrated || !document.fullscreenEnabled) return null
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
      <Icon name={isFull ? 'window' : 'full'} />
    </button>
  )
}

/** Browsers may refuse, which changes nothing. */
export function toggleFullScreen(): void {
  const done =
    document.fullscreenElement === null ? document.documentElement.requestFullscreen?.() : document.exitFullscreen()
  done?.catch(() => {})
}
