import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'

import { rateOf } from '#domain/rates.ts'

import type { BreakdownRow } from './analytics-report.ts'
import { VersionSection } from './version-section.tsx'

function version(key: string, completed: number, visits: number): BreakdownRow {
  const none = rateOf(0, visits)
  return {
    key,
    visits,
    uniques: visits,
    views: visits,
    engaged: none,
    completed: rateOf(completed, visits),
    leads: none,
    agent_talks: none,
    seconds: 0,
  }
}

async function completedRow(versions: readonly BreakdownRow[], older: string | null = null) {
  const screen = await render(
    <VersionSection versions={versions} older={older} newer={null} onChoose={() => undefined} />,
  )
  return screen.getByRole('row', { name: /^Completed/ })
}

test('compares the two newest versions, and names a winner when the data supports it', async () => {
  const row = await completedRow([version('2', 70, 100), version('10', 95, 100), version('1', 100, 100)])
  await expect.element(row.getByText(/70 of 100/)).toBeVisible()
  await expect.element(row.getByText(/Higher by 25 points/)).toBeVisible()
})

test('names no winner with few visits', async () => {
  const row = await completedRow([version('1', 1, 20), version('2', 20, 20)])
  await expect.element(row.getByText(/Not enough data/)).toBeVisible()
})

test('compares the pair in the URL', async () => {
  const row = await completedRow([version('1', 100, 100), version('2', 70, 100), version('3', 70, 100)], '1')
  await expect.element(row.getByText(/Lower by 30 points/)).toBeVisible()
})
