import { modelProviders, type ModelBudgets, type ModelProvider } from '#domain/model-providers.ts'
import type { ModelSettingsForm } from '#protocol/model-settings.ts'

import { ProviderFormReader, type LimitField } from '../../lib/provider-form.ts'

export const limitFields: readonly LimitField<keyof ModelBudgets>[] = [
  { name: 'monthly_budget_cents', label: 'Dollars per month' },
  { name: 'daily_budget_cents', label: 'Dollars per day' },
  { name: 'agent_daily_budget_cents', label: 'Dollars per agent and day' },
  { name: 'conversation_budget_cents', label: 'Dollars per conversation' },
  { name: 'daily_tokens_max', label: 'Tokens per day' },
  { name: 'conversation_tokens_max', label: 'Tokens per conversation' },
  { name: 'daily_turns_max', label: 'Calls per day' },
]

/** The settings in a submitted form; a string is the message about an invalid field. */
export function readModelForm(form: FormData): ModelSettingsForm | string {
  const reader = new ProviderFormReader(form)
  return reader.settle<ModelSettingsForm>({
    ...reader.limits(limitFields),
    provider: readProvider(form),
    url: reader.text('url'),
    model: reader.text('model'),
    embedding_model: reader.text('embedding_model'),
    price_in: reader.number('price_in', 'Price of input') ?? 0,
    price_out: reader.number('price_out', 'Price of output') ?? 0,
  })
}

export function readProvider(form: FormData): ModelProvider {
  const written = String(form.get('provider'))
  return modelProviders.find(({ value }) => value === written)?.value ?? 'openai-compatible'
}
