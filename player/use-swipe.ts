import { useRef, type TouchEvent } from 'react'

import { swipeMove, type PlayerMove } from './player-state.ts'

/** Handlers that turn a swipe of one finger into a move; not while the page is zoomed in. */
export function useSwipe(act: (move: PlayerMove) => void) {
  const start = useRef<{ x: number; y: number } | null>(null)
  return {
    onTouchStart: ({ touches }: TouchEvent) => {
      const finger = touches[0]
      const isZoomed = (globalThis.visualViewport?.scale ?? 1) > 1.05
      start.current =
        finger === undefined || touches.length > 1 || isZoomed ? null : { x: finger.clientX, y: finger.clientY }
    },
    onTouchEnd: ({ changedTouches }: TouchEvent) => {
      const finger = changedTouches[0]
      const from = start.current
      start.current = null
      const move = finger && from && swipeMove(finger.clientX - from.x, finger.clientY - from.y)
      if (move) act(move)
    },
  }
}
