import { clsx } from 'clsx'
import { useRef, type KeyboardEvent, type PointerEvent, type RefObject } from 'react'

import type { Hotspot } from '#domain/demo.ts'
import { percentOf } from '#domain/percent.ts'

import { followPointer } from './follow-pointer.ts'
import { placeHotspot } from './pointer-place.ts'

export interface HotspotHandleProps {
  readonly place: Hotspot
  /** True if visitors see no marker; the author still sees its position. */
  readonly isInvisible: boolean
  readonly isSelected: boolean
  /** As large as the picture. */
  readonly frame: RefObject<HTMLElement | null>
  readonly onSelect: () => void
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

/** The handle over the marker: dragged, or moved by arrow keys (further with Shift). */
export function HotspotHandle(props: HotspotHandleProps) {
  const { place, frame, isInvisible, isSelected, onSelect, onMove, onRemove } = props
  const handle = useRef<HTMLButtonElement>(null)

  function handlePointerDown(event: PointerEvent<HTMLButtonElement>): void {
    event.stopPropagation()
    const element = handle.current
    const picture = frame.current
    if (!event.isPrimary || event.button !== 0 || element === null || picture === null) return
    onSelect()
    // Measured once: measuring on each move would force layout.
    const shown = picture.getBoundingClientRect()
    const [ownWidth, ownHeight] = [picture.offsetWidth, picture.offsetHeight]
    let dragged = place
    followPointer(event, {
      onMove: ({ x, y }) => {
        dragged = placeHotspot(place.xPercent + percentOf(x, shown.width), place.yPercent + percentOf(y, shown.height))
        const ownX = ((dragged.xPercent - place.xPercent) / 100) * ownWidth
        const ownY = ((dragged.yPercent - place.yPercent) / 100) * ownHeight
        element.dataset['dragged'] = ''
        Object.assign(element.style, { transform: `translate(${ownX}px, ${ownY}px)`, willChange: 'transform' })
      },
      onRelease: () => {
        settle(element)
        if (dragged.xPercent !== place.xPercent || dragged.yPercent !== place.yPercent) onMove(dragged)
      },
      onCancel: () => settle(element),
    })
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
      ref={handle}
      type="button"
      aria-label={`Hotspot at ${Math.round(place.xPercent)} percent across, ${Math.round(place.yPercent)} percent down. Arrow keys move it, Delete removes it.`}
      style={{ left: `${place.xPercent}%`, top: `${place.yPercent}%` }}
      className={clsx(
        'absolute size-11 -translate-1/2 cursor-move touch-none rounded-chip data-dragged:bg-hotspot/25 data-dragged:ring-2 data-dragged:ring-white',
        isInvisible && 'border-2 border-dashed border-hotspot inset-ring inset-ring-white ring ring-white',
        isSelected && 'shadow-[0_0_0_9px_color-mix(in_oklch,var(--hotspot)_16%,transparent)]',
      )}
      onFocus={onSelect}
      onClick={(event) => event.stopPropagation()}
      onPointerDown={handlePointerDown}
      onKeyDown={handleKeyDown}
    />
  )
}

function settle(handle: HTMLElement): void {
  delete handle.dataset['dragged']
  Object.assign(handle.style, { transform: '', willChange: '' })
}
