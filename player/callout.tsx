import './callout.css'

import type { ReactNode, Ref } from 'react'

import type { PlacedSide } from './callout-place.ts'

export interface CalloutProps {
  /** null where nothing is marked: the callout stands at the foot of the picture, without a tail. */
  readonly side: PlacedSide | null
  readonly children: ReactNode
  readonly className?: string | undefined
  readonly callout?: Ref<HTMLDivElement> | undefined
}

/**
 * A step's words at its hotspot: ink in both themes, so that nobody takes it for part of the picture. Stands where the
 * custom properties of stage-vars.ts say, inside the next size container; `--us-inset` is how far it may leave that.
 */
export function Callout({ side, children, className = '', callout }: CalloutProps) {
  return (
    <div ref={callout} className={`us-callout ${className}`.trimEnd()} data-side={side ?? 'none'}>
      {children}
    </div>
  )
}
