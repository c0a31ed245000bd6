import { compareCounts, compareRates, countInterval, type Rate } from '#domain/rates.ts'

import {
  basisText,
  comparisonText,
  countOf,
  countText,
  durationText,
  lookedAtText,
  percentText,
  verdictText,
} from '../../lib/figure-text.ts'
import { todayInUtc } from './analytics-filters.ts'
import type { Report } from './analytics-report.ts'
import { ChartSection } from './chart-section.tsx'
import { comparableTotals } from './day-series.ts'
import { useFewVisits } from './few-visits-context.ts'

/** Every figure of the period: its value, its basis, and the comparison with the period before. */
export function FigureRows({ report }: { readonly report: Report }) {
  const { totals, totalsBefore: before, median } = report
  const isFew = useFewVisits()
  const uniques = countInterval(totals.uniques)
  const comparable = comparableTotals(report, 'uniques', todayInUtc())
  return (
    <ChartSection title="All figures">
      <dl>
        <Row
          label="Views"
          value={countText(totals.views)}
          basis={`in ${countOf(totals.visits, 'visit')}`}
          comparison={`${countText(before.views)} before`}
        />
        <Row
          label="Visitors"
          value={countText(totals.uniques)}
          basis={isFew ? '' : `${countText(Math.floor(uniques.low))}–${countText(Math.ceil(uniques.high))}`}
          comparison={`${countText(before.uniques)} before · ${verdictText(compareCounts(comparable.before, comparable.now))}`}
        />
        <RateRow label="Engaged" rate={totals.engaged} before={before.engaged} />
        <RateRow label="Completed" rate={totals.completed} before={before.completed} />
        <Row
          label="Median time"
          value={durationText(totals.median_seconds)}
          basis={medianBasis(totals, median)}
          comparison={before.median_n === 0 ? nothingBefore : `${durationText(before.median_seconds)} before`}
        />
        <RateRow label="Leads" rate={totals.leads} before={before.leads} />
        <RateRow label="Agent conversations" rate={totals.agent_talks} before={before.agent_talks} />
        <RateRow label="Accepted the agent’s offer" rate={totals.engage_accepted} before={before.engage_accepted} />
      </dl>
    </ChartSection>
  )
}

const nothingBefore = 'No earlier data'

function medianBasis({ median_n: n, visits }: Report['totals'], { low, high }: Report['median']): string {
  if (n === 0) return 'No data yet'
  const basis = lookedAtText(n, visits)
  return low === null || high === null ? basis : `${basis} · ${durationText(low)} – ${durationText(high)}`
}

function RateRow({ label, rate, before }: { readonly label: string; readonly rate: Rate; readonly before: Rate }) {
  const isFew = useFewVisits()
  if (isFew) return <Row label={label} value={countText(rate.hits)} basis={`of ${countText(rate.n)}`} comparison="" />
  return (
    <Row
      label={label}
      value={percentText(rate.rate)}
      basis={basisText(rate)}
      comparison={
        before.n === 0
          ? nothingBefore
          : `${percentText(before.rate)} before · ${comparisonText(compareRates(before, rate))}`
      }
    />
  )
}

function Row(props: {
  readonly label: string
  readonly value: string
  readonly basis: string
  readonly comparison: string
}) {
  return (
    <div className="grid min-h-9 grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4 border-t border-line py-2 text-sm first:border-t-0 sm:grid-cols-[11rem_minmax(0,1fr)]">
      <dt className="text-muted">{props.label}</dt>
      <dd className="flex flex-wrap items-baseline gap-x-3 tabular-nums max-sm:contents">
        <span className="font-medium max-sm:text-right">{props.value}</span>
        <span className="text-xs text-muted max-sm:col-span-2">
          {[props.basis, props.comparison].filter((part) => part !== '').join(' · ')}
        </span>
      </dd>
    </div>
  )
}
