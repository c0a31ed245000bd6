import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'

import type { RealtimeSettingsAnswer } from '#protocol/realtime-settings.ts'

import { realtimeCalls, RealtimeSection } from './realtime-section.tsx'

const answer: RealtimeSettingsAnswer = {
  settings: {
    is_on: false,
    provider: 'openai-compatible',
    url: '',
    model: '',
    voice: '',
    transcription_model: '',
    price: 0,
  },
  keyLastFour: '1234',
  serverProvider: null,
}

async function show(shown: RealtimeSettingsAnswer) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } })
  client.setQueryData(realtimeCalls.query('workspace').queryKey, shown)
  return render(
    <QueryClientProvider client={client}>
      <RealtimeSection workspaceId="workspace" />
    </QueryClientProvider>,
  )
}

test('asks for nothing while it is off, and then for address, models, voice and key', async () => {
  const screen = await show(answer)
  await expect.element(screen.getByText('Off')).toBeVisible()
  await screen.getByRole('button', { name: 'Set up speech to speech' }).click()
  const choice = screen.getByLabelText('Provider')
  await expect.element(choice).toHaveDisplayValue('Off')
  await expect.element(screen.getByLabelText('API key')).not.toBeInTheDocument()
  await choice.selectOptions('OpenAI Realtime or compatible')
  await expect.element(screen.getByLabelText('Voice id')).toHaveAttribute('placeholder', 'marin')
  await expect.element(screen.getByLabelText('Transcription model')).toBeVisible()
  await expect.element(screen.getByLabelText('API key')).toHaveAttribute('placeholder', '••••1234')
  await expect.element(screen.getByRole('button', { name: 'Test' })).toBeEnabled()
})

test('names the server’s provider, which applies without an own one', async () => {
  const screen = await show({ ...answer, serverProvider: 'OpenAI' })
  await expect.element(screen.getByText('The server’s: OpenAI')).toBeVisible()
  await screen.getByRole('button', { name: 'Set up speech to speech' }).click()
  await expect.element(screen.getByLabelText('Provider')).toHaveDisplayValue('The server’s: OpenAI')
})
