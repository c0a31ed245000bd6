import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'

import {
  extensionCheckEvent,
  extensionCheckResponse,
  type ExtensionRequestEnvelope,
} from '#protocol/extension-messages.ts'

import { ExtensionCard } from './extension-card.tsx'
import { useExtension } from '../../lib/use-extension.ts'

function Check() {
  return <ExtensionCard extension={useExtension()} />
}

beforeEach(() => {
  localStorage.clear()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => vi.useRealTimers())

test('offers to install an extension that does not answer within three seconds', async () => {
  const screen = await render(<Check />)
  const looking = screen.getByRole('status', { name: 'Checking for the extension' })
  await expect.element(looking).toBeInTheDocument()
  vi.advanceTimersByTime(2_999)
  await expect.element(looking).toBeInTheDocument()
  vi.advanceTimersByTime(1)
  await expect.element(screen.getByRole('button', { name: 'Get the extension' })).toBeVisible()
  expect(
    screen
      .getByRole('listitem')
      .elements()
      .map((item) => item.textContent),
  ).toEqual([
    'Capture screenshots with click tracking',
    'Create interactive product demos',
    'Record user flows and tutorials',
  ])
})

test('shows a connected extension, and a second later how to pin it, once', async () => {
  const answering = new AbortController()
  window.addEventListener(
    extensionCheckEvent,
    () => window.postMessage({ type: extensionCheckResponse, installed: true, isPaired: true }, '*'),
    { signal: answering.signal },
  )
  const screen = await render(<Check />)
  await expect.element(screen.getByText('Extension installed / connected')).toBeVisible()
  const help = screen.getByRole('dialog', { name: 'Pin the extension' })
  vi.advanceTimersByTime(999)
  await expect.element(help).not.toBeInTheDocument()
  vi.advanceTimersByTime(1)
  await expect.element(help).toBeVisible()
  await help.getByRole('button', { name: 'Close' }).click()
  await screen.unmount()

  const again = await render(<Check />)
  await expect.element(again.getByText('Extension installed / connected')).toBeVisible()
  vi.advanceTimersByTime(60_000)
  await expect.element(help).not.toBeInTheDocument()
  answering.abort()
})

test('shows a pairing code until the extension is paired', async () => {
  const offered: string[] = []
  const answering = new AbortController()
  const { signal } = answering
  const answer = (more: object) => window.postMessage({ type: extensionCheckResponse, installed: true, ...more }, '*')
  window.addEventListener(extensionCheckEvent, () => answer({}), { signal })
  window.addEventListener(
    'message',
    ({ data }: MessageEvent<Partial<ExtensionRequestEnvelope>>) => {
      if (data.request?.type === 'offer-pairing') offered.push(data.request.code)
    },
    { signal },
  )
  const screen = await render(<Check />)
  const card = screen.getByRole('region', { name: 'Pair the extension' })
  await expect.element(card).toBeVisible()
  await expect.element(screen.getByText('Extension installed / connected')).toBeVisible()
  const shown = card.getByLabelText('Pairing code').element().textContent.replace(' ', '')
  expect(shown).toMatch(/^\d{6}$/)
  await expect.poll(() => offered).toContain(shown)
  answer({ isPaired: true })
  await expect.element(card).not.toBeInTheDocument()
  answering.abort()
})
