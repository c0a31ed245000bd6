import { clsx } from 'clsx'
import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react'

import { Tooltip } from './tooltip.tsx'

export interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'aria-label'> {
  /** Accessible name; also the tooltip. */
  readonly label: string
  readonly shortcut?: string | undefined
  readonly tooltipSide?: 'top' | 'right' | 'bottom' | 'left'
  readonly ref?: Ref<HTMLButtonElement>
  readonly children: ReactNode
}

export function IconButton({ label, shortcut, tooltipSide, className, children, ...rest }: IconButtonProps) {
  return (
    <Tooltip text={label} shortcut={shortcut} {...(tooltipSide && { side: tooltipSide })}>
      <button
        type="button"
        aria-label={label}
        {...rest}
        className={clsx(
          'inline-flex size-8 shrink-0 items-center justify-center rounded-control text-muted pointer-coarse:size-11',
          'transition-colors duration-[120ms] enabled:hover:bg-hover enabled:hover:text-text',
          'disabled:cursor-not-allowed disabled:opacity-40 aria-pressed:bg-accent-soft aria-pressed:text-accent-text',
          className,
        )}
      >
        {children}
      </button>
    </Tooltip>
  )
}
