import { clsx } from 'clsx'

import type { Step } from '#domain/demo.ts'
import { messages } from '#domain/messages.ts'

export interface NotesPanelProps {
  readonly step: Step
  readonly index: number
  readonly count: number
  readonly isOnBlack?: boolean
  /** Shows the panel as a single line, for steps without notes. */
  readonly isRow?: boolean
}

export function NotesPanel({ step, index, count, isOnBlack = false, isRow = false }: NotesPanelProps) {
  return (
    <aside
      aria-label="Speaker Notes"
      className={clsx(
        'flex',
        isRow ? 'flex-wrap items-baseline gap-x-3 px-4 py-2' : 'flex-col p-4',
        isOnBlack && 'rounded-card border border-white/15 bg-white/5 text-white',
      )}
    >
      <h2 className="text-sm font-semibold">Speaker Notes</h2>
      <p className={clsx('text-xs tabular-nums', isOnBlack ? 'text-white/70' : 'text-muted')}>
        Step {index + 1} of {count}
      </p>
      <p
        dir="auto"
        className={clsx(
          isRow ? 'text-sm text-muted' : 'mt-3 whitespace-pre-wrap wrap-anywhere',
          !isRow && (isOnBlack ? 'text-lg' : 'text-base'),
        )}
      >
        {step.description ?? messages.noNotes}
      </p>
    </aside>
  )
}
