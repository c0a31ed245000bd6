import { useEffect } from 'react'

import { toggleFullScreen } from './full-screen-button.tsx'
import type { PlayerMove } from './player-state.ts'
import { tellHost } from './post-player-event.ts'

/** Spec §9: arrows navigate, F is full screen. Ignores typing and keys with other meanings. */
export function usePlayerKeys(visit: (move: PlayerMove) => void): void {
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || isTyping(event.target)) return
      if (event.key === 'ArrowRight') visit({ type: 'next' })
      else if (event.key === 'ArrowLeft') visit({ type: 'previous' })
      else if (event.key === 'Escape') return tellHost({ type: 'escape' })
      else if (event.key.toLowerCase() === 'f' && !event.repeat) toggleFullScreen()
      else return
      event.preventDefault()
    }
    addEventListener('keydown', handleKey)
    return () => removeEventListener('keydown', handleKey)
  }, [visit])
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))
}
