import { useId, type ReactNode } from 'react'

export interface ChartSectionProps {
  readonly title: string
  /** A quiet word beside the title, such as a count. */
  readonly text?: ReactNode
  /** At the right of the title. */
  readonly aside?: ReactNode
  /** The same figures for whom a picture is not enough. */
  readonly table?: ReactNode
  readonly children: ReactNode
}

/** A chart with the table behind it. */
export function ChartSection({ title, text, aside, table, children }: ChartSectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="min-w-0">
      <header className="mb-1 flex min-h-10 flex-wrap items-center gap-x-2.5 gap-y-1">
        <h2 id={id} className="text-base font-semibold tracking-[-0.011em]">
          {title}
        </h2>
        {text === undefined ? null : <p className="min-w-0 text-sm wrap-anywhere text-muted tabular-nums">{text}</p>}
        {aside === undefined ? null : <div className="ml-auto flex items-center gap-1">{aside}</div>}
      </header>
      {children}
      {table === undefined ? null : (
        <details className="mt-3">
          <summary className="inline-flex cursor-pointer items-center rounded-control text-xs font-medium text-accent-text pointer-coarse:min-h-11">
            Show as table
          </summary>
          <div className="mt-2">{table}</div>
        </details>
      )}
    </section>
  )
}
