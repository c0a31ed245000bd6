import { voiceOptions, type VoiceValue } from '#domain/agent-options.ts'
import { speechProviders, type SpeechBudgets, type WebSpeechProvider } from '#domain/speech-providers.ts'
import type { SpeechSettingsForm } from '#protocol/speech-settings.ts'

import { ProviderFormReader, type LimitField } from '../../lib/provider-form.ts'

/** Money is entered in dollars. */
export const speechLimitFields: readonly LimitField<keyof SpeechBudgets>[] = [
  { name: 'monthly_budget_cents', label: 'Dollars per month' },
  { name: 'daily_budget_cents', label: 'Dollars per day' },
  { name: 'agent_daily_budget_cents', label: 'Dollars per agent and day' },
  { name: 'conversation_budget_cents', label: 'Dollars per conversation' },
  { name: 'daily_characters_max', label: 'Characters per day' },
  { name: 'conversation_characters_max', label: 'Characters per conversation' },
]

/** The settings in a submitted form; a string is the message about an invalid field. */
export function readSpeechForm(form: FormData): SpeechSettingsForm | string {
  const reader = new ProviderFormReader(form)
  return reader.settle<SpeechSettingsForm>({
    ...reader.limits(speechLimitFields),
    is_on: reader.text('provider') !== '',
    provider: readSpeechProvider(form),
    url: reader.text('url'),
    model: reader.text('model'),
    voices: readVoices(form),
    price: reader.number('price', 'Price') ?? 0,
  })
}

export function readSpeechProvider(form: FormData): WebSpeechProvider {
  const written = String(form.get('provider'))
  return speechProviders.find(({ value }) => value === written)?.value ?? 'openai-compatible'
}

/** The form's own voice ids; empty fields use our table's. */
export function readVoices(form: FormData): SpeechSettingsForm['voices'] {
  const voices: Partial<Record<VoiceValue, string>> = {}
  for (const { value } of voiceOptions) {
    const id = String(form.get(`voice.${value}`) ?? '').trim()
    if (id !== '') voices[value] = id
  }
  return voices
}
