import { clsx } from 'clsx'
import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react'
import { Link, type LinkProps } from 'react-router'

export type ButtonTone = 'accent' | 'plain' | 'quiet' | 'danger'
export type ButtonSize = 'tool' | 'form'

interface ButtonLook {
  readonly tone?: ButtonTone
  readonly size?: ButtonSize
}

/** 32 px high in tools, 40 in forms, never less than 44 where the pointer is a finger. */
export function buttonClass({ tone = 'plain', size = 'tool' }: ButtonLook): string {
  return clsx(
    'inline-flex shrink-0 items-center justify-center gap-2 rounded-control font-medium whitespace-nowrap select-none',
    'transition-colors duration-[120ms] disabled:cursor-not-allowed disabled:opacity-50 aria-disabled:opacity-50',
    'pointer-coarse:min-h-11',
    size === 'tool' ? 'h-8 px-3 text-sm' : 'h-10 px-4 text-base',
    {
      accent: 'bg-accent-fill text-on-accent enabled:hover:bg-accent-fill-hover [a&]:hover:bg-accent-fill-hover',
      plain: 'border border-control/45 bg-surface text-text enabled:hover:bg-sunken [a&]:hover:bg-sunken',
      quiet: 'text-text enabled:hover:bg-sunken [a&]:hover:bg-sunken',
      danger: 'border border-control/45 bg-surface text-danger enabled:hover:bg-danger-soft',
    }[tone],
  )
}

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement>, ButtonLook {
  readonly icon?: ReactNode
  readonly ref?: Ref<HTMLButtonElement>
}

export function Button({ tone, size, icon, className, children, ...rest }: ButtonProps) {
  return (
    <button type="button" {...rest} className={clsx(buttonClass(look(tone, size)), className)}>
      {icon}
      {children}
    </button>
  )
}

export interface ButtonLinkProps extends LinkProps, ButtonLook {
  readonly icon?: ReactNode
}

export function ButtonLink({ tone, size, icon, className, children, ...rest }: ButtonLinkProps) {
  return (
    <Link {...rest} className={clsx(buttonClass(look(tone, size)), className)}>
      {icon}
      {children}
    </Link>
  )
}

function look(tone: ButtonTone | undefined, size: ButtonSize | undefined): ButtonLook {
  return { ...(tone && { tone }), ...(size && { size }) }
}
