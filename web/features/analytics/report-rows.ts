import type { Rate } from '#domain/rates.ts'

import type { CsvValue } from '../../lib/csv-text.ts'
import type { ReportRequest } from './analytics-calls.ts'
import { breakdowns, dayMetrics, type Report, type VisitTotals } from './analytics-report.ts'
import { pathText } from './path-text.ts'

/** What the keys of the figures are called in the file. */
export interface ReportNames {
  readonly demo: (id: string) => string
  readonly link: (id: string) => string
}

const header = ['part', 'of', 'figure', 'value', 'hits', 'n', 'low_95', 'high_95'] as const

/**
 * The report as one table: a row per figure, shares with n and interval, preceded by a row per filter. Null for figures
 * that were not requested.
 */
export function reportRows(
  report: Report,
  names: ReportNames,
  filters: ReportRequest | null,
): readonly (readonly CsvValue[])[] {
  const { period, before, totals, totalsBefore, median, days, daysBefore, by, reasons, demo } = report
  const rows: readonly (readonly CsvValue[])[] = [
    header,
    ...(filters === null ? [] : filterRows(filters, names)),
    ...totalRows('total', `${period.from}..${period.to}`, totals),
    [
      'total',
      `${period.from}..${period.to}`,
      'median_seconds',
      totals.median_seconds,
      null,
      totals.median_n,
      median.low,
      median.high,
    ],
    ...totalRows('previous period', `${before.from}..${before.to}`, totalsBefore),
    ...[...daysBefore, ...days].flatMap((row) => dayMetrics.map((name) => ['day', row.day, name, row[name]])),
    ...breakdowns.flatMap((part) =>
      by[part].flatMap((row) => {
        const of = keyText(part, row.key, names)
        return [
          [part, of, 'visits', row.visits],
          [part, of, 'uniques', row.uniques],
          [part, of, 'views', row.views],
          ...rateRows(part, of, row, ['engaged', 'completed', 'leads', 'agent_talks']),
        ]
      }),
    ),
    ...reasons.map((row) => ['not counted', row.traffic, row.reason, row.visits]),
    ...(demo?.steps ?? []).flatMap((step) => {
      const of = `${step.step_order}. ${step.title ?? ''}`.trim()
      return [
        ...rateRows('step', of, step, ['reached', 'left_here']),
        ['step', of, 'views', step.views],
        ['step', of, 'seconds', step.seconds],
      ]
    }),
    ...(demo?.paths ?? []).flatMap((path) =>
      rateRows('path', pathText(path.step_ids, demo?.steps ?? []), path, ['share', 'completed']),
    ),
    ...(demo?.cards ?? []).flatMap((card) =>
      rateRows('card', `${card.step_order}. ${card.title}`.trim(), card, ['shown', 'followed']),
    ),
    ...(demo?.outcomes ?? []).flatMap((row) => [
      ...rateRows('answers', row.outcome, row, ['talks']),
      ['answers', row.outcome, 'answers', row.turns],
    ]),
  ]
  // Readers other than spreadsheets expect rows of equal length.
  return rows.map((row) => header.map((_, index) => row[index]))
}

function filterRows(
  { demoId, link, traffic, version }: ReportRequest,
  names: ReportNames,
): readonly (readonly CsvValue[])[] {
  return [
    ['filter', demoId === null ? 'all demos and pages' : names.demo(demoId), 'demo'],
    ['filter', link === null ? 'all links' : linkNameOf(link, names), 'link'],
    ['filter', traffic, 'who'],
    ['filter', version === null ? 'all versions' : String(version), 'version'],
  ]
}

/** For a link's id, or '' for the demo's own address. */
export function linkNameOf(link: string, names: ReportNames): string {
  return link === '' ? 'share link' : names.link(link)
}

function totalRows(part: string, of: string, totals: VisitTotals): readonly (readonly CsvValue[])[] {
  const counted = ['visits', 'uniques', 'views', 'clicks', 'seconds', 'engage_shown'] as const
  return [
    ...counted.map((name) => [part, of, name, totals[name]]),
    ...rateRows(part, of, totals, ['engaged', 'completed', 'leads', 'agent_talks', 'engage_accepted']),
  ]
}

function rateRows<K extends string>(part: string, of: string, row: Readonly<Record<K, Rate>>, names: readonly K[]) {
  return names.map((name): readonly CsvValue[] => {
    const { rate, hits, n, low, high } = row[name]
    return [part, of, name, rate, hits, n, low, high]
  })
}

function keyText(part: string, key: string | null, names: ReportNames): string {
  if (part === 'demo') return key === null ? 'own site' : names.demo(key)
  if (part === 'link') return linkNameOf(key ?? '', names)
  return key ?? ''
}
