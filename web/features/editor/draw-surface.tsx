import { useRef, type PointerEvent, type RefObject } from 'react'

import type { Hotspot } from '#domain/demo.ts'
import { insidePicture, type PictureArea } from '#domain/step-look.ts'

import { areaStyle } from './area-box.tsx'
import { followPointer } from './follow-pointer.ts'
import { pointToHotspot } from './pointer-place.ts'

export interface DrawSurfaceProps {
  /** As large as the picture. */
  readonly frame: RefObject<HTMLElement | null>
  readonly onPoint: (point: Hotspot) => void
  readonly onArea: (area: PictureArea) => void
}

/** Shorter drags are unsteady clicks. */
const dragPx = 6

/** Covers the picture while a tool is active. A click gives a point, a drag an area. */
export function DrawSurface({ frame, onPoint, onArea }: DrawSurfaceProps) {
  const outline = useRef<HTMLDivElement>(null)

  function handlePointerDown(event: PointerEvent<HTMLDivElement>): void {
    event.stopPropagation()
    const picture = frame.current
    if (!event.isPrimary || event.button !== 0 || picture === null) return
    const shown = picture.getBoundingClientRect()
    const point = pointToHotspot(event, shown)
    const from = { clientX: event.clientX, clientY: event.clientY }
    let area: PictureArea | null = null
    const show = (drawn: PictureArea | null) => {
      if (outline.current === null) return
      outline.current.hidden = drawn === null
      if (drawn !== null) Object.assign(outline.current.style, areaStyle(drawn))
    }
    followPointer(event, {
      onMove: ({ x, y }) => {
        if (area === null && Math.hypot(x, y) < dragPx) return
        const to = pointToHotspot({ clientX: from.clientX + x, clientY: from.clientY + y }, shown)
        area = between(point, to)
        show(area)
      },
      onRelease: () => {
        show(null)
        if (area === null) onPoint(point)
        else onArea(insidePicture(area))
      },
      onCancel: () => show(null),
    })
  }

  return (
    <div
      data-testid="draw-surface"
      className="absolute inset-0 cursor-crosshair touch-none"
      onPointerDown={handlePointerDown}
      onClick={(event) => event.stopPropagation()}
    >
      <div ref={outline} hidden className="absolute rounded-control border-2 border-accent bg-accent/10" />
    </div>
  )
}

function between(a: Hotspot, b: Hotspot): PictureArea {
  return {
    xPercent: Math.min(a.xPercent, b.xPercent),
    yPercent: Math.min(a.yPercent, b.yPercent),
    widthPercent: Math.abs(a.xPercent - b.xPercent),
    heightPercent: Math.abs(a.yPercent - b.yPercent),
  }
}
