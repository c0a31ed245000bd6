import { voiceOptions, type VoiceValue } from '#domain/agent-options.ts'
import { speechProviders, type SpeechBudgets, type WebSpeechProvider } from '#domain/speech-providers.ts'
import type { SpeechSettingsForm } from '#protocol/speech-settings.ts'

/** Money is entered in dollars. */
export const speechLimitFields: readonly { readonly name: keyof SpeechBudgets; readonly label: string }[] = [
  { name: 'monthly_budget_cents', label: 'Dollars per month' },
  { name: 'daily_budget_cents', label: 'Dollars per day' },
  { name: 'agent_daily_budget_cents', label: 'Dollars per agent and day' },
  { name: 'conversation_budget_cents', label: 'Dollars per conversation' },
  { name: 'daily_characters_max', label: 'Characters per day' },
  { name: 'conversation_characters_max', label: 'Characters per conversation' },
]

/** The settings in a submitted form; a string is the sentence about a field that isn't valid. */
export function readSpeechForm(form: FormData): SpeechSettingsForm | string {
  const text = (name: string): string => String(form.get(name) ?? '').trim()
  const problems: string[] = []
  const number = (name: string, label: string): number | null => {
    const written = text(name).replace(',', '.')
    if (written === '') return null
    const value = Number(written)
    if (!Number.isFinite(value) || value < 0 || value > 10_000_000) problems.push(`“${label}” is not a valid number.`)
    return value
  }
  const limit = (name: keyof SpeechBudgets): number | null => {
    const label = speechLimitFields.find((field) => field.name === name)?.label ?? ''
    const value = number(name, label)
    return value === null ? null : Math.round(name.endsWith('_cents') ? value * 100 : value)
  }
  const settings: SpeechSettingsForm = {
    is_on: text('provider') !== '',
    provider: readSpeechProvider(form),
    url: text('url'),
    model: text('model'),
    voices: readVoices(form),
    price: number('price', 'Price') ?? 0,
    conversation_budget_cents: limit('conversation_budget_cents'),
    agent_daily_budget_cents: limit('agent_daily_budget_cents'),
    daily_budget_cents: limit('daily_budget_cents'),
    monthly_budget_cents: limit('monthly_budget_cents'),
    conversation_characters_max: limit('conversation_characters_max'),
    daily_characters_max: limit('daily_characters_max'),
  }
  return problems[0] ?? settings
}

export function readSpeechProvider(form: FormData): WebSpeechProvider {
  const written = String(form.get('provider'))
  return speechProviders.find(({ value }) => value === written)?.value ?? 'openai-compatible'
}

/** Voice ids of the form's own; empty fields mean our table's. */
export function readVoices(form: FormData): SpeechSettingsForm['voices'] {
  const voices: Partial<Record<VoiceValue, string>> = {}
  for (const { value } of voiceOptions) {
    const id = String(form.get(`voice.${value}`) ?? '').trim()
    if (id !== '') voices[value] = id
  }
  return voices
}
