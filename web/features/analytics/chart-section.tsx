import { useId, type ReactNode } from 'react'

export interface ChartSectionProps {
  readonly title: string
  readonly text?: ReactNode
  /** Beside the title. */
  readonly aside?: ReactNode
  /** The same figures for whom a picture is not enough. */
  readonly table?: ReactNode
  readonly children: ReactNode
}

/** A chart with the table behind it. */
export function ChartSection({ title, text, aside, table, children }: ChartSectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="min-w-0 rounded-card border border-line bg-surface p-4 sm:p-5">
      <header className="mb-4 flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <h2 id={id} className="font-semibold">
            {title}
          </h2>
          {text === undefined ? null : <p className="mt-0.5 text-sm text-muted">{text}</p>}
        </div>
        {aside}
      </header>
      {children}
      {table === undefined ? null : (
        <details className="mt-4">
          <summary className="inline-flex cursor-pointer items-center rounded-control text-sm font-medium text-accent-text pointer-coarse:min-h-11">
            Show as table
          </summary>
          <div className="mt-3">{table}</div>
        </details>
      )}
    </section>
  )
}
