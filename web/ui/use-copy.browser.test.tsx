import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'

import { useCopy } from './use-copy.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

function CopyButton() {
  const { isCopied, copy } = useCopy()
  return <button onClick={() => void copy('https://us.example/demo/1/play')}>{isCopied ? 'Copied!' : 'Copy'}</button>
}

test('shows Copied! for two seconds', async () => {
  const written = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  const screen = await render(<CopyButton />)
  await screen.getByRole('button').click()
  await expect.element(screen.getByText('Copied!')).toBeVisible()
  expect(written.mock.calls).toEqual([['https://us.example/demo/1/play']])
  vi.advanceTimersByTime(1_999)
  await expect.element(screen.getByText('Copied!')).toBeVisible()
  vi.advanceTimersByTime(1)
  await expect.element(screen.getByText('Copy', { exact: true })).toBeVisible()
})

test('only logs a refused copy', async () => {
  const logged = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('not allowed'))
  const screen = await render(<CopyButton />)
  await screen.getByRole('button').click()
  await vi.waitFor(() => expect(logged.mock.calls).toEqual([['Failed to copy', expect.any(Error)]]))
  await expect.element(screen.getByText('Copy', { exact: true })).toBeVisible()
})
