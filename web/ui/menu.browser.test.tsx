import { expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'

import { Button } from './button.tsx'
import { Menu } from './menu.tsx'

async function openableMenu() {
  const onRename = vi.fn<() => void>()
  const onDelete = vi.fn<() => void>()
  const screen = await render(
    <Menu
      trigger={<Button>More</Button>}
      entries={[
        { key: 'rename', label: 'Rename', onSelect: onRename },
        { key: 'delete', label: 'Delete', onSelect: onDelete },
      ]}
    />,
  )
  return { screen, onRename, onDelete, button: screen.getByRole('button', { name: 'More' }) }
}

test('opens on the first press, while its code loads', async () => {
  const { screen, onDelete, button } = await openableMenu()
  await button.click()
  await screen.getByRole('menuitem', { name: 'Delete' }).click()
  expect(onDelete).toHaveBeenCalledTimes(1)
  await expect.element(screen.getByRole('menu')).not.toBeInTheDocument()
})

test('works by keyboard and returns focus to the button', async () => {
  const { screen, onRename, onDelete, button } = await openableMenu()
  await userEvent.keyboard('{Tab}')
  await expect.element(button).toHaveFocus()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(screen.getByRole('menuitem', { name: 'Rename' })).toHaveFocus()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(screen.getByRole('menuitem', { name: 'Delete' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  expect([onRename.mock.calls.length, onDelete.mock.calls.length]).toEqual([0, 1])
  await expect.element(button).toHaveFocus()

  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByRole('menuitem', { name: 'Rename' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(screen.getByRole('menu')).not.toBeInTheDocument()
  await expect.element(button).toHaveFocus()
})
