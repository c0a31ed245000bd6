import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'

import type { SpeechSettingsAnswer } from '#protocol/speech-settings.ts'

import { SpeechFields } from './speech-fields.tsx'

const answer: SpeechSettingsAnswer = {
  settings: {
    is_on: false,
    provider: 'openai-compatible',
    url: '',
    model: '',
    voices: {},
    price: 0,
    conversation_budget_cents: null,
    agent_daily_budget_cents: null,
    daily_budget_cents: null,
    monthly_budget_cents: null,
    conversation_characters_max: null,
    daily_characters_max: null,
  },
  keyLastFour: null,
  serverProvider: null,
  defaults: {
    conversation_budget_cents: null,
    agent_daily_budget_cents: null,
    daily_budget_cents: 500,
    monthly_budget_cents: 5_000,
    conversation_characters_max: 8_000,
    daily_characters_max: 500_000,
  },
  used: { characters: 0, cents: 0 },
}

test('asks for nothing while the browser speaks, and shows each provider’s own voices', async () => {
  const screen = await render(
    <form>
      <SpeechFields workspaceId="workspace" answer={answer} />
    </form>,
  )
  await expect.element(screen.getByLabelText('Provider')).toHaveValue('')
  await expect.element(screen.getByLabelText('API key')).not.toBeInTheDocument()
  await screen.getByLabelText('Provider').selectOptions('Deepgram')
  await expect
    .element(screen.getByLabelText('Male Casual', { exact: true }))
    .toHaveAttribute('placeholder', 'aura-2-apollo-en')
  await screen.getByLabelText('Provider').selectOptions('OpenAI or compatible')
  await expect.element(screen.getByLabelText('Male Casual', { exact: true })).toHaveAttribute('placeholder', 'echo')
  await expect.element(screen.getByRole('button', { name: 'Listen to Female Friendly' })).toBeEnabled()
})

test('a stored key can be removed, and is never shown', async () => {
  const screen = await render(
    <form>
      <SpeechFields
        workspaceId="workspace"
        answer={{ ...answer, settings: { ...answer.settings, is_on: true }, keyLastFour: '1234' }}
      />
    </form>,
  )
  await expect.element(screen.getByLabelText('API key')).toHaveAttribute('placeholder', '••••1234')
  await expect.element(screen.getByLabelText('Remove the stored key')).not.toBeChecked()
})
