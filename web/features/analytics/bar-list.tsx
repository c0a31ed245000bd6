import { CircleHelp, type LucideIcon } from 'lucide-react'

import type { Rate } from '#domain/rates.ts'

import { basisText, countText, intervalText, percentText } from '../../lib/figure-text.ts'
import { breakdownMax, type BreakdownRow } from './analytics-report.ts'
import { ChartSection } from './chart-section.tsx'
import { FigureTable } from './figure-table.tsx'
import { useFewVisits } from './few-visits-context.ts'

export interface BarListProps {
  readonly title: string
  /** What a row is, e.g. "Source". */
  readonly column: string
  readonly rows: readonly BreakdownRow[]
  readonly nameOf: (key: string | null) => string
  readonly icons?: Readonly<Record<string, LucideIcon>>
  /** The bars' colour, as a class. */
  readonly barClass?: string
}

/** Visits by one property, as bars with a number; the rest is in the table. Nothing if all visits have the same value. */
export function BarList({ title, column, rows, nameOf, icons, barClass = 'bg-chart-1/20' }: BarListProps) {
  const isFew = useFewVisits()
  const all = Math.max(
    1,
    rows.reduce((sum, { visits }) => sum + visits, 0),
  )
  if (rows.length === 1) return null
  return (
    <ChartSection
      title={title}
      {...(rows.length > 0 && !isFew && { table: <BreakdownTable {...{ title, column, rows, nameOf }} /> })}
    >
      {rows.length === 0 ? <p className="text-sm text-muted">No visits</p> : null}
      <ul className="flex flex-col gap-0.5">
        {rows.slice(0, shownMax).map((row) => (
          <li key={row.key ?? ''} className="relative flex h-8 items-center gap-2 pl-2.5 text-sm">
            {/* The bars end before the figures. */}
            <span aria-hidden className="absolute inset-y-px right-22 left-0">
              <span
                style={{ width: `${(row.visits / all) * 100}%` }}
                className={`block h-full min-w-0.5 rounded-[5px] ${barClass}`}
              />
            </span>
            {icons === undefined ? null : <RowIcon icon={icons[row.key ?? '']} />}
            <span dir="auto" title={nameOf(row.key)} className="relative min-w-0 flex-1 truncate text-left">
              {nameOf(row.key)}
            </span>
            <span className="relative flex w-20 shrink-0 items-baseline justify-end tabular-nums">
              <span className="font-medium">{countText(row.visits)}</span>
              {isFew ? null : (
                <span className="w-10 text-right text-xs text-muted">{percentText(row.visits / all)}</span>
              )}
            </span>
          </li>
        ))}
      </ul>
      {rows.length > shownMax ? (
        <p className="mt-1 px-2.5 text-xs text-muted">{countText(rows.length - shownMax)} more in the table</p>
      ) : null}
    </ChartSection>
  )
}

function RowIcon({ icon: Icon = CircleHelp }: { readonly icon: LucideIcon | undefined }) {
  return <Icon size={14} aria-hidden className="relative shrink-0 text-soft" />
}

const shownMax = 8

/** All figures of a breakdown. */
export function BreakdownTable({
  title,
  column,
  rows,
  nameOf,
}: Pick<BarListProps, 'title' | 'column' | 'rows' | 'nameOf'>) {
  return (
    <>
      <FigureTable
        label={title}
        columns={[column, 'Visits', 'Visitors', 'Engaged', 'Completed', 'Leads']}
        rows={rows.map((row) => ({
          key: row.key ?? '',
          cells: [
            nameOf(row.key),
            countText(row.visits),
            countText(row.uniques),
            <RateCell key="engaged" rate={row.engaged} />,
            <RateCell key="completed" rate={row.completed} />,
            countText(row.leads.hits),
          ],
        }))}
      />
      {rows.length < breakdownMax ? null : (
        <p className="mt-2 text-xs text-muted">The {countText(breakdownMax)} with the most visits.</p>
      )}
    </>
  )
}

function RateCell({ rate }: { readonly rate: Rate }) {
  return (
    <span title={basisText(rate)}>
      {percentText(rate.rate)}
      {rate.n === 0 ? null : <span className="ml-1.5 text-xs text-muted">{intervalText(rate)}</span>}
    </span>
  )
}
