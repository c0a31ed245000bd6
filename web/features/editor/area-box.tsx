import { clsx } from 'clsx'
import { useRef, type KeyboardEvent, type PointerEvent, type ReactNode, type RefObject } from 'react'

import { percentOf } from '#domain/percent.ts'
import { areaPercentMin, insidePicture, type PictureArea } from '#domain/step-look.ts'

import { followPointer } from './follow-pointer.ts'
import { guideWriter } from './guide-lines.tsx'
import { noGuides, snapLines, snapPlace, type Grip } from './snap-place.ts'

export interface AreaBoxProps {
  readonly area: PictureArea
  /** As large as the picture. */
  readonly frame: RefObject<HTMLElement | null>
  /** Accessible name: "Zoom area". */
  readonly label: string
  /** Text at a corner. */
  readonly tag?: ReactNode
  readonly isSelected: boolean
  /** Areas whose edges this one snaps to. */
  readonly neighbours?: readonly PictureArea[]
  readonly className: string
  readonly onChange: (area: PictureArea) => void
  readonly onSelect: () => void
  readonly onRemove: () => void
}

const corners = ['left-top', 'right-top', 'left-bottom', 'right-bottom'] as const
/** Handles are outside the area, so that a small one can still be moved; their marks are on the corners. */
const cornerClass = {
  'left-top': 'top-0 left-0 -translate-full place-items-end cursor-nwse-resize *:translate-1/2',
  'right-top':
    'top-0 right-0 translate-x-full -translate-y-full items-end cursor-nesw-resize *:-translate-x-1/2 *:translate-y-1/2',
  'left-bottom':
    'bottom-0 left-0 -translate-x-full translate-y-full justify-items-end cursor-nesw-resize *:translate-x-1/2 *:-translate-y-1/2',
  'right-bottom': 'right-0 bottom-0 translate-full cursor-nwse-resize *:-translate-1/2',
} as const

/** An area of the picture: moved and resized by pointer, finger and arrow keys. */
export function AreaBox(props: AreaBoxProps) {
  const { area, frame, label, isSelected, onChange, onSelect, onRemove } = props
  const box = useRef<HTMLDivElement>(null)

  function handlePointerDown(event: PointerEvent<HTMLElement>, grip: Grip): void {
    event.stopPropagation()
    const [element, picture] = [box.current, frame.current]
    if (!event.isPrimary || event.button !== 0 || element === null || picture === null) return
    onSelect()
    // Measured once: measuring on each move would force layout.
    const shown = picture.getBoundingClientRect()
    const lines = snapLines(props.neighbours ?? [])
    const reach = { x: percentOf(snapPx, shown.width), y: percentOf(snapPx, shown.height) }
    let dragged = area
    const showGuides = guideWriter(picture)
    const settle = (last: PictureArea) => {
      showGuides(noGuides)
      Object.assign(element.style, areaStyle(last))
    }
    followPointer(event, {
      onMove: ({ x, y }) => {
        const moved = movedArea(area, grip, percentOf(x, shown.width), percentOf(y, shown.height))
        const snapped = snapPlace(moved, grip, lines, reach)
        dragged = insidePicture(snapped.area)
        showGuides(snapped.guides)
        Object.assign(element.style, areaStyle(dragged))
      },
      onRelease: () => {
        settle(dragged)
        if (dragged !== area) onChange(dragged)
      },
      onCancel: () => settle(area),
    })
  }

  function handleKeyDown(event: KeyboardEvent, grip: Grip): void {
    if (event.key === 'Delete' || event.key === 'Backspace') {
      event.preventDefault()
      return onRemove()
    }
    const direction = directions[event.key]
    if (direction === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    event.stopPropagation()
    const distance = event.shiftKey ? 5 : 0.5
    onChange(insidePicture(movedArea(area, grip, direction[0] * distance, direction[1] * distance)))
  }

  return (
    <div
      ref={box}
      role="group"
      aria-label={label}
      style={areaStyle(area)}
      className={clsx('absolute', props.className, !isSelected && 'pointer-events-none')}
      onClick={(event) => event.stopPropagation()}
    >
      <button
        type="button"
        aria-label={`Move the ${label.toLowerCase()}: arrow keys, Shift for larger steps. Delete removes it.`}
        className="absolute inset-0 cursor-move touch-none rounded-[inherit]"
        onFocus={onSelect}
        onPointerDown={(event) => handlePointerDown(event, 'move')}
        onKeyDown={(event) => handleKeyDown(event, 'move')}
      />
      {props.tag === undefined ? null : (
        <span
          aria-hidden
          className="pointer-events-auto absolute top-full right-0 mt-0.5 cursor-move rounded-tiny bg-accent-fill px-1.5 text-2xs leading-4.5 font-medium whitespace-nowrap text-on-accent"
          onPointerDown={(event) => handlePointerDown(event, 'move')}
        >
          {props.tag}
        </span>
      )}
      {isSelected
        ? corners.map((corner) => (
            <button
              key={corner}
              type="button"
              aria-label={`Resize the ${label.toLowerCase()} at its ${corner.split('-').toReversed().join(' ')} corner`}
              // Larger than it looks, for fingers and unsteady hands.
              className={clsx(
                'absolute grid size-6 touch-none rounded-control pointer-coarse:size-11',
                cornerClass[corner],
              )}
              onPointerDown={(event) => handlePointerDown(event, corner)}
              onKeyDown={(event) => handleKeyDown(event, corner)}
            >
              <i aria-hidden className="size-2 rounded-[2px] border-[1.5px] border-accent-fill bg-white" />
            </button>
          ))
        : null}
    </div>
  )
}

/** Distance in screen pixels within which an edge snaps to a line. */
export const snapPx = 6

export function areaStyle({ xPercent, yPercent, widthPercent, heightPercent }: PictureArea) {
  return { left: `${xPercent}%`, top: `${yPercent}%`, width: `${widthPercent}%`, height: `${heightPercent}%` }
}

const directions: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** An edge that is dragged past the opposite one stops there. */
function movedArea(area: PictureArea, grip: Grip, byX: number, byY: number): PictureArea {
  const { xPercent: x, yPercent: y, widthPercent: width, heightPercent: height } = area
  if (grip === 'move') return { ...area, xPercent: x + byX, yPercent: y + byY }
  const [isLeft, isTop] = [grip.startsWith('left'), grip.endsWith('top')]
  const left = isLeft ? Math.max(0, Math.min(x + width - areaPercentMin, x + byX)) : x
  const top = isTop ? Math.max(0, Math.min(y + height - areaPercentMin, y + byY)) : y
  const right = isLeft ? x + width : Math.min(100, x + width + byX)
  const bottom = isTop ? y + height : Math.min(100, y + height + byY)
  return { xPercent: left, yPercent: top, widthPercent: right - left, heightPercent: bottom - top }
}
