import { useEffect } from 'react'

import { toggleFullScreen } from './full-screen-button.tsx'
import type { PlayerMove } from './player-state.ts'
import { tellHost } from './post-player-event.ts'

/** Spec §9: arrows navigate, F is full screen. K and Space play a narration. Ignores typing and keys with other meanings. */
export function usePlayerKeys(visit: (move: PlayerMove) => void, onPlay: (() => void) | null): void {
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || isTyping(event.target)) return
      if (event.key === 'ArrowRight') visit({ type: 'next' })
      else if (event.key === 'ArrowLeft') visit({ type: 'previous' })
      else if (event.key === 'Escape') return tellHost({ type: 'escape' })
      else if (event.key.toLowerCase() === 'f' && !event.repeat) toggleFullScreen()
      else if (
        onPlay !== null &&
        (event.key.toLowerCase() === 'k' || (event.key === ' ' && !isControl(event.target)))
      ) {
        if (!event.repeat) onPlay()
      } else return
      event.preventDefault()
    }
    addEventListener('keydown', handleKey)
    return () => removeEventListener('keydown', handleKey)
  }, [visit, onPlay])
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))
}

/** Space presses it, or scrolls it. */
function isControl(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('button, a, summary, video, [tabindex="0"]') !== null
}
