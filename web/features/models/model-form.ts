import { modelProviders, type ModelProvider } from '#domain/model-providers.ts'
import type { ModelSettingsForm } from '#protocol/model-settings.ts'

/** A limit's field: money is entered in dollars. */
interface LimitField {
  readonly name: keyof ModelSettingsForm & (`${string}_cents` | `${string}_max`)
  readonly label: string
}

export const limitFields: readonly LimitField[] = [
  { name: 'monthly_budget_cents', label: 'Dollars per month' },
  { name: 'daily_budget_cents', label: 'Dollars per day' },
  { name: 'agent_daily_budget_cents', label: 'Dollars per agent and day' },
  { name: 'conversation_budget_cents', label: 'Dollars per conversation' },
  { name: 'daily_tokens_max', label: 'Tokens per day' },
  { name: 'conversation_tokens_max', label: 'Tokens per conversation' },
  { name: 'daily_turns_max', label: 'Calls per day' },
]

/** A limit as its field shows it; '' for none. */
export function toLimitText(name: string, limit: number | null): string {
  if (limit === null) return ''
  return String(name.endsWith('_cents') ? limit / 100 : limit)
}

/** The settings in a submitted form; a string is the sentence about a field that isn't valid. */
export function readModelForm(form: FormData): ModelSettingsForm | string {
  const text = (name: string): string => String(form.get(name) ?? '').trim()
  const problems: string[] = []
  const number = (name: string, label: string): number | null => {
    const written = text(name).replace(',', '.')
    if (written === '') return null
    const value = Number(written)
    if (!Number.isFinite(value) || value < 0 || value > 10_000_000) problems.push(`“${label}” is not a valid number.`)
    return value
  }
  const limits = Object.fromEntries(
    limitFields.map(({ name, label }) => {
      const value = number(name, label)
      return [name, value === null ? null : Math.round(name.endsWith('_cents') ? value * 100 : value)]
    }),
  ) as Pick<ModelSettingsForm, LimitField['name']>
  const settings: ModelSettingsForm = {
    ...limits,
    provider: readProvider(form),
    url: text('url'),
    model: text('model'),
    embedding_model: text('embedding_model'),
    price_in: number('price_in', 'Price of input') ?? 0,
    price_out: number('price_out', 'Price of output') ?? 0,
  }
  return problems[0] ?? settings
}

export function readProvider(form: FormData): ModelProvider {
  const written = String(form.get('provider'))
  return modelProviders.find(({ value }) => value === written)?.value ?? 'openai-compatible'
}
