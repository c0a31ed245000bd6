import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'

import { IconButton } from './icon-button.tsx'
import { TooltipLayer } from './tooltip-layer.tsx'

function Page() {
  return (
    <>
      <p>Somewhere else</p>
      <IconButton label="Share" shortcut="S">
        ↗
      </IconButton>
      <IconButton label="Delete">×</IconButton>
      <TooltipLayer />
    </>
  )
}

test('shows a control’s name and key on hover', async () => {
  const screen = await render(<Page />)
  await userEvent.hover(screen.getByRole('button', { name: 'Share' }))
  await expect.element(screen.getByRole('tooltip')).toHaveTextContent('ShareS')
  await userEvent.hover(screen.getByRole('button', { name: 'Delete' }))
  await expect.element(screen.getByRole('tooltip')).toHaveTextContent('Delete')
  await userEvent.hover(screen.getByText('Somewhere else'))
  await expect.element(screen.getByRole('tooltip')).not.toBeInTheDocument()
})

test('stays while hovered, and Escape hides it', async () => {
  const screen = await render(<Page />)
  await userEvent.hover(screen.getByRole('button', { name: 'Delete' }))
  const tooltip = screen.getByRole('tooltip')
  await userEvent.hover(tooltip)
  await expect.element(tooltip).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(tooltip).not.toBeInTheDocument()
})

test('appears at once on keyboard focus, inside the window', async () => {
  const screen = await render(<Page />)
  await userEvent.keyboard('{Tab}')
  const tooltip = screen.getByRole('tooltip')
  await expect.element(tooltip).toHaveTextContent('ShareS')
  const { left, top, right, bottom } = tooltip.element().getBoundingClientRect()
  expect([left >= 0, top >= 0, right <= innerWidth, bottom <= innerHeight]).toEqual([true, true, true, true])
  await userEvent.keyboard('{Tab}')
  await expect.element(tooltip).toHaveTextContent('Delete')
})
