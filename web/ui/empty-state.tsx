import { clsx } from 'clsx'
import type { ReactNode } from 'react'

export interface EmptyStateProps {
  readonly title: string
  readonly text?: string
  /** A drawing of future content, such as those in `illustrations/`; without one, only the text. */
  readonly drawing?: ReactNode
  /** Fills the sheet below the page's bar, in its middle. */
  readonly isPage?: boolean
  /** One primary action, and a secondary one. */
  readonly children?: ReactNode
}

/** A drawing of future content that fades out, with one line and one action. */
export function EmptyState({ title, text, drawing, isPage = false, children }: EmptyStateProps) {
  return (
    <div
      className={clsx(
        'flex flex-col items-center px-4 py-8 text-center',
        isPage && 'justify-center md:min-h-[calc(var(--sheet-height)-7rem)] md:pb-[10vh]',
      )}
    >
      {drawing === undefined ? null : (
        <div
          aria-hidden
          className={clsx(
            'w-full select-none [mask-image:linear-gradient(#000_55%,transparent)]',
            isPage ? 'mb-1 max-w-[33rem]' : '-mb-2 max-w-[25rem]',
          )}
        >
          {drawing}
        </div>
      )}
      <h2 className={clsx('font-semibold text-balance', isPage ? 'text-xl' : 'text-lg')}>{title}</h2>
      {text === undefined ? null : <p className="mt-1 max-w-md text-sm text-balance text-muted">{text}</p>}
      {children === undefined ? null : (
        <div className="mt-4 flex flex-col items-center gap-1 [&_a]:min-h-9 [&_button]:min-h-9 pointer-coarse:[&_a]:min-h-11 pointer-coarse:[&_button]:min-h-11">
          {children}
        </div>
      )}
    </div>
  )
}
