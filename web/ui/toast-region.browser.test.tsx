import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'

import { ToastRegion } from './toast-region.tsx'
import { closeToast, currentToasts, showToast } from './toast-store.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  for (const toast of currentToasts()) closeToast(toast)
  vi.useRealTimers()
})

test('hides after three seconds', async () => {
  const screen = await render(<ToastRegion />)
  showToast({ text: 'Notes saved successfully' })
  await expect.element(screen.getByText('Notes saved successfully')).toBeVisible()
  vi.advanceTimersByTime(2_999)
  expect(currentToasts()).toHaveLength(1)
  vi.advanceTimersByTime(1)
  expect(currentToasts()).toHaveLength(0)
})

test('shows a repeated sentence once', () => {
  showToast({ text: 'Notes saved successfully' })
  vi.advanceTimersByTime(2_000)
  showToast({ text: 'Notes saved successfully' })
  showToast({ text: 'Copied' })
  expect(currentToasts().map(({ text }) => text)).toEqual(['Notes saved successfully', 'Copied'])
  vi.advanceTimersByTime(2_000)
  expect(currentToasts()).toHaveLength(2)
})

test('runs the delayed action when the toast goes, never after Undo', async () => {
  const screen = await render(<ToastRegion />)
  const remove = vi.fn<() => void>()
  const undo = vi.fn<() => void>()
  showToast({ text: 'Deleted', action: { label: 'Undo', onSelect: undo }, onExpire: remove })
  vi.advanceTimersByTime(8_000)
  expect(remove).toHaveBeenCalledTimes(1)

  showToast({ text: 'Deleted again', action: { label: 'Undo', onSelect: undo }, onExpire: remove })
  const button = screen.getByRole('button', { name: 'Undo' })
  await expect.element(button).toBeVisible()
  ;(button.element() as HTMLButtonElement).click()
  vi.advanceTimersByTime(60_000)
  expect(undo).toHaveBeenCalledTimes(1)
  expect(remove).toHaveBeenCalledTimes(1)
})
