import { daysOf } from './analytics-filters.ts'
import type { DayMetric, DayRow, Report } from './analytics-report.ts'

export interface DayPoint {
  readonly day: string
  readonly now: number
  /** On the corresponding day of the previous period. */
  readonly before: number
}

/** Every day of the period, zero-filled. */
export function daySeries(report: Pick<Report, 'period' | 'before' | 'days' | 'daysBefore'>, metric: DayMetric) {
  const before = valuesByDay(report.daysBefore, metric)
  const now = valuesByDay(report.days, metric)
  const daysBefore = daysOf(report.before)
  return daysOf(report.period).map((day, index): DayPoint => ({
    day,
    now: now.get(day) ?? 0,
    before: before.get(daysBefore[index] ?? '') ?? 0,
  }))
}

/** A total of both periods, as far as they are comparable: an unfinished day and its counterpart are left out. */
export function comparableTotals(
  report: Pick<Report, 'period' | 'before' | 'totals' | 'totalsBefore' | 'days' | 'daysBefore'>,
  metric: 'visits' | 'uniques',
  today: string,
): { readonly now: number; readonly before: number } {
  const { period, before, totals, totalsBefore } = report
  if (period.to < today) return { now: totals[metric], before: totalsBefore[metric] }
  const last = valuesByDay(report.days, metric).get(period.to) ?? 0
  const lastBefore = valuesByDay(report.daysBefore, metric).get(before.to) ?? 0
  return { now: totals[metric] - last, before: totalsBefore[metric] - lastBefore }
}

/** The end of an axis: the smallest round number from `most` up whose half is an integer. */
export function axisEnd(most: number): number {
  if (most <= 6) return Math.max(2, Math.ceil(most / 2) * 2)
  const power = 10 ** Math.floor(Math.log10(most))
  return ([1, 2, 3, 4, 5, 6, 8, 10].find((times) => times * power >= most) ?? 10) * power
}

function valuesByDay(rows: readonly DayRow[], metric: DayMetric): ReadonlyMap<string, number> {
  return new Map(rows.map((row) => [row.day, row[metric]]))
}
