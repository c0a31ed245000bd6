import { clsx } from 'clsx'
import type { ReactNode } from 'react'

export interface PageBarProps {
  readonly title: string
  /** Before the title, such as a back link. */
  readonly lead?: ReactNode
  /** Beside the title, such as a count. */
  readonly children?: ReactNode
  /** Menus beside the title; on phones, a row of their own. */
  readonly choices?: ReactNode
  /** On the right. */
  readonly actions?: ReactNode
}

/** The header of a dense page: 52 px, sticky. */
export function PageBar({ title, lead, children, choices, actions }: PageBarProps) {
  return (
    <header className="md:sticky md:top-(--sheet-top) z-10 flex min-h-13 flex-wrap items-center gap-x-2 gap-y-1 rounded-t-card border-b border-line bg-surface py-2 pr-4 pl-4 sm:pl-6">
      {lead}
      <h1
        dir="auto"
        title={title}
        className={clsx(
          'mr-1 max-w-full min-w-0 truncate text-left md:max-w-80 xl:max-w-[28rem] text-base font-semibold tracking-[-0.011em]',
          (choices ?? lead) !== undefined && 'max-sm:flex-[1_1_6rem]',
        )}
      >
        {title}
      </h1>
      {children}
      {choices === undefined ? null : (
        <div className="flex min-w-0 flex-wrap items-center gap-x-2 max-sm:order-last max-sm:gap-x-0 max-sm:-ml-2 max-sm:basis-full">
          {choices}
        </div>
      )}
      {actions === undefined ? null : (
        <div className="ml-auto flex flex-wrap items-center justify-end gap-1.5">{actions}</div>
      )}
    </header>
  )
}
