import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'

import { rateOf } from '#domain/rates.ts'

import { demosQuery } from '../../lib/demo-queries.ts'
import type { BreakdownRow } from './analytics-report.ts'
import { DemoCovers } from './demos-hero.tsx'

function row(key: string | null, completed: number, visits: number): BreakdownRow {
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

test('shows the most visited demos by the share that finished, and opens their analytics with the same filters', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } })
  client.setQueryData(demosQuery.queryKey, [])
  const demos = ['one', 'two', 'three', 'four', 'five', 'six', 'seven'].map((key, index) => row(key, index, 40 - index))
  const screen = await render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <DemoCovers
          rows={[row(null, 0, 90), ...demos]}
          search={new URLSearchParams({ period: '90', show: 'views' })}
          isSample={false}
          backendUrl=""
          nameOf={(key) => `Demo ${key}`}
        />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  const covers = screen.getByRole('link')
  expect(covers.elements().map((cover) => cover.textContent)).toEqual([
    '14% finishedDemo six35 visits',
    '11% finishedDemo five36 visits',
    '8% finishedDemo four37 visits',
    '5% finishedDemo three38 visits',
    '3% finishedDemo two39 visits',
    '0% finishedDemo one40 visits',
  ])
  await expect.element(covers.first()).toHaveAttribute('href', '/dashboard/demos/six/analytics?period=90')
  await screen.getByRole('button', { name: 'Show as table' }).click()
  await expect.element(screen.getByRole('rowheader', { name: 'Demo seven' })).toBeVisible()
})
