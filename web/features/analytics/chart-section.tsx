import { Table2 } from 'lucide-react'
import { useId, useState, type ReactNode } from 'react'

import { IconButton } from '../../ui/icon-button.tsx'

export interface ChartSectionProps {
  readonly title: string
  /** A short note beside the title, such as a count. */
  readonly text?: ReactNode
  /** At the right of the title. */
  readonly aside?: ReactNode
  /** The same figures as a table, for readers who can't use the chart. */
  readonly table?: ReactNode
  readonly children: ReactNode
}

/** A chart with the table behind it. */
export function ChartSection({ title, text, aside, table, children }: ChartSectionProps) {
  const id = useId()
  const [isTable, setIsTable] = useState(false)
  return (
    <section aria-labelledby={id} className="min-w-0">
      <header className="mb-1 flex min-h-10 flex-wrap items-center gap-x-2.5 gap-y-1">
        <h2 id={id} className="text-base font-semibold tracking-[-0.011em]">
          {title}
        </h2>
        {text === undefined ? null : <p className="min-w-0 text-sm wrap-anywhere text-muted tabular-nums">{text}</p>}
        <div className="ml-auto flex items-center gap-1">
          {aside}
          {table === undefined ? null : (
            <TableToggle isOpen={isTable} controls={`${id}-table`} onToggle={() => setIsTable(!isTable)} />
          )}
        </div>
      </header>
      {children}
      {table === undefined || !isTable ? null : (
        <div id={`${id}-table`} className="mt-3">
          {table}
        </div>
      )}
    </section>
  )
}

export interface TableToggleProps {
  readonly isOpen: boolean
  /** The id of the element that contains the table. */
  readonly controls: string
  readonly onToggle: () => void
}

/** Opens the table behind a drawing. */
export function TableToggle({ isOpen, controls, onToggle }: TableToggleProps) {
  return (
    <IconButton label="Show as table" aria-expanded={isOpen} aria-controls={controls} onClick={onToggle}>
      <Table2 size={14} aria-hidden />
    </IconButton>
  )
}
