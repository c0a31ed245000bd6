import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { Link, type LinkProps } from 'react-router'

import { buttonClass, buttonLook, type ButtonLook } from './button.tsx'

export interface ButtonLinkProps extends LinkProps, ButtonLook {
  readonly icon?: ReactNode
}

/** A link styled as a button. Separate, as not every page has the router. */
export function ButtonLink({ tone, size, icon, className, children, ...rest }: ButtonLinkProps) {
  return (
    <Link {...rest} className={clsx(buttonClass(buttonLook(tone, size)), className)}>
      {icon}
      {children}
    </Link>
  )
}
