import { clsx } from 'clsx'

import type { Step } from '#domain/demo.ts'

import { CoverThumbnail } from '../../ui/cover-thumbnail.tsx'

export interface StepListProps {
  readonly steps: readonly Step[]
  readonly index: number
  readonly backendUrl: string
  readonly onMove: (index: number) => void
}

/** Every step with its picture and title; on phones it fills the room below the shown one. */
export function StepList({ steps, index, backendUrl, onMove }: StepListProps) {
  return (
    <nav aria-label="All steps" className="border-t border-line bg-surface px-2 pt-2 pb-6 sm:hidden">
      <ol>
        {steps.map((step, each) => (
          <li key={step.id}>
            <button
              type="button"
              aria-current={each === index ? 'step' : undefined}
              onClick={() => {
                onMove(each)
                window.scrollTo({ top: 0, behavior: 'smooth' })
              }}
              className={clsx(
                'flex min-h-12 w-full items-center gap-3 rounded-card px-2 text-left text-sm -outline-offset-2',
                each === index ? 'bg-accent-soft font-medium text-text' : 'text-soft',
              )}
            >
              <CoverThumbnail step={step} backendUrl={backendUrl} />
              <span className="w-4 shrink-0 text-right text-xs text-muted tabular-nums">{each + 1}</span>
              <span dir="auto" className="min-w-0 flex-1 truncate">
                {step.title ?? step.description ?? `Step ${each + 1}`}
              </span>
            </button>
          </li>
        ))}
      </ol>
    </nav>
  )
}
