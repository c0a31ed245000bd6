import type { ReactNode } from 'react'

import { compareCounts, compareRates, countInterval, type Rate } from '#domain/rates.ts'

import {
  changeText,
  clockSpan,
  comparisonText,
  countOf,
  countText,
  intervalText,
  percentText,
  verdictText,
} from '../../lib/figure-text.ts'
import { todayInUtc } from './analytics-filters.ts'
import type { Report, VisitTotals } from './analytics-report.ts'
import { comparableTotals } from './day-series.ts'
import { useFewVisits } from './few-visits-context.ts'
import { FigureTable } from './figure-table.tsx'

/** Every figure of the period: its value, its sample size, and the comparison with the previous period. */
export function FigureRows({ report }: { readonly report: Report }) {
  const isFew = useFewVisits()
  const columns = isFew ? ['Figure', 'Value', 'Of'] : ['Figure', 'Value', 'Of', '95%', 'Before', 'Change']
  return (
    <FigureTable
      label="Figures of this period and the one before"
      columns={columns}
      rows={[...countsOf(report), ...ratesOf(report, isFew)].map(({ label, cells }) => ({
        key: label,
        cells: [label, ...cells].slice(0, columns.length),
      }))}
    />
  )
}

interface Row {
  readonly label: string
  readonly cells: readonly ReactNode[]
}

function countsOf(report: Report): readonly Row[] {
  const { totals, totalsBefore: before, median } = report
  const uniques = countInterval(totals.uniques)
  const comparable = comparableTotals(report, 'uniques', todayInUtc())
  const verdict = compareCounts(comparable.before, comparable.now)
  return [
    {
      label: 'Views',
      cells: [countText(totals.views), countOf(totals.visits, 'visit'), '', countText(before.views), ''],
    },
    {
      label: 'Visitors',
      cells: [
        countText(totals.uniques),
        countOf(totals.visits, 'visit'),
        `${countText(Math.floor(uniques.low))}–${countText(Math.ceil(uniques.high))}`,
        countText(before.uniques),
        verdict === 'higher' || verdict === 'lower' ? verdictText(verdict) : '–',
      ],
    },
    {
      label: 'Median time',
      cells: [
        totals.median_seconds === null ? '–' : clockSpan(totals.median_seconds),
        totals.median_n === 0
          ? '–'
          : `${totals.median_n < totals.visits ? 'newest ' : ''}${countOf(totals.median_n, 'visit')}`,
        median.low === null || median.high === null ? '' : `${clockSpan(median.low)}–${clockSpan(median.high)}`,
        before.median_seconds === null ? '–' : clockSpan(before.median_seconds),
        '',
      ],
    },
  ]
}

const rates = [
  ['Engaged', 'engaged'],
  ['Completed', 'completed'],
  ['Leads', 'leads'],
  ['Agent conversations', 'agent_talks'],
  ['Accepted the agent’s offer', 'engage_accepted'],
] as const satisfies readonly (readonly [string, keyof VisitTotals])[]

function ratesOf({ totals, totalsBefore }: Report, isFew: boolean): readonly Row[] {
  return rates.map(([label, name]) => {
    const rate = totals[name]
    const of = rate.n === 0 ? '–' : `${countText(rate.hits)} of ${countText(rate.n)}`
    return {
      label,
      cells: isFew
        ? [countText(rate.hits), countText(rate.n)]
        : [
            percentText(rate.rate),
            of,
            rate.n === 0 ? '–' : intervalText(rate),
            ...comparisonOf(rate, totalsBefore[name]),
          ],
    }
  })
}

function comparisonOf(rate: Rate, before: Rate): readonly ReactNode[] {
  if (before.n === 0) return ['–', '–']
  const comparison = compareRates(before, rate)
  const text = comparisonText(comparison)
  return [
    percentText(before.rate),
    // Text for screen readers must scroll with the table.
    <span key="change" title={text} className="relative">
      <span aria-hidden>{changeText(comparison)}</span>
      <span className="sr-only">{text}</span>
    </span>,
  ]
}
