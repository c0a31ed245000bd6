import { clsx } from 'clsx'
import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react'

export type ButtonTone = 'accent' | 'plain' | 'quiet' | 'danger'
export type ButtonSize = 'tool' | 'page' | 'form'

export interface ButtonLook {
  readonly tone?: ButtonTone
  readonly size?: ButtonSize
}

/** 32 px high in tools, 36 in page headers, 40 in forms, at least 44 for touch. */
export function buttonClass({ tone = 'plain', size = 'tool' }: ButtonLook): string {
  return clsx(
    'inline-flex shrink-0 items-center justify-center gap-1.5 rounded-control font-medium whitespace-nowrap select-none',
    'transition-colors duration-[120ms] disabled:cursor-not-allowed disabled:text-muted aria-disabled:text-muted',
    'pointer-coarse:min-h-11',
    {
      tool: 'h-8 px-3 text-sm',
      page: 'h-9 px-3.5 text-sm',
      form: 'h-(--field-height) px-4 text-[length:var(--field-text,0.9375rem)]',
    }[size],
    tone !== 'quiet' &&
      'disabled:border-line disabled:bg-sunken disabled:shadow-none aria-disabled:border-line aria-disabled:bg-sunken! aria-disabled:shadow-none',
    {
      // In forced-colours mode only the border remains.
      accent:
        'border border-transparent bg-accent-fill text-on-accent shadow-raised enabled:hover:bg-accent-fill-hover [a&]:hover:bg-accent-fill-hover',
      plain: 'border border-line-strong bg-raised text-text enabled:hover:bg-sunken [a&]:hover:bg-sunken',
      quiet: 'text-text enabled:hover:bg-hover [a&]:hover:bg-hover',
      danger: 'border border-line-strong bg-raised text-danger enabled:hover:bg-danger-soft',
    }[tone],
  )
}

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement>, ButtonLook {
  readonly icon?: ReactNode
  readonly ref?: Ref<HTMLButtonElement>
}

export function Button({ tone, size, icon, className, children, ...rest }: ButtonProps) {
  return (
    <button type="button" {...rest} className={clsx(buttonClass(buttonLook(tone, size)), className)}>
      {icon}
      {children}
    </button>
  )
}

/** Only the values that are set, so that the defaults apply. */
export function buttonLook(tone: ButtonTone | undefined, size: ButtonSize | undefined): ButtonLook {
  return { ...(tone && { tone }), ...(size && { size }) }
}
