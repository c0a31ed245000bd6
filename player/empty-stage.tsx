import type { ReactNode } from 'react'

interface EmptyStageProps {
  /** The drawing in place of the demo. */
  readonly drawing: 'ring' | 'lock'
  readonly children: ReactNode
}

/** The outline of a player, with what to do next. */
export function EmptyStage({ drawing, children }: EmptyStageProps) {
  return (
    <main className="us-problem">
      <svg className="us-problem-ghost" viewBox="0 0 320 216" aria-hidden="true">
        {[0, 65, 130, 195, 260].map((x) => (
          <rect key={x} x={x} width="60" height="4" rx="2" />
        ))}
        <rect y="16" width="320" height="200" rx="12" />
        <path d={drawings[drawing]} />
      </svg>
      {children}
    </main>
  )
}

const drawings = {
  ring: 'M160 94a22 22 0 1 0 0 44 22 22 0 0 0 0-44',
  lock: 'M144 112h32a4 4 0 0 1 4 4v20a4 4 0 0 1-4 4h-32a4 4 0 0 1-4-4v-20a4 4 0 0 1 4-4m4 0v-10a12 12 0 0 1 24 0v10',
} as const
