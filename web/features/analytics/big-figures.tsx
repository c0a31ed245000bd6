import type { ReactNode } from 'react'
import { Link } from 'react-router'

import { compareCounts, type Rate } from '#domain/rates.ts'

import { basisText, countText, percentText } from '../../lib/figure-text.ts'
import type { SparklineDays } from '../../ui/sparkline-points.ts'
import { Sparkline } from '../../ui/sparkline.tsx'
import { todayInUtc } from './analytics-filters.ts'
import type { DayMetric, Report } from './analytics-report.ts'
import { comparableTotals, daySeries } from './day-series.ts'
import { Percent } from './percent.tsx'

export interface BigFiguresProps {
  readonly report: Report
  /** The leads behind the figure. */
  readonly leadsPath: string
}

/** The page's four main figures, each with a sparkline and a note. */
export function BigFigures({ report, leadsPath }: BigFiguresProps) {
  const { totals } = report
  return (
    <dl className="grid grid-cols-2 gap-y-5 pt-[22px] pb-[18px] lg:grid-cols-4">
      <Figure label="Visits" line={lineOf(report, 'visits')} color="text-chart-1" note={<Change report={report} />}>
        {countText(totals.visits)}
      </Figure>
      <Figure
        label="Completed"
        line={lineOf(report, 'completed', 'visits')}
        color="text-chart-3"
        note={basisText(totals.completed)}
      >
        <Percent share={totals.completed.rate} />
      </Figure>
      <Figure
        label="Talked to the agent"
        line={lineOf(report, 'agent_talks', 'visits')}
        color="text-chart-4"
        note={basisText(totals.agent_talks)}
      >
        <Percent share={totals.agent_talks.rate} />
      </Figure>
      <Figure label="Leads" line={lineOf(report, 'leads')} color="text-chart-2" note={leadsNote(totals.leads)}>
        <Link to={leadsPath} className="rounded-control hover:underline">
          {countText(totals.leads.hits)}
        </Link>
      </Figure>
    </dl>
  )
}

function Figure(props: {
  readonly label: string
  readonly line: SparklineDays
  readonly color: string
  readonly note: ReactNode
  readonly children: ReactNode
}) {
  return (
    <div className="relative min-w-0 border-line max-lg:odd:pr-3 max-lg:even:border-l max-lg:even:pl-3 lg:not-first:border-l lg:not-first:pl-6">
      <dt dir="auto" className="truncate pr-1 text-left text-sm text-muted">
        {props.label}
      </dt>
      <dd>
        <span className="block h-[46px] truncate text-[40px]/[46px] font-semibold tracking-[-0.038em] tabular-nums max-sm:text-[30px]/[46px]">
          {props.children}
        </span>
        <span className="block truncate text-xs text-muted tabular-nums">{props.note}</span>
        <span className="absolute top-4 right-3 lg:right-6 max-sm:scale-75 max-sm:origin-right max-sm:right-1">
          <Sparkline {...props.line} className={props.color} />
        </span>
      </dd>
    </div>
  )
}

/** A figure's days up to today; with `of`, as a share of another figure. */
function lineOf(report: Report, metric: DayMetric, of?: DayMetric): SparklineDays {
  const today = todayInUtc()
  const series = (name: DayMetric) => daySeries(report, name).flatMap(({ day, now }) => (day > today ? [] : [now]))
  return {
    days: series(metric),
    ...(of !== undefined && { of: series(of) }),
    isLastOpen: report.period.from <= today && report.period.to >= today,
  }
}

function leadsNote(rate: Rate): string {
  return rate.n === 0 ? 'No data yet' : `${percentText(rate.rate)} of visits`
}

/** Compared with the previous period; an arrow only if the difference is significant. */
function Change({ report }: { readonly report: Report }) {
  const { now, before } = comparableTotals(report, 'visits', todayInUtc())
  const total = report.totalsBefore.visits
  if (total === 0) return 'No earlier data'
  const verdict = compareCounts(before, now)
  const was = `was ${countText(total)}`
  if (before === 0 || (verdict !== 'higher' && verdict !== 'lower')) return was
  const isUp = verdict === 'higher'
  return (
    <>
      <span className={isUp ? 'text-success' : 'text-danger'}>
        <span aria-hidden>{isUp ? '▲' : '▼'}</span>
        <span className="sr-only">{isUp ? 'Up' : 'Down'}</span> {percentText(Math.abs(now / before - 1))}
      </span>{' '}
      · {was}
    </>
  )
}
