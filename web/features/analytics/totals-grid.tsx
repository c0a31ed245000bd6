import { Fragment } from 'react'

import { compareCounts, compareRates, countInterval, type Rate } from '#domain/rates.ts'

import { todayInUtc } from './analytics-filters.ts'
import type { Report } from './analytics-report.ts'
import { comparableVisitors } from './day-series.ts'
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

/** The figures of the period with their basis and the comparison to the previous one. */
export function TotalsGrid({ report }: { readonly report: Report }) {
  const { totals, totalsBefore: before, median } = report
  const uniques = countInterval(totals.uniques)
  const comparable = comparableVisitors(report, todayInUtc())
  return (
    <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-card border border-line bg-line lg:grid-cols-4">
      <Tile
        label="Views"
        value={countText(totals.views)}
        basis={`in ${countOf(totals.visits, 'visit')}`}
        comparison={`${countText(before.views)} before`}
      />
      <Tile
        label="Visitors"
        value={countText(totals.uniques)}
        basis={`sum of daily visitors · 95%: ${countText(Math.floor(uniques.low))}–${countText(Math.ceil(uniques.high))}`}
        comparison={`${countText(before.uniques)} before · ${verdictText(compareCounts(comparable.before, comparable.now))}`}
      />
      <RateTile label="Engaged" rate={totals.engaged} before={before.engaged} />
      <RateTile label="Completed" rate={totals.completed} before={before.completed} />
      <Tile
        label="Median time"
        value={durationText(totals.median_seconds)}
        basis={medianBasis(totals, median)}
        comparison={before.median_n === 0 ? nothingBefore : `${durationText(before.median_seconds)} before`}
      />
      <RateTile label="Leads" rate={totals.leads} before={before.leads} isCount />
      <RateTile label="Agent conversations" rate={totals.agent_talks} before={before.agent_talks} isCount />
      <RateTile label="Accepted the agent’s offer" rate={totals.engage_accepted} before={before.engage_accepted} />
    </dl>
  )
}

const nothingBefore = 'No earlier data'

function medianBasis({ median_n: n, visits }: Report['totals'], { low, high }: Report['median']): string {
  if (n === 0) return 'No data yet'
  const basis = lookedAtText(n, visits)
  if (low === null || high === null) return `${basis} · too few for an interval`
  return `${basis} · 95%: ${durationText(low)} – ${durationText(high)}`
}

function RateTile(props: {
  readonly label: string
  readonly rate: Rate
  readonly before: Rate
  /** Shows how many before which share. */
  readonly isCount?: boolean
}) {
  const { rate, before } = props
  const isCount = props.isCount === true
  return (
    <Tile
      label={props.label}
      value={isCount ? countText(rate.hits) : percentText(rate.rate)}
      basis={isCount && rate.n > 0 ? `${percentText(rate.rate)} · ${basisText(rate)}` : basisText(rate)}
      comparison={
        before.n === 0
          ? nothingBefore
          : `${isCount ? countText(before.hits) : percentText(before.rate)} before · ${comparisonText(compareRates(before, rate))}`
      }
    />
  )
}

function Tile(props: {
  readonly label: string
  readonly value: string
  readonly basis: string
  readonly comparison: string
}) {
  return (
    <div className="bg-surface p-4">
      <dt className="text-sm text-muted">{props.label}</dt>
      <dd>
        <span className="block text-xl font-semibold tabular-nums">{props.value}</span>
        <Note text={props.basis} />
        <Note text={props.comparison} />
      </dd>
    </div>
  )
}

/** Stacked in narrow tiles: an interval wrapped over two lines reads like two figures. */
function Note({ text }: { readonly text: string }) {
  const parts = text.split(' · ')
  return (
    <span className="mt-1 block text-xs text-muted tabular-nums">
      {parts.map((part, index) => (
        <Fragment key={part}>
          {index === 0 ? null : <span className="hidden lg:inline"> · </span>}
          <span className="block lg:inline">{part}</span>
        </Fragment>
      ))}
    </span>
  )
}
