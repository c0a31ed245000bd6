import type { ReactNode } from 'react'

export interface PageBarProps {
  readonly title: string
  /** Before the title, such as a back link. */
  readonly lead?: ReactNode
  /** Beside the title, such as a menu of demos. */
  readonly children?: ReactNode
  /** On the right. */
  readonly actions?: ReactNode
}

/** The header of a dense page: 52 px, sticky. */
export function PageBar({ title, lead, children, actions }: PageBarProps) {
  return (
    <header className="md:sticky md:top-(--sheet-top) z-10 flex min-h-13 flex-wrap items-center gap-x-2 gap-y-1 rounded-t-card border-b border-line bg-surface py-2 pr-4 pl-4 sm:pl-6">
      {lead}
      <h1
        dir="auto"
        title={title}
        className="mr-1 max-w-full min-w-0 truncate text-left text-base font-semibold tracking-[-0.011em]"
      >
        {title}
      </h1>
      {children}
      {actions === undefined ? null : (
        <div className="ml-auto flex flex-wrap items-center justify-end gap-1.5">{actions}</div>
      )}
    </header>
  )
}
