import { useLayoutEffect, useRef } from 'react'

import { toggleFullScreen } from './full-screen-button.tsx'
import type { PlayerMove } from './player-state.ts'
import { postToHost } from './post-player-event.ts'

/**
 * Spec §9: arrows navigate, F is full screen. K and Space play a narration. Ignores typing and keys with other
 * meanings.
 */
export function usePlayerKeys(visit: (move: PlayerMove) => void, onPlay: (() => void) | null): void {
  // The next key may come before effects have run again.
  const latest = useRef({ visit, onPlay })
  useLayoutEffect(() => {
    latest.current = { visit, onPlay }
  })
  // Before paint, so that visible controls work.
  useLayoutEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || isTyping(event.target)) return
      const { visit: move, onPlay: play } = latest.current
      const key = event.key.toLowerCase()
      if (key === 'arrowright') move({ type: 'next' })
      else if (key === 'arrowleft') move({ type: 'previous' })
      else if (key === 'escape') return postToHost({ type: 'escape' })
      else if (key === 'f' && !event.repeat) toggleFullScreen()
      else if (play !== null && !event.repeat && (key === 'k' || (key === ' ' && !isControl(event.target)))) play()
      else return
      event.preventDefault()
    }
    addEventListener('keydown', handleKey)
    return () => removeEventListener('keydown', handleKey)
  }, [])
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))
}

/** Space presses it, or scrolls it. */
function isControl(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('button, a, summary, video, [tabindex="0"]') !== null
}
