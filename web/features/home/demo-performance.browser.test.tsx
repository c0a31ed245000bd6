import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'

import { rateOf } from '#domain/rates.ts'

import { tourDemo } from '../../lib/tour-demo.ts'
import { DemoPerformance } from './demo-performance.tsx'

async function show(hits: number, visits: number) {
  const demo = { ...tourDemo(['a']), stepCount: 1, hasNotes: false }
  const parts = Array.from({ length: 14 }, (_, index) => index)
  const activity = {
    demoId: demo.id,
    visits,
    completed: rateOf(hits, visits),
    parts,
    finishedParts: parts,
    watching: 0,
  }
  return render(
    <MemoryRouter>
      <DemoPerformance demos={[demo]} activities={[activity]} backendUrl="" />
    </MemoryRouter>,
  )
}

test.each([
  [1, 6, '17%'],
  [0, 6, '0%'],
  [6, 6, '100%'],
])('shows the visits and the share that finished, with how sure it is: %i of %i', async (hits, n, share) => {
  const screen = await show(hits, n)
  const row = screen.getByRole('link')
  await expect.element(row).toHaveTextContent(`Tour${n} visits, ${share} finished`)
  await expect.element(row).toHaveAttribute('title', expect.stringMatching(`^${hits} of ${n} finished, 95%: \\d`))
})

test('asks to share a demo while nobody came', async () => {
  const screen = await show(0, 0)
  await expect.element(screen.getByText('Share a demo to see its visits here.')).toBeVisible()
})
