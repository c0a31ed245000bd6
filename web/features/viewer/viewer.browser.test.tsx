import { plainDemoLook } from '#domain/demo-look.ts'
import { plainStepLook } from '#domain/step-look.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { MemoryRouter } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'

import { newCard } from '#domain/card.ts'
import type { Demo } from '#domain/demo.ts'

import { Viewer } from './viewer.tsx'

const picture = 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA='

const step = {
  id: 'first',
  demoId: 'tour',
  order: 1,
  title: null,
  description: 'Everything starts here.' as string | null,
  screenshotUrl: '1.gif',
  alt: null,
  width: 1440,
  height: 900,
  captureId: null,
  hotspot: null,
  look: plainStepLook,
  targetStepId: null,
}

const demo: Demo = {
  id: 'tour',
  name: 'Tour of billing',
  description: 'From the first invoice to the last.',
  status: 'active',
  isSample: false,
  createdAt: '2026-11-05T12:00:00Z',
  updatedAt: '2026-11-21T12:00:00Z',
  look: plainDemoLook,
  steps: [step, { ...step, id: 'second', order: 2, description: null }],
}

beforeEach(() => page.viewport(1280, 800))

const shown = { widthPx: 1440, heightPx: 900 }
const leadCard = {
  ...newCard({ id: 'lead', stepId: 'first', type: 'lead', position: 1, shown }),
  title: 'Talk to us',
}

function viewer(startIndex = 0) {
  return (
    <MemoryRouter>
      <QueryClientProvider client={new QueryClient()}>
        <Viewer
          shareDialog={() => null}
          demo={demo}
          cards={[leadCard]}
          backendUrl={`${picture}#`}
          startIndex={startIndex}
          onStatusSaved={() => undefined}
        />
      </QueryClientProvider>
    </MemoryRouter>
  )
}

test('shows the demo, the position, the notes and the actions', async () => {
  const screen = await render(viewer())
  await expect.element(screen.getByRole('heading', { name: 'Tour of billing' })).toBeVisible()
  await expect.element(screen.getByText('From the first invoice to the last.')).toBeVisible()
  await expect.element(screen.getByText("Tip: Press 'N' to toggle notes, arrow keys to navigate")).toBeVisible()
  const link = (name: string) => screen.getByRole('link', { name })
  await expect.element(link('Edit Demo')).toHaveAttribute('href', '/dashboard/demos/tour/edit')
  await expect.element(link('Back to Dashboard')).toHaveAttribute('href', '/dashboard')
  await expect.element(screen.getByRole('button', { name: 'Full Screen' })).toBeVisible()

  const footer = screen.getByRole('region', { name: 'Step' })
  await expect.element(footer.getByText('Step 1 of 2')).toBeVisible()
  await expect.element(footer.getByText('Everything starts here.')).toBeVisible()
  const notes = screen.getByRole('complementary', { name: 'Speaker Notes' })
  await expect.element(notes).toHaveTextContent('Speaker NotesStep 1 of 2Everything starts here.')
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(footer.getByText('Step 2 of 2')).toBeVisible()
  await expect.element(notes).toHaveTextContent('Speaker NotesStep 2 of 2No speaker notes for this step.')
  await screen.getByRole('button', { name: 'Hide Notes' }).click()
  await expect.element(notes).not.toBeInTheDocument()
  await expect.element(screen.getByRole('button', { name: 'Show Notes' })).toBeVisible()
})

test.each([
  [-1, 'Step 1 of 2'],
  [0, 'Step 1 of 2'],
  [0.5, 'Step 1 of 2'],
  [7, 'Step 2 of 2'],
  [Number.NaN, 'Step 1 of 2'],
])('opens index %s at %s', async (startIndex, shown) => {
  const screen = await render(viewer(startIndex))
  await expect.element(screen.getByText(shown).first()).toBeVisible()
})

test('arrows move by one and stop at both ends', async () => {
  const screen = await render(viewer())
  const previous = screen.getByRole('button', { name: 'Previous step' })
  const next = screen.getByRole('button', { name: 'Next step' })
  await expect.element(previous).toBeDisabled()
  await userEvent.keyboard('{ArrowLeft}')
  await expect.element(previous).toBeDisabled()
  await next.click()
  await expect.element(next).toBeDisabled()
  await userEvent.keyboard('{ArrowRight}{ArrowLeft}')
  await expect.element(previous).toBeDisabled()
})

test('phones list every step below the picture', async () => {
  await page.viewport(390, 844)
  const screen = await render(viewer())
  const list = screen.getByRole('navigation', { name: 'All steps' })
  await expect
    .element(list.getByRole('button', { name: /Everything starts here/ }))
    .toHaveAttribute('aria-current', 'step')
  await list.getByRole('button', { name: /Step 2/ }).click()
  await expect.element(screen.getByText('Step 2 of 2').first()).toBeVisible()
  await expect.element(list.getByRole('button', { name: /Step 2/ })).toHaveAttribute('aria-current', 'step')
})

test('full screen shows name, step and notes, independent of the notes panel', async () => {
  const screen = await render(viewer())
  await userEvent.keyboard('f')
  const stage = screen.getByRole('dialog', { name: 'Tour of billing' })
  await expect.element(stage.getByRole('button', { name: 'Exit Full Screen (ESC)' })).toBeVisible()
  await expect.element(stage.getByRole('button', { name: 'Next step' })).toBeVisible()
  const notes = stage.getByRole('complementary', { name: 'Speaker Notes' })
  await expect.element(notes).toHaveTextContent('Speaker NotesStep 1 of 2Everything starts here.')
  await userEvent.keyboard('n')
  await expect.element(notes).not.toBeInTheDocument()
  await expect.element(stage).toBeVisible()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(stage.getByText('Step 2 of 2')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(stage).not.toBeInTheDocument()
  await expect.element(screen.getByText('Step 2 of 2').first()).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Show Notes' })).toBeVisible()
})

test.each(['in the viewer', 'full screen'])(
  'a lead card %s saves nothing and continues as for visitors',
  async (where) => {
    const requests: string[] = []
    const observer = new PerformanceObserver((list) => requests.push(...list.getEntries().map(({ name }) => name)))
    observer.observe({ type: 'resource' })
    const screen = await render(viewer())
    if (where === 'full screen') await userEvent.keyboard('f')
    const stage = where === 'full screen' ? screen.getByRole('dialog') : screen
    await expect.element(stage.getByText('Preview: nothing you type here is sent or saved.')).toBeVisible()
    await stage.getByLabelText('WORK EMAIL').fill('ada@example.com')
    await stage.getByRole('button', { name: 'Submit' }).click()
    await expect.element(stage.getByText('Enter your name.')).toBeVisible()
    await stage.getByLabelText('NAME').fill('Ada')
    await stage.getByRole('button', { name: 'Submit' }).click()
    await expect.element(stage.getByText('Step 2 of 2').first()).toBeVisible()
    await userEvent.keyboard('{ArrowLeft}')
    await expect.element(stage.getByLabelText('NAME')).toHaveValue('')
    expect(requests.filter((address) => address.includes('/leads'))).toEqual([])
    observer.disconnect()
  },
)
