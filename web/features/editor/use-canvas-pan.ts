import { useRef, useState, type PointerEvent, type RefObject } from 'react'

import { followPointer } from './follow-pointer.ts'

/** Offset from the centre, in screen pixels. */
export interface Pan {
  readonly x: number
  readonly y: number
}

export const centre: Pan = { x: 0, y: 0 }

interface CanvasPanOptions {
  readonly isOn: boolean
  /** An element with the picture's displayed size. */
  readonly frame: RefObject<HTMLElement | null>
  /** Shows the picture at this position until the next render. */
  readonly show: (pan: Pan) => void
  readonly onRest: () => void
}

export interface CanvasPan {
  readonly pan: Pan
  readonly startPan: (press: PointerEvent<HTMLElement>) => void
  /** Whether the current click ended a drag. */
  readonly hasJustPanned: () => boolean
}

/** Pans the picture; during the drag, changes only its style. */
export function useCanvasPan({ isOn, frame, show, onRest }: CanvasPanOptions): CanvasPan {
  const [pan, setPan] = useState(centre)
  const hasPanned = useRef(false)

  function startPan(press: PointerEvent<HTMLElement>): void {
    hasPanned.current = false
    if (!isOn || !press.isPrimary || press.button !== 0 || frame.current === null) return
    const viewport = press.currentTarget
    const { width, height } = frame.current.getBoundingClientRect()
    let dragged = pan
    viewport.dataset['panning'] = ''
    const settle = (at: Pan) => {
      delete viewport.dataset['panning']
      show(at)
      onRest()
      setPan(at)
    }
    followPointer(press, {
      onMove: ({ x, y }) => {
        hasPanned.current = true
        dragged = { x: within(pan.x + x, width / 2), y: within(pan.y + y, height / 2) }
        show(dragged)
      },
      onRelease: () => settle(dragged),
      onCancel: () => settle(pan),
    })
  }

  return { pan, startPan, hasJustPanned: () => hasPanned.current }
}

/** Keeps some of the picture in the middle of the canvas. */
function within(offset: number, reach: number): number {
  return Math.max(-reach, Math.min(reach, offset))
}
