import { useLayoutEffect, useRef } from 'react'

import type { Hotspot as HotspotPlace } from '#domain/demo.ts'
import type { Marker as MarkerKind } from '#domain/step-look.ts'

interface HotspotProps {
  readonly marker: MarkerKind
  readonly hasBox: boolean
  /** The start position, in percent of the view, for a marker that appears together with a new step. */
  readonly from?: HotspotPlace | null | undefined
  readonly label?: string | null | undefined
  readonly onActivate?: (() => void) | undefined
  /** Inside a form: the field it submits without script. */
  readonly field?: { readonly name: string; readonly value: string } | undefined
  /** Positioned but hidden, because its picture hasn't loaded. */
  readonly isHidden?: boolean | undefined
}

/**
 * Marks a step's hotspot at the position of the stage's custom properties. A button if it can be activated, otherwise
 * hidden from assistive technology. The marked element is clickable as a whole.
 */
export function Hotspot({ marker, hasBox, from, onActivate, isHidden, ...button }: HotspotProps) {
  const rail = useRef<HTMLDivElement>(null)
  const isPlaced = useRef(false)
  const isBox = marker === 'box' && hasBox

  useLayoutEffect(() => {
    const element = rail.current
    if (element === null) return
    const { style } = element
    if (!isPlaced.current && from) {
      style.setProperty('--us-x', String(from.xPercent))
      style.setProperty('--us-y', String(from.yPercent))
      // Reading the style commits the transition's start.
      void getComputedStyle(element).translate
      style.removeProperty('--us-x')
      style.removeProperty('--us-y')
    }
    isPlaced.current = true
  })

  const mark = <MarkButton {...button} marker={isBox || marker !== 'box' ? marker : 'ring'} onActivate={onActivate} />
  return (
    <div className={isHidden ? 'us-hotspot-layer us-hotspot-hidden' : 'us-hotspot-layer'}>
      {hasBox && !isBox && onActivate !== undefined && (
        <div className="us-hotspot-area" aria-hidden="true" onClick={onActivate} />
      )}
      {isBox ? (
        mark
      ) : (
        <div ref={rail} className="us-hotspot-rail">
          {mark}
        </div>
      )}
    </div>
  )
}

function MarkButton({ marker, label, onActivate, field }: Omit<HotspotProps, 'hasBox' | 'from' | 'isHidden'>) {
  const className = markerClass(marker)
  if (onActivate === undefined) {
    return (
      <span className={className} aria-hidden="true" data-hotspot="">
        <i className="us-ring" />
      </span>
    )
  }
  return (
    <button
      type={field === undefined ? 'button' : 'submit'}
      name={field?.name}
      value={field?.value}
      className={className}
      aria-label={label ?? 'Continue'}
      data-hotspot=""
      onClick={(event) => {
        event.preventDefault()
        onActivate()
      }}
    >
      <i className="us-ring" />
    </button>
  )
}

function markerClass(marker: MarkerKind): string {
  return marker === 'ring' ? 'us-hotspot' : `us-hotspot us-hotspot-${marker}`
}
