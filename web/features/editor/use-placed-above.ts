import { useLayoutEffect, useState, type RefObject } from 'react'

const gapPx = 16
const edgePx = 8

/** Keeps a floating bar above its target, or below if there is no room; null leaves it in place. */
export function usePlacedAbove(bar: RefObject<HTMLElement | null>, find: (() => Element | null) | null): void {
  useLayoutEffect(() => {
    const element = find === null ? null : bar.current
    const canvas = element?.parentElement
    const shown = find?.() ?? null
    if (element === null || canvas === null || canvas === undefined || shown === null) return
    const place = () => placeBar(element, canvas.getBoundingClientRect(), shown.getBoundingClientRect())
    place()
    const watch = new ResizeObserver(place)
    for (const each of [element, canvas, shown]) watch.observe(each)
    return () => watch.disconnect()
  })
}

/** Whether something outside the bar is being dragged, so that the bar would be in the way. */
export function useDragOutside(bar: RefObject<HTMLElement | null>): boolean {
  const [isPressed, setIsPressed] = useState(false)
  useLayoutEffect(() => {
    const stop = new AbortController()
    const options = { capture: true, signal: stop.signal }
    const handleMove = ({ buttons, target }: PointerEvent) => {
      const isOwn = target instanceof Node && bar.current?.contains(target) === true
      if (buttons !== 1 || isOwn) return
      // Nothing more to learn from this drag's moves.
      window.removeEventListener('pointermove', handleMove, options)
      setIsPressed(true)
    }
    const listen = () => window.addEventListener('pointermove', handleMove, options)
    const release = () => {
      setIsPressed(false)
      listen()
    }
    listen()
    window.addEventListener('pointerup', release, options)
    window.addEventListener('pointercancel', release, options)
    return () => stop.abort()
  }, [bar])
  return isPressed
}

function placeBar(bar: HTMLElement, canvas: DOMRect, shown: DOMRect): void {
  const { offsetWidth: width, offsetHeight: height } = bar
  const above = shown.top - canvas.top - height - gapPx
  const below = shown.bottom - canvas.top + gapPx
  const isBelow = above < edgePx && below + height <= canvas.height - edgePx
  const left = shown.left - canvas.left + (shown.width - width) / 2
  Object.assign(bar.style, {
    left: `${Math.max(edgePx, Math.min(canvas.width - width - edgePx, left))}px`,
    top: `${isBelow ? below : Math.max(edgePx, above)}px`,
  })
}
