import { breakdownMost, type BreakdownRow } from './analytics-report.ts'
import { ChartSection } from './chart-section.tsx'
import { countText, intervalText, percentText } from '../../lib/figure-text.ts'
import { FigureTable } from './figure-table.tsx'

export interface BreakdownSectionProps {
  readonly title: string
  readonly text?: string
  /** What the first column is, e.g. "Source". */
  readonly column: string
  readonly rows: readonly BreakdownRow[]
  readonly nameOf: (key: string | null) => string
}

/** Visits broken down by one dimension, as a table with a share bar per row. */
export function BreakdownSection({ title, text, column, rows, nameOf }: BreakdownSectionProps) {
  const all = Math.max(
    1,
    rows.reduce((sum, { visits }) => sum + visits, 0),
  )
  return (
    <ChartSection title={title} {...(text !== undefined && { text })}>
      {rows.length === 0 ? (
        <p className="text-sm text-muted">No visits in this period.</p>
      ) : (
        <FigureTable
          label={title}
          columns={[column, 'Visits', 'Visitors', 'Engaged', 'Completed', 'Leads']}
          rows={rows.map((row) => ({
            key: row.key ?? '',
            cells: [
              <NameWithBar key="name" name={nameOf(row.key)} share={row.visits / all} />,
              countText(row.visits),
              countText(row.uniques),
              <RateCell key="engaged" rate={row.engaged} />,
              <RateCell key="completed" rate={row.completed} />,
              countText(row.leads.hits),
            ],
          }))}
        />
      )}
      {rows.length < breakdownMost ? null : (
        <p className="mt-2 text-xs text-muted">The {countText(breakdownMost)} with the most visits.</p>
      )}
    </ChartSection>
  )
}

function NameWithBar({ name, share }: { readonly name: string; readonly share: number }) {
  return (
    <>
      {name}
      <svg aria-hidden className="mt-1 block h-1 w-full" preserveAspectRatio="none" viewBox="0 0 100 4">
        <rect width="100" height="4" className="fill-line/70" />
        <rect width={share * 100} height="4" className="fill-chart-now" />
      </svg>
    </>
  )
}

function RateCell({ rate }: { readonly rate: BreakdownRow['engaged'] }) {
  return (
    <span className="block">
      {percentText(rate.rate)}
      {rate.n === 0 ? null : (
        <span className="block text-xs text-muted">
          n {countText(rate.n)} · {intervalText(rate)}
        </span>
      )}
    </span>
  )
}
