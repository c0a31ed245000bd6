import { useId, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'

import { colorOf, hsvOf } from './hsv.ts'

export interface ColorPickerProps {
  /** `#rrggbb`. */
  readonly color: string
  /** Called during a drag. */
  readonly onChange: (color: string) => void
  /** Called when the pointer or key is released. */
  readonly onSettle: (color: string) => void
}

/** A plane of saturation and brightness with a hue slider below, for pointer and arrow keys. */
export function ColorPicker({ color, onChange, onSettle }: ColorPickerProps) {
  const [hueOfGrey, setHueOfGrey] = useState(0)
  const plane = useRef<HTMLDivElement>(null)
  const id = useId()
  const { hue, saturation, value } = hsvOf(color, hueOfGrey)

  const move = (next: { readonly saturation: number; readonly value: number }) => {
    const made = colorOf({ hue, saturation: clamp(next.saturation), value: clamp(next.value) })
    onChange(made)
    return made
  }
  const place = (event: PointerEvent) => {
    const box = plane.current?.getBoundingClientRect()
    if (box === undefined) return color
    return move({
      saturation: (event.clientX - box.left) / box.width,
      value: 1 - (event.clientY - box.top) / box.height,
    })
  }
  const handleKey = (event: KeyboardEvent) => {
    const [x, y] = arrows[event.key] ?? [0, 0]
    if (x === 0 && y === 0) return
    event.preventDefault()
    const step = event.shiftKey ? 0.1 : 0.01
    onSettle(move({ saturation: saturation + x * step, value: value + y * step }))
  }

  return (
    <div>
      <div
        ref={plane}
        className="relative h-33 touch-none rounded-control"
        style={{
          background: `linear-gradient(to top, #000, transparent), linear-gradient(to right, #fff, hsl(${hue} 100% 50%))`,
        }}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          place(event)
        }}
        onPointerMove={(event) => event.buttons === 1 && place(event)}
        onPointerUp={(event) => onSettle(place(event))}
      >
        <span
          role="slider"
          tabIndex={0}
          aria-label="Saturation and brightness"
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={Math.round(saturation * 100)}
          aria-valuetext={`Saturation ${Math.round(saturation * 100)}%, brightness ${Math.round(value * 100)}%`}
          onKeyDown={handleKey}
          className="absolute size-4 -translate-1/2 rounded-chip border-2 border-white shadow-[0_0_0_1px_oklch(0_0_0/0.5)]"
          style={{ left: `${saturation * 100}%`, top: `${(1 - value) * 100}%`, background: color }}
        />
      </div>
      <label htmlFor={id} className="sr-only">
        Hue
      </label>
      <input
        id={id}
        type="range"
        min={0}
        max={359}
        value={Math.round(hue)}
        onChange={(event) => {
          const next = Number(event.currentTarget.value)
          setHueOfGrey(next)
          onChange(colorOf({ hue: next, saturation, value }))
        }}
        onPointerUp={() => onSettle(color)}
        onKeyUp={() => onSettle(color)}
        className="mt-2.5 h-3 w-full appearance-none rounded-chip [&::-moz-range-thumb]:size-4 [&::-moz-range-thumb]:border-2 [&::-moz-range-thumb]:border-white [&::-webkit-slider-thumb]:size-4 [&::-webkit-slider-thumb]:appearance-none [&::-webkit-slider-thumb]:rounded-chip [&::-webkit-slider-thumb]:border-2 [&::-webkit-slider-thumb]:border-white [&::-webkit-slider-thumb]:bg-transparent [&::-webkit-slider-thumb]:shadow-[0_0_0_1px_oklch(0_0_0/0.5)]"
        style={{ background: 'linear-gradient(to right in hsl longer hue, hsl(0 90% 55%), hsl(359 90% 55%))' }}
      />
    </div>
  )
}

const arrows: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
}

function clamp(share: number): number {
  return Math.max(0, Math.min(1, share))
}
