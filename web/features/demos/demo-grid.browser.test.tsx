import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'

import type { ListedDemo } from '#domain/demo.ts'

import { DemoGrid } from './demo-grid.tsx'

const demos = Array.from({ length: 2_000 }, (_, index): ListedDemo => ({
  id: String(index),
  name: `Demo ${index + 1}`,
  description: null,
  status: 'active',
  isSample: false,
  createdAt: '2026-11-05T12:00:00Z',
  updatedAt: '2026-11-05T12:00:00Z',
  steps: [],
  stepCount: 3,
  hasNotes: false,
}))

test('renders only the demos near the window of 2,000, with their positions, down to the last', async () => {
  const screen = await render(
    <MemoryRouter>
      <QueryClientProvider client={new QueryClient()}>
        <DemoGrid demos={demos} backendUrl="" />
      </QueryClientProvider>
    </MemoryRouter>,
  )
  const items = screen.getByRole('listitem')
  await expect.element(screen.getByRole('article', { name: 'Demo 1', exact: true })).toBeVisible()
  expect(items.elements().length).toBeLessThan(60)
  await expect.element(items.first()).toHaveAttribute('aria-setsize', '2000')

  // Row heights become known while scrolling; keep scrolling, as a person does.
  await expect
    .poll(
      () => {
        window.scrollTo(0, document.documentElement.scrollHeight)
        const last = items.elements().at(-1)
        const bottom = last?.getBoundingClientRect().bottom ?? Infinity
        return { place: last?.getAttribute('aria-posinset'), isInSight: bottom > 0 && bottom <= window.innerHeight }
      },
      { timeout: 10_000 },
    )
    .toEqual({ place: '2000', isInSight: true })
  expect(items.elements().length).toBeLessThan(60)
})
