/** The protocols of language model providers. */
export const modelProviders = [
  { value: 'openai-compatible', label: 'OpenAI or compatible', url: 'https://api.openai.com/v1' },
  { value: 'anthropic', label: 'Anthropic', url: 'https://api.anthropic.com/v1' },
  { value: 'google', label: 'Google Gemini', url: 'https://generativelanguage.googleapis.com/v1beta' },
  { value: 'mistral', label: 'Mistral', url: 'https://api.mistral.ai/v1' },
] as const

export type ModelProvider = (typeof modelProviders)[number]['value']

/** Limits for a workspace's model; null means none. */
export interface ModelBudgets {
  readonly conversation_budget_cents: number | null
  readonly agent_daily_budget_cents: number | null
  readonly daily_budget_cents: number | null
  readonly monthly_budget_cents: number | null
  readonly conversation_tokens_max: number | null
  readonly daily_tokens_max: number | null
  readonly daily_turns_max: number | null
}
