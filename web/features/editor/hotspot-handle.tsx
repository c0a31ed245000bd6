import { useState, type KeyboardEvent, type PointerEvent, type RefObject } from 'react'

import type { Hotspot } from '#domain/demo.ts'

import { placeHotspot, pointToHotspot } from './pointer-place.ts'

export interface HotspotHandleProps {
  readonly place: Hotspot
  /** As large as the picture. */
  readonly frame: RefObject<HTMLElement | null>
  readonly onMove: (place: Hotspot) => void
  readonly onRemove: () => void
}

const nudgePercent = 0.5
const bigNudgePercent = 5

const directions: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** What the author takes hold of: over the marker, dragged or moved by arrow keys (further with Shift). */
export function HotspotHandle({ place, frame, onMove, onRemove }: HotspotHandleProps) {
  const [dragged, setDragged] = useState<Hotspot | null>(null)
  const shown = dragged ?? place

  function handlePointerDown(event: PointerEvent<HTMLButtonElement>): void {
    event.stopPropagation()
    event.currentTarget.setPointerCapture(event.pointerId)
    setDragged(place)
  }

  function handlePointerMove(event: PointerEvent<HTMLButtonElement>): void {
    if (dragged !== null && frame.current !== null) {
      setDragged(pointToHotspot(event, frame.current.getBoundingClientRect()))
    }
  }

  function handlePointerUp(): void {
    if (dragged !== null && (dragged.xPercent !== place.xPercent || dragged.yPercent !== place.yPercent))
      onMove(dragged)
    setDragged(null)
  }

  function handleKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Delete' || event.key === 'Backspace') {
      event.preventDefault()
      onRemove()
    }
    const direction = directions[event.key]
    if (direction === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    const distance = event.shiftKey ? bigNudgePercent : nudgePercent
    onMove(placeHotspot(place.xPercent + direction[0] * distance, place.yPercent + direction[1] * distance))
  }

  return (
    <button
      type="button"
      aria-label={`Hotspot at ${Math.round(shown.xPercent)} percent across, ${Math.round(shown.yPercent)} percent down. Arrow keys move it, Delete removes it.`}
      style={{ left: `${shown.xPercent}%`, top: `${shown.yPercent}%` }}
      className={`absolute size-11 -translate-1/2 cursor-move touch-none rounded-chip ${dragged === null ? '' : 'bg-hotspot/40 ring-2 ring-white'}`}
      onClick={(event) => event.stopPropagation()}
      onPointerDown={handlePointerDown}
      onPointerMove={handlePointerMove}
      onPointerUp={handlePointerUp}
      onPointerCancel={() => setDragged(null)}
      onKeyDown={handleKeyDown}
    />
  )
}
