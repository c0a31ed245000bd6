import { cloneElement, type ReactElement } from 'react'

export type TooltipSide = 'top' | 'right' | 'bottom' | 'left'

export interface TooltipProps {
  readonly text: string
  readonly shortcut?: string | undefined
  readonly side?: TooltipSide
  /** The control; it needs its own accessible name, because a tooltip isn't one. */
  readonly children: ReactElement<Partial<TooltipMark>>
}

/** Attributes of a control that the page's TooltipLayer reads. */
export interface TooltipMark {
  readonly 'data-tooltip': string
  readonly 'data-tooltip-keys': string | undefined
  readonly 'data-tooltip-side': TooltipSide
}

/** Marks a control; adds only attributes. */
export function Tooltip({ text, shortcut, side = 'bottom', children }: TooltipProps) {
  return cloneElement(children, {
    'data-tooltip': text,
    'data-tooltip-keys': shortcut,
    'data-tooltip-side': side,
  })
}
