import { cloneElement, type ReactElement } from 'react'

export type TooltipSide = 'top' | 'right' | 'bottom' | 'left'

export interface TooltipProps {
  readonly text: string
  readonly shortcut?: string | undefined
  readonly side?: TooltipSide
  /** The control; it must have its own accessible name, a tooltip is not one. */
  readonly children: ReactElement<Partial<TooltipMark>>
}

/** What a control carries for the one TooltipLayer of the page to read. */
export interface TooltipMark {
  readonly 'data-tooltip': string
  readonly 'data-tooltip-keys': string | undefined
  readonly 'data-tooltip-side': TooltipSide
}

/** Marks a control; costs only attributes. */
export function Tooltip({ text, shortcut, side = 'bottom', children }: TooltipProps) {
  return cloneElement(children, {
    'data-tooltip': text,
    'data-tooltip-keys': shortcut,
    'data-tooltip-side': side,
  })
}
