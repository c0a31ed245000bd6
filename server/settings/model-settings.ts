import type { SettingsReader } from '#backend/settings/settings-reader.ts'
import { modelProviders, type ModelBudgets, type ModelProvider } from '#domain/model-providers.ts'

import { toModelUrl } from './model-url.ts'

/** The server's language model, for workspaces without their own. */
export interface ServerModel {
  readonly provider: ModelProvider
  readonly url: string
  /** Null for endpoints without keys, such as Ollama. */
  readonly apiKey: string | null
  readonly model: string
  /** Dollars per million tokens. */
  readonly priceIn: number
  readonly priceOut: number
}

export interface ModelSettings {
  /** Null: agents answer without a model. */
  readonly languageModel: ServerModel | null
  /** Used with `languageModel`'s endpoint; null: no embeddings. */
  readonly embeddingModel: string | null
  /** For every workspace without its own limits. */
  readonly modelBudgets: ModelBudgets
}

/** Reads this group of settings; the reader collects problems. */
export function parseModelSettings(settings: SettingsReader): ModelSettings {
  const { text, oneOf, wholeNumber, refuse } = settings
  const provider = oneOf(
    'LLM_PROVIDER',
    modelProviders.map(({ value }) => value),
    'openai-compatible',
  )
  const written = text('LLM_URL')
  const apiKey = text('LLM_API_KEY')
  const model = text('LLM_MODEL')
  const embeddingModel = text('EMBEDDING_MODEL')
  const priceIn = parsePrice(settings, 'LLM_PRICE_IN')
  const priceOut = parsePrice(settings, 'LLM_PRICE_OUT')
  const url = toModelUrl(written ?? '', provider)
  if (url === null) refuse(`LLM_URL must be an address like https://api.openai.com/v1, but is "${written ?? ''}".`)
  if (model === null && (written !== null || apiKey !== null)) {
    refuse('LLM_MODEL must name a model where LLM_URL or LLM_API_KEY is set.')
  }
  if (model !== null && written === null && apiKey === null) {
    refuse('LLM_MODEL needs LLM_API_KEY, or the LLM_URL of an endpoint without keys.')
  }
  if (model === null && embeddingModel !== null) refuse('EMBEDDING_MODEL needs LLM_MODEL and its endpoint.')
  return {
    languageModel: model === null || url === null ? null : { provider, url, apiKey, model, priceIn, priceOut },
    embeddingModel,
    modelBudgets: {
      conversation_budget_cents: null,
      agent_daily_budget_cents: null,
      daily_budget_cents: wholeNumber('LLM_DAILY_BUDGET_CENTS', 0, 100_000_000, 500),
      monthly_budget_cents: wholeNumber('LLM_MONTHLY_BUDGET_CENTS', 0, 100_000_000, 5_000),
      conversation_tokens_max: wholeNumber('LLM_CONVERSATION_TOKENS', 0, 100_000_000, 40_000),
      daily_tokens_max: wholeNumber('LLM_DAILY_TOKENS', 0, 999_999_999, 2_000_000),
      daily_turns_max: wholeNumber('LLM_DAILY_TURNS', 0, 100_000_000, 5_000),
    },
  }
}

function parsePrice({ text, refuse }: SettingsReader, name: string): number {
  const value = text(name)
  if (value === null) return 0
  if (/^\d{1,5}(?:\.\d{1,4})?$/.test(value)) return Number(value)
  refuse(`${name} must be dollars per million tokens such as 0.15, but is "${value}".`)
  return 0
}
