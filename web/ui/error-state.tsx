import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

import { Button } from './button.tsx'

export interface ErrorStateProps {
  readonly title: string
  readonly text?: string | undefined
  readonly onRetry?: () => void
  readonly children?: ReactNode
}

/** What happened, and what to do. */
export function ErrorState({ title, text, onRetry, children }: ErrorStateProps) {
  return (
    <div role="alert" className="flex flex-col items-center px-6 py-10 text-center">
      <span className="flex size-9 items-center justify-center rounded-chip bg-danger-soft text-danger">
        <TriangleAlert size={18} aria-hidden />
      </span>
      <h2 className="mt-3 text-base font-semibold text-balance">{title}</h2>
      {text === undefined ? null : <p className="mt-1 max-w-md text-sm text-balance text-muted">{text}</p>}
      <div className="mt-4 flex flex-wrap justify-center gap-2">
        {onRetry === undefined ? null : <Button onClick={onRetry}>Try again</Button>}
        {children}
      </div>
    </div>
  )
}
