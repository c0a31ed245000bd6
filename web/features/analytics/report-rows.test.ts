import { expect, test } from 'vitest'

import { csvText } from '../../lib/csv-text.ts'
import { reportRows } from './report-rows.ts'
import { sampleReport } from './sample-report.ts'

const names = { demo: (id: string) => `Demo ${id}`, link: () => '=HYPERLINK("https://evil.example")' }
const report = sampleReport({ from: '2026-03-01', to: '2026-03-28' }, true)

test('exports every share with n and interval in complete rows', () => {
  const [header, ...rows] = reportRows(report, names, null)
  expect(rows.filter((row) => row.length !== header?.length)).toEqual([])
  const { rate, hits, n, low, high } = report.totals.completed
  expect(rows).toContainEqual(['total', '2026-03-01..2026-03-28', 'completed', rate, hits, n, low, high])
  expect(rows.filter(([part]) => part === 'step')).toHaveLength((report.demo?.steps.length ?? 0) * 4)
})

test('the file names its filters', () => {
  const period = { from: '2026-03-01', to: '2026-03-28' }
  const filters = { workspaceId: 'w', demoId: 'tour', link: '', traffic: 'bot', version: 2, period } as const
  expect(
    reportRows(report, names, filters)
      .slice(1, 5)
      .map((row) => row.slice(0, 3)),
  ).toEqual([
    ['filter', 'Demo tour', 'demo'],
    ['filter', 'share link', 'link'],
    ['filter', 'bot', 'who'],
    ['filter', '2', 'version'],
  ])
})

test('exports paths as step numbers', () => {
  const paths = reportRows(report, names, null).filter(([part]) => part === 'path')
  expect(paths.length).toBeGreaterThan(0)
  for (const [, way] of paths) expect(way).toMatch(/^(?:\d+|\?)(?: → (?:\d+|\?))*$/)
})

test('a link named like a formula does not run in spreadsheets', () => {
  const text = csvText(reportRows(report, names, null))
  expect(text).toContain('"\'=HYPERLINK(""https://evil.example"")"')
  expect(text).not.toMatch(/[,\n]"?=/)
})

test('sample figures add up', () => {
  const { totals, days, by, demo } = report
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
  expect(sum(days.map(({ visits }) => visits))).toBe(totals.visits)
  expect(sum(days.map(({ completed }) => completed))).toBe(totals.completed.hits)
  for (const part of ['source', 'device', 'link', 'version'] as const) {
    const rows = by[part]
    expect([part, sum(rows.map(({ visits }) => visits))]).toEqual([part, totals.visits])
    for (const name of ['engaged', 'completed', 'leads', 'agent_talks'] as const) {
      expect([part, name, sum(rows.map((row) => row[name].hits))]).toEqual([part, name, totals[name].hits])
    }
  }
  expect(sum(report.reasons.map(({ visits }) => visits)) + totals.visits).toBe(
    sum(by.traffic.map(({ visits }) => visits)),
  )
  expect(demo?.steps[0]?.reached.hits).toBe(totals.visits)
  expect(demo?.steps.at(-1)?.reached.hits).toBe(totals.completed.hits)
})
