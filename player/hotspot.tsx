import { useLayoutEffect, useRef } from 'react'

import type { Hotspot as HotspotPlace } from '#domain/demo.ts'

interface HotspotProps {
  readonly place: HotspotPlace
  /** Where a marker that appears together with a new step starts to glide from. */
  readonly from?: HotspotPlace | null | undefined
  readonly label?: string | undefined
  readonly onActivate?: (() => void) | undefined
  /** Inside a form: the field it sends where no script runs. */
  readonly field?: { readonly name: string; readonly value: string } | undefined
  /** Keeps its position but is hidden: its picture has not loaded. */
  readonly isHidden?: boolean | undefined
}

/**
 * The pulsing red marker of spec §2, 32 px wide, centred on `place`. A button if it can be activated, else hidden from
 * assistive technology.
 */
export function Hotspot({ place, from, label, onActivate, field, isHidden }: HotspotProps) {
  const rail = useRef<HTMLDivElement>(null)
  const isPlaced = useRef(false)

  // The place is set from script: a style attribute in server-rendered HTML is against the page's policy. Before
  // script runs, the rule of stageRule() holds.
  useLayoutEffect(() => {
    const element = rail.current
    if (element === null) return
    if (!isPlaced.current && from !== null && from !== undefined) {
      moveTo(element, from)
      // Reading the style sets the start of the transition.
      void getComputedStyle(element).translate
    }
    isPlaced.current = true
    moveTo(element, place)
  })

  return (
    <div className={isHidden === true ? 'us-hotspot-layer us-hotspot-hidden' : 'us-hotspot-layer'}>
      <div ref={rail} className="us-hotspot-rail">
        {onActivate === undefined ? (
          <span className="us-hotspot" aria-hidden="true" data-hotspot="" />
        ) : (
          <button
            type={field === undefined ? 'button' : 'submit'}
            name={field?.name}
            value={field?.value}
            className="us-hotspot"
            aria-label={label ?? 'Continue'}
            data-hotspot=""
            onClick={(event) => {
              event.preventDefault()
              onActivate()
            }}
          />
        )}
      </div>
    </div>
  )
}

function moveTo(element: HTMLElement, place: HotspotPlace): void {
  element.style.setProperty('--us-x', String(place.xPercent))
  element.style.setProperty('--us-y', String(place.yPercent))
}
