import { useEffect, useRef, useState } from 'react'

import type { StepSnapshot } from '#protocol/snapshots.ts'

/**
 * A step's captured page over its picture, in a frame without script and origin. It appears when it has loaded, and
 * takes no input: the hotspot and the callout belong to the player.
 */
export function Snapshot({ url, width, height, pictureWidth }: StepSnapshot) {
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
    const style = frame.current?.style
    style?.setProperty('position', 'absolute')
    style?.setProperty('inset', '0 auto auto 0')
    style?.setProperty('border', '0')
    style?.setProperty('pointer-events', 'none')
    style?.setProperty('transform-origin', '0 0')
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
        onLoad={() => setIsComplete(true)}
      />
    </div>
  )
}
