import { useEffect, useEffectEvent, useRef, type RefObject } from 'react'

import { limits } from '#domain/limits.ts'

const wheelZoomStep = limits.zoomStepPercent
const wheelRestMs = 200

interface WheelZoomOptions {
  readonly viewport: RefObject<HTMLElement | null>
  readonly zoomPercent: number
  /** Shows the picture at this size until the next render. */
  readonly show: (percent: number) => void
  readonly onRest: (percent: number) => void
}

/** Zooms at once, and reports the zoom when the wheel stops. */
export function useWheelZoom({ viewport, zoomPercent, show, onRest }: WheelZoomOptions): void {
  const turning = useRef<{ percent: number; timer: number } | null>(null)

  const tellZoom = useEffectEvent(() => {
    const percent = turning.current?.percent
    turning.current = null
    if (percent !== undefined) onRest(percent)
  })
  const zoomByWheel = useEffectEvent((event: WheelEvent) => {
    if (!event.ctrlKey && !event.metaKey) return
    event.preventDefault()
    window.clearTimeout(turning.current?.timer)
    const wanted = (turning.current?.percent ?? zoomPercent) + (event.deltaY < 0 ? wheelZoomStep : -wheelZoomStep)
    const percent = Math.max(limits.zoomMinPercent, Math.min(limits.zoomMaxPercent, wanted))
    show(percent)
    turning.current = { percent, timer: window.setTimeout(tellZoom, wheelRestMs) }
  })
  useEffect(() => {
    const element = viewport.current
    const handleWheel = (event: WheelEvent) => zoomByWheel(event)
    // Not React's onWheel: that listener is passive and can't prevent the page's zoom.
    element?.addEventListener('wheel', handleWheel, { passive: false })
    return () => {
      element?.removeEventListener('wheel', handleWheel)
      window.clearTimeout(turning.current?.timer)
    }
  }, [viewport])
}
