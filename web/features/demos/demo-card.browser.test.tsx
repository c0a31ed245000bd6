import { plainStepLook } from '#domain/step-look.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'

import type { ListedDemo } from '#domain/demo.ts'

import { DemoCard } from './demo-card.tsx'

const picture = 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA='

function demoOf(stepCount: number, description: string | null): ListedDemo {
  return {
    id: 'tour',
    name: 'Tour of billing',
    description,
    status: 'active',
    isSample: false,
    createdAt: '2025-11-05T12:00:00Z',
    updatedAt: '2026-11-21T12:00:00Z',
    stepCount,
    hasNotes: false,
    steps: Array.from({ length: stepCount }, (_, index) => ({
      id: String(index),
      demoId: 'tour',
      order: index + 1,
      title: null,
      description: null,
      screenshotUrl: `${index + 1}.webp`,
      alt: null,
      width: null,
      height: null,
      captureId: null,
      hotspot: null,
      look: plainStepLook,
      targetStepId: null,
    })),
  }
}

function card(demo: ListedDemo) {
  return (
    <MemoryRouter>
      <QueryClientProvider client={new QueryClient()}>
        {/* An address that is a picture whatever path is appended. */}
        <DemoCard demo={demo} backendUrl={`${picture}#`} />
      </QueryClientProvider>
    </MemoryRouter>
  )
}

test('shows name, description, steps, duration and date, and links to viewer and editor', async () => {
  const screen = await render(card(demoOf(6, 'From the first invoice to the last.')))
  await expect.element(screen.getByRole('heading', { name: 'Tour of billing' })).toBeVisible()
  await expect.element(screen.getByText('From the first invoice to the last.')).toBeVisible()
  await expect.element(screen.getByText(/^6 steps · 12 min · .*2025/)).toBeVisible()
  await expect
    .element(screen.getByRole('link', { name: 'View Tour of billing' }))
    .toHaveAttribute('href', '/dashboard/demos/tour')
  await expect
    .element(screen.getByRole('link', { name: 'Edit Tour of billing' }))
    .toHaveAttribute('href', '/dashboard/demos/tour/edit')
})

test.each([
  [6, 4],
  [4, 4],
  [2, 2],
  [0, 0],
])('a card with %i steps shows the first %i images', async (stepCount, shownCount) => {
  const { container } = await render(card(demoOf(stepCount, null)))
  const shown = [...container.querySelectorAll('img')].map((image) => /(\d)\.webp/.exec(image.src)?.[1])
  // The first one is the cover, and in the strip.
  expect([...new Set(shown)]).toEqual(['1', '2', '3', '4'].slice(0, shownCount))
})
