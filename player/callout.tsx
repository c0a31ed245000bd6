import './callout.css'

import type { ReactNode, Ref } from 'react'

import type { PlacedSide } from './callout-place.ts'

export interface CalloutProps {
  /** null if nothing is marked: the callout is at the bottom of the picture, without a tail. */
  readonly side: PlacedSide | null
  readonly children: ReactNode
  readonly className?: string | undefined
  readonly callout?: Ref<HTMLDivElement> | undefined
}

/**
 * A step's text at its hotspot: dark in both themes, so that it doesn't look like part of the picture. Positioned by
 * the custom properties of stage-vars.ts, inside the next size container; `--us-inset` is how far it may extend beyond
 * it.
 */
export function Callout({ side, children, className = '', callout }: CalloutProps) {
  return (
    <div ref={callout} className={`us-callout ${className}`.trimEnd()} data-side={side ?? 'none'}>
      {children}
    </div>
  )
}
