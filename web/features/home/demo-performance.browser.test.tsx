import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'

import { rateOf } from '#domain/rates.ts'

import { tourDemo } from '../../lib/tour-demo.ts'
import { DemoPerformance } from './demo-performance.tsx'

test.each([
  [1, 6],
  [0, 6],
  [6, 6],
])('draws a bar as long as its share: %i of %i', async (hits, n) => {
  const demo = { ...tourDemo(['a']), stepCount: 1, hasNotes: false }
  const screen = await render(
    <MemoryRouter>
      <DemoPerformance demos={[demo]} figures={[{ demoId: demo.id, visits: n, completed: rateOf(hits, n) }]} />
    </MemoryRouter>,
  )
  const bar = screen.container.querySelector('rect:last-of-type')
  expect(Number(bar?.getAttribute('width'))).toBeCloseTo((hits / n) * 100)
  await expect.element(screen.getByText(`${Math.round((hits / n) * 100)}%`, { exact: false })).toBeVisible()
})
