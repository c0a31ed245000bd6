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
    <div
      role="alert"
      className="flex flex-col items-center rounded-card border border-danger/40 bg-danger-soft px-6 py-10 text-center"
    >
      <TriangleAlert size={24} aria-hidden className="text-danger" />
      <h2 className="mt-3 text-lg font-semibold">{title}</h2>
      {text === undefined ? null : <p className="mt-1 max-w-md text-sm text-balance text-muted">{text}</p>}
      <div className="mt-4 flex flex-wrap justify-center gap-2">
        {onRetry === undefined ? null : <Button onClick={onRetry}>Try again</Button>}
        {children}
      </div>
    </div>
  )
}
