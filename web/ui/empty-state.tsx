import type { ReactNode } from 'react'

export interface EmptyStateProps {
  readonly title: string
  readonly text: string
  readonly drawing?: ReactNode
  readonly children?: ReactNode
}

export function EmptyState({ title, text, drawing, children }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center rounded-card border border-dashed border-control/50 px-6 py-12 text-center">
      {drawing ?? <StageDrawing />}
      <h2 className="mt-4 text-lg font-semibold">{title}</h2>
      <p className="mt-1 max-w-md text-balance text-muted">{text}</p>
      {children === undefined ? null : <div className="mt-5 flex flex-wrap justify-center gap-2">{children}</div>}
    </div>
  )
}

function StageDrawing() {
  return (
    <svg width="120" height="72" viewBox="0 0 120 72" fill="none" aria-hidden className="stroke-control/60">
      <path d="M8 60h104M20 60V10c14 6 18 20 18 34M100 60V10c-14 6-18 20-18 34M14 10h92" strokeWidth="1.5" />
      <rect x="44" y="26" width="32" height="22" rx="3" strokeWidth="1.5" />
      <circle cx="66" cy="40" r="3" className="fill-accent stroke-none" />
    </svg>
  )
}
