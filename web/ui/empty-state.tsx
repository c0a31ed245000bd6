import type { ReactNode } from 'react'

export interface EmptyStateProps {
  readonly title: string
  readonly text?: string
  /** A drawing of future content, such as those in `ghosts/`; without one, only the text. */
  readonly drawing?: ReactNode
  /** One primary action, and a secondary one. */
  readonly children?: ReactNode
}

/** A drawing of future content that fades out, with one line and one action. */
export function EmptyState({ title, text, drawing, children }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center px-4 py-8 text-center">
      {drawing === undefined ? null : (
        <div aria-hidden className="-mb-2 w-full max-w-[25rem] [mask-image:linear-gradient(#000_38%,transparent_98%)]">
          {drawing}
        </div>
      )}
      <h2 className="text-lg font-semibold text-balance">{title}</h2>
      {text === undefined ? null : <p className="mt-1 max-w-md text-sm text-balance text-muted">{text}</p>}
      {children === undefined ? null : (
        <div className="mt-4 flex flex-col items-center gap-1 [&_a]:min-h-9 [&_button]:min-h-9 pointer-coarse:[&_a]:min-h-11 pointer-coarse:[&_button]:min-h-11">
          {children}
        </div>
      )}
    </div>
  )
}
