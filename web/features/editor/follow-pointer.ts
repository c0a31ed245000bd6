import type { PointerEvent as ReactPointerEvent } from 'react'

/**
 * Tells wherever a pressed pointer goes until it is let go, and tells nobody else on the page: React alone would look four
 * times for who wants to hear of each move.
 */
export function followPointer(press: ReactPointerEvent<HTMLElement>, onMove: (event: PointerEvent) => void): void {
  const { pointerId } = press
  const end = new AbortController()
  const first = { capture: true, signal: end.signal } as const
  const isIt = (event: PointerEvent) => event.pointerId === pointerId
  press.currentTarget.setPointerCapture(pointerId)
  window.addEventListener(
    'pointermove',
    (event) => {
      if (!isIt(event)) return
      event.stopPropagation()
      onMove(event)
    },
    first,
  )
  window.addEventListener('mousemove', (event) => event.stopPropagation(), first)
  // Comes in the end, whether it was let go, was taken away, or what had hold of it is no more.
  window.addEventListener('lostpointercapture', (event) => isIt(event) && end.abort(), first)
}
