import { expect, test } from 'vitest'

import type { DayRow } from './analytics-report.ts'
import { axisEnd, comparableTotals, daySeries } from './day-series.ts'
import { sampleReport } from './sample-report.ts'

function row(day: string, visits: number): DayRow {
  return { day, visits, uniques: 0, views: 0, engaged: 0, completed: 0, leads: 0, agent_talks: 0, seconds: 0 }
}

test('pairs each day with the previous period, including days without visits', () => {
  const report = {
    period: { from: '2026-03-01', to: '2026-03-03' },
    before: { from: '2026-02-26', to: '2026-02-28' },
    days: [row('2026-03-01', 4), row('2026-03-03', 6)],
    daysBefore: [row('2026-02-27', 9)],
  }
  expect(daySeries(report, 'visits')).toEqual([
    { day: '2026-03-01', now: 4, before: 0 },
    { day: '2026-03-02', now: 0, before: 9 },
    { day: '2026-03-03', now: 6, before: 0 },
  ])
})

test('compares visitors on finished days only', () => {
  const report = sampleReport({ from: '2026-03-02', to: '2026-03-08' }, false)
  const whole = { now: report.totals.uniques, before: report.totalsBefore.uniques }
  expect(comparableTotals(report, 'uniques', '2026-03-09')).toEqual(whole)
  expect(comparableTotals(report, 'uniques', '2026-03-08')).toEqual({
    now: whole.now - (report.days.at(-1)?.uniques ?? 0),
    before: whole.before - (report.daysBefore.at(-1)?.uniques ?? 0),
  })
  const today = sampleReport({ from: '2026-03-08', to: '2026-03-08' }, false)
  expect(comparableTotals(today, 'uniques', '2026-03-08')).toEqual({ now: 0, before: 0 })
})

test.each([
  [0, 2],
  [2, 2],
  [3, 4],
  [5, 6],
  [7, 8],
  [10, 10],
  [11, 20],
  [51, 60],
  [4_001, 5_000],
])('an axis for %i ends at %i', (most, end) => {
  expect(axisEnd(most)).toBe(end)
})
