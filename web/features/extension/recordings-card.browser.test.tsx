import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { render } from 'vitest-browser-react'

import type { ExtensionRequestEnvelope, RecordingSummary } from '#protocol/extension-messages.ts'

import { RecordingsCard } from './recordings-card.tsx'

let recordings: readonly RecordingSummary[] = []
let extension: AbortController

/** Answers each request by its id, like the extension's content script. */
beforeEach(() => {
  extension = new AbortController()
  window.addEventListener(
    'message',
    ({ data }: MessageEvent<Partial<ExtensionRequestEnvelope>>) => {
      if (data.source !== 'understudy-page' || data.request?.type !== 'list-recordings') return
      const { requestId } = data
      window.postMessage({ source: 'understudy-extension', requestId, ok: true, answer: { recordings } }, '*')
    },
    { signal: extension.signal },
  )
})
afterEach(() => extension.abort())

test('lists recordings from their first step, and interrupted ones always', async () => {
  recordings = [
    recordingOf({ title: 'Just begun', captureCount: 0, state: 'recording' }),
    recordingOf({ title: 'Under way', captureCount: 1, state: 'recording' }),
    recordingOf({ title: 'Interrupted early', captureCount: 0, state: 'interrupted' }),
  ]
  const screen = await render(
    <MemoryRouter>
      <QueryClientProvider client={new QueryClient()}>
        <RecordingsCard />
      </QueryClientProvider>
    </MemoryRouter>,
  )
  await expect.element(screen.getByText('Under way')).toBeVisible()
  await expect.element(screen.getByText('Interrupted early')).toBeVisible()
  expect(screen.getByText('Just begun').query()).toBeNull()
})

function recordingOf(summary: Pick<RecordingSummary, 'title' | 'captureCount' | 'state'>): RecordingSummary {
  return { sessionId: summary.title, startedAt: '2026-11-20T10:00:00Z', ...summary }
}
