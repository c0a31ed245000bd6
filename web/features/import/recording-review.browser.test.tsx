import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { render } from 'vitest-browser-react'

import type { Capture } from '#domain/capture.ts'
import type { ExtensionRequestEnvelope } from '#protocol/extension-messages.ts'

import { RecordingReview } from './recording-review.tsx'
import type { ReviewChoice } from './review-choice.ts'

const pixel = 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA='
let extension: AbortController

/** Answers each request by its id, like the extension's content script. */
beforeEach(() => {
  extension = new AbortController()
  window.addEventListener(
    'message',
    ({ data }: MessageEvent<Partial<ExtensionRequestEnvelope>>) => {
      if (data.source !== 'understudy-page' || data.request?.type !== 'read-capture-image') return
      const { requestId } = data
      const answer = { dataUrl: `${pixel}#${data.request.isOther === true ? 'other' : 'first'}` }
      window.postMessage({ source: 'understudy-extension', requestId, ok: true, answer }, '*')
    },
    { signal: extension.signal },
  )
})
afterEach(() => extension.abort())

const capture: Capture = {
  id: 'c',
  sessionId: 's',
  number: 1,
  url: 'https://example.com/',
  title: 'Example',
  timestamp: '2026-01-01T00:00:00.000Z',
  target: { role: 'button', name: 'Save' },
  hotspot: null,
  viewport: { width: 1280, height: 800 },
  scroll: { x: 0, y: 0 },
  devicePixelRatio: 1,
  frameDelayMs: 0,
}

function review(one: Capture, onConfirm: (choice: ReviewChoice) => void) {
  return render(
    <QueryClientProvider client={new QueryClient()}>
      <RecordingReview captures={[one]} onConfirm={onConfirm} />
    </QueryClientProvider>,
  )
}

test('asks the author to check a page that wasn’t searched completely', async () => {
  const screen = await review({ ...capture, isPartlySearched: true }, () => {})
  await expect.element(screen.getByText(/^Not all of this page was searched for private data/)).toBeVisible()
})

test('lets the author choose between the two pictures of a quick action', async () => {
  const confirmed: ReviewChoice[] = []
  const quick = { ...capture, frameDelayMs: 120, otherFrameDelayMs: -300 }
  const screen = await review(quick, (choice) => confirmed.push(choice))
  const picture = screen.getByRole('img', { name: 'Screenshot of “Example”' })
  await expect.element(picture).toHaveAttribute('src', `${pixel}#first`)
  await expect.element(screen.getByRole('button', { name: 'Later' })).toHaveAttribute('aria-pressed', 'true')
  await screen.getByRole('button', { name: 'Earlier' }).click()
  await expect.element(picture).toHaveAttribute('src', `${pixel}#other`)
  await screen.getByRole('button', { name: 'Create demo' }).click()
  expect(confirmed.map(({ otherIds }) => [...otherIds])).toEqual([['c']])
})

test('says that a redacted step can’t be edited as a page', async () => {
  const area = { kind: 'email', xPercent: 10, yPercent: 10, widthPercent: 20, heightPercent: 5 } as const
  const screen = await review({ ...capture, secrets: [area] }, () => {})
  await expect.element(screen.getByText(/^1 area will be redacted.*can’t be edited or made anonymous/)).toBeVisible()
  await screen.getByRole('button', { name: /^Email address/ }).click()
  await expect.element(screen.getByText('Nothing is redacted.')).toBeVisible()
})
