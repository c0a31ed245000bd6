import { useEffect, useLayoutEffect, useRef, useState } from 'react'

import type { StepSnapshot } from '#protocol/snapshots.ts'

import { letTextBeSelected } from './select-text.ts'

interface SnapshotProps extends StepSnapshot {
  /** Whether visitors select text in it; otherwise, it takes no input. */
  readonly canSelect?: boolean
}

// Room for every step's picture and page; the default of 250 entries would drop the later ones.
performance.setResourceTimingBufferSize(5_000)

/** A step's captured page over its picture, loaded once the step has been shown for a moment. */
export function Snapshot(page: SnapshotProps) {
  const [isResting, setIsResting] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsResting(true), restMs)
    return () => clearTimeout(timer)
  }, [])
  return isResting && <PageFrame {...page} />
}

/** Visitors who skip ahead load no pages, and a step's picture is painted before its page starts to load. */
const restMs = 200

/** A frame without script and origin. It appears when the page has loaded. */
function PageFrame({ url, width, height, pictureWidth, canSelect = false }: SnapshotProps) {
  const place = useRef<HTMLDivElement>(null)
  const frame = useRef<HTMLIFrameElement>(null)
  const [isComplete, setIsComplete] = useState(false)

  useEffect(() => {
    const within = place.current?.offsetParent ?? null
    if (within === null) return
    const fit = () => {
      const style = frame.current?.style
      if (style === undefined) return
      const scale = within.clientWidth / pictureWidth
      style.setProperty('width', `${width}px`)
      style.setProperty('height', `${height}px`)
      style.setProperty('transform', `scale(${scale})`)
    }
    const observer = new ResizeObserver(fit)
    observer.observe(within)
    fit()
    return () => observer.disconnect()
  }, [width, height, pictureWidth])

  useEffect(() => {
    const view = place.current?.closest<HTMLElement>('.us-view')
    if (!canSelect || !isComplete || frame.current === null || !view) return
    return letTextBeSelected(frame.current, view)
  }, [canSelect, isComplete])

  // Before the first paint, to avoid showing an empty frame.
  useLayoutEffect(() => {
    const style = frame.current?.style
    style?.setProperty('position', 'absolute')
    style?.setProperty('inset', '0 auto auto 0')
    style?.setProperty('border', '0')
    style?.setProperty('pointer-events', 'none')
    style?.setProperty('transform-origin', '0 0')
    // As in a tab: without it, the picture would show through pages without a background.
    style?.setProperty('color-scheme', 'light')
    style?.setProperty('background', '#fff')
    style?.setProperty('opacity', isComplete ? '1' : '0')
  }, [isComplete])

  return (
    <div ref={place}>
      <iframe
        ref={frame}
        sandbox=""
        src={url}
        // The picture's alternative text describes it.
        title=""
        aria-hidden="true"
        tabIndex={-1}
        referrerPolicy="no-referrer"
        onLoad={() => setIsComplete(hasArrived(url))}
      />
    </div>
  )
}

/** Whether the frame loaded the page rather than an error page. Safari doesn't report it. */
function hasArrived(url: string): boolean {
  const entries = performance.getEntriesByName(new URL(url, location.href).href, 'resource')
  const { responseStatus: status } = (entries.at(-1) ?? {}) as Partial<PerformanceResourceTiming>
  return status === undefined || (status >= 200 && status < 300)
}
