import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'

import { plainStepLook } from '#domain/step-look.ts'

import { PlayerProgress } from './player-progress.tsx'

const stepsOf = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    id: String(index),
    order: index + 1,
    title: `Part ${index + 1}`,
    description: null,
    alt: null,
    width: 1_440,
    height: 900,
    hotspot: null,
    look: plainStepLook,
    targetStepId: null,
    imageUrl: '',
    renderUrl: null,
  }))

const progress = (count: number, onShow: (index: number) => void = () => undefined) => (
  <PlayerProgress steps={stepsOf(count)} index={2} isOver={false} skipped={new Set()} fill={null} onShow={onShow} />
)

test('a long demo on a phone has a slider instead of narrow buttons', async () => {
  await page.viewport(390, 844)
  const onShow = vi.fn<(index: number) => void>()
  const screen = await render(progress(20, onShow))
  const slider = screen.getByRole('slider', { name: 'Step' })
  await expect.element(slider).toHaveValue('3')
  expect(screen.getByRole('button').elements()).toSatisfy((buttons: HTMLElement[]) =>
    buttons.every(({ inert }) => inert),
  )
  await slider.fill('5')
  expect(onShow).toHaveBeenCalledWith(4)
})

test.each([
  [390, 8],
  [1280, 20],
])('at %s px, %s steps have a button each', async (width, count) => {
  await page.viewport(width, 844)
  const screen = await render(progress(count))
  await expect.element(screen.getByRole('button', { name: 'Step 3: Part 3' })).toHaveAttribute('aria-current', 'step')
  expect(screen.getByRole('button').all()).toHaveLength(count)
  await expect.element(screen.getByRole('slider')).not.toBeInTheDocument()
})
