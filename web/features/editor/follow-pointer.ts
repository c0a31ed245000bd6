import type { PointerEvent as ReactPointerEvent } from 'react'

/** In pixels of the screen. */
export interface PointerOffset {
  readonly x: number
  readonly y: number
}

export interface PointerFollower {
  /** Distance from the press. */
  readonly onMove: (offset: PointerOffset) => void
  /** Released. */
  readonly onRelease: () => void
  /** Cancelled by Escape, the system, or removal of the element. */
  readonly onCancel: () => void
}

/**
 * Follows a pressed pointer until release, and stops its events: React alone would search for handlers four times per
 * move.
 */
export function followPointer(press: ReactPointerEvent<HTMLElement>, follower: PointerFollower): void {
  const { pointerId, currentTarget, clientX, clientY } = press
  const end = new AbortController()
  const first = { capture: true, signal: end.signal } as const
  currentTarget.setPointerCapture(pointerId)

  function listen(type: PointerNews, hear: (event: PointerEvent) => void): void {
    window.addEventListener(type, (event) => event.pointerId === pointerId && hear(event), first)
  }
  /** Captures the pointer until release, so nothing below is clicked. */
  function finish(tell: () => void): void {
    end.abort()
    tell()
  }

  listen('pointermove', (event) => {
    event.stopPropagation()
    follower.onMove({ x: event.clientX - clientX, y: event.clientY - clientY })
  })
  window.addEventListener('mousemove', (event) => event.stopPropagation(), first)
  listen('pointerup', () => finish(follower.onRelease))
  listen('pointercancel', () => finish(follower.onCancel))
  listen('lostpointercapture', () => finish(follower.onCancel))
  window.addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Escape') return
      event.preventDefault()
      event.stopPropagation()
      finish(follower.onCancel)
    },
    first,
  )
}

type PointerNews = 'pointermove' | 'pointerup' | 'pointercancel' | 'lostpointercapture'
