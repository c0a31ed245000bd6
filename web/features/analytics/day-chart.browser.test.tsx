import { useState } from 'react'
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'

import { periodOf, readFilters, todayInUtc } from './analytics-filters.ts'
import type { DayMetric } from './analytics-report.ts'
import { DayChart } from './day-chart.tsx'
import { sampleReport } from './sample-report.ts'

const report = sampleReport({ from: '2026-03-02', to: '2026-03-08' }, false)

function Chart() {
  const [metric, setMetric] = useState<DayMetric>('visits')
  return <DayChart report={report} metric={metric} onMetric={(next) => setMetric(next as DayMetric)} />
}

test('arrow keys move between days and announce both figures', async () => {
  const screen = await render(<Chart />)
  const slider = screen.getByRole('slider', { name: 'Visits by day' })
  // Past the metric and the table's button.
  await userEvent.keyboard('{Tab}{Tab}{Tab}')
  await expect.element(slider).toHaveFocus()
  await userEvent.keyboard('{Home}{ArrowRight}')
  const [, second] = report.days
  const [, secondBefore] = report.daysBefore
  const text = `: ${second?.visits}, previous period ${secondBefore?.visits}`
  await expect.element(slider).toHaveAttribute('aria-valuetext', expect.stringContaining(text))
  await userEvent.keyboard('{Home}{ArrowLeft}')
  await expect.element(slider).toHaveAttribute('aria-valuenow', '0')
})

test('its table has the figures of the chosen metric', async () => {
  const screen = await render(<Chart />)
  await screen.getByRole('combobox', { name: 'Metric' }).selectOptions('Completed visits')
  await screen.getByRole('button', { name: 'Show as table' }).click()
  const rows = screen.getByRole('region', { name: 'Completed visits by day' }).getByRole('row')
  expect(rows.elements()).toHaveLength(1 + 7)
  const [first] = report.days
  const [firstBefore] = report.daysBefore
  const cells = [...(rows.elements()[1]?.querySelectorAll('td') ?? [])].map((cell) => cell.textContent)
  expect(cells).toEqual([String(first?.completed), String(firstBefore?.completed)])
})

test('the line ends before today, which is announced as unfinished', async () => {
  const today = todayInUtc()
  const period = periodOf(readFilters(new URLSearchParams({ period: '7' })), today)
  if (!period.ok) throw new Error(period.problem)
  const screen = await render(
    <DayChart report={sampleReport(period.value, false)} metric="visits" onMetric={() => undefined} />,
  )
  const slider = screen.getByRole('slider', { name: 'Visits by day' })
  await expect.element(slider).toHaveAttribute('aria-valuetext', expect.stringContaining('(so far): '))
  await expect.poll(() => slider.element().querySelectorAll('polyline').length).toBe(2)
  const lines = [...slider.element().querySelectorAll('polyline')].map((line) => line.points.numberOfItems)
  expect(lines).toEqual([7, 6])
})
