import { z } from 'zod'

import type { Seal } from '#backend/mail/sealed-text.ts'
import { modelProviders, type ModelBudgets } from '#domain/model-providers.ts'
import type { CallProcedure } from '#server/backend-access/call-procedure.ts'
import { loadOwnProvider, storedKey } from '#server/providers/own-provider.ts'
import type { Config } from '#server/settings/config.ts'
import { toModelUrl } from '#server/settings/model-url.ts'

import type { ModelEndpoint } from './language-model.ts'

/** A workspace's model: its own or the server's. */
export interface WorkspaceModel {
  readonly endpoint: ModelEndpoint
  /** The same endpoint with the model for embeddings; null for none. */
  readonly embedding: ModelEndpoint | null
  readonly budgets: ModelBudgets
  /** Whose settings configure the model. */
  readonly origin: 'workspace' | 'server'
}

/** The stored settings of a workspace; null if none. */
export function loadModelSettings(call: CallProcedure, workspaceId: string): Promise<StoredModel | null> {
  return loadOwnProvider(call, 'model', storedShape, workspaceId)
}

/** Null when neither the workspace nor the server has a model. */
export function chooseModel(stored: StoredModel | null, config: Config, seal: Seal): WorkspaceModel | null {
  const { languageModel: shared, embeddingModel, modelBudgets } = config
  if (stored !== null && stored.model !== '') {
    const url = toModelUrl(stored.url, stored.provider)
    if (url === null) return null
    const endpoint: ModelEndpoint = {
      provider: stored.provider,
      url,
      apiKey: stored.sealed_key === null ? null : seal.open(stored.sealed_key),
      model: stored.model,
      priceIn: stored.price_in,
      priceOut: stored.price_out,
      mayCallPrivateAddresses: config.embedded?.identity.mayCallPrivateAddresses ?? false,
    }
    return {
      endpoint,
      embedding: stored.embedding_model === '' ? null : toEmbedding(endpoint, stored.embedding_model),
      budgets: fillBudgets(stored, modelBudgets),
      origin: 'workspace',
    }
  }
  if (shared === null) return null
  const endpoint: ModelEndpoint = { ...shared, mayCallPrivateAddresses: true }
  return {
    endpoint,
    embedding: embeddingModel === null ? null : toEmbedding(endpoint, embeddingModel),
    budgets: stored === null ? modelBudgets : lowerBudgets(stored, modelBudgets),
    origin: 'server',
  }
}

/** Embeddings have their own, far lower prices, so only their tokens are counted. */
function toEmbedding(endpoint: ModelEndpoint, model: string): ModelEndpoint {
  return { ...endpoint, model, priceIn: 0, priceOut: 0 }
}

/** A workspace with its own provider sets its own limits. */
function fillBudgets(own: ModelBudgets, defaults: ModelBudgets): ModelBudgets {
  return mergeBudgets(own, defaults, (mine, theirs) => mine ?? theirs)
}

/** On the operator's account, a workspace can only lower the limits. */
function lowerBudgets(own: ModelBudgets, defaults: ModelBudgets): ModelBudgets {
  return mergeBudgets(own, defaults, (mine, theirs) =>
    mine === null || theirs === null ? (mine ?? theirs) : Math.min(mine, theirs),
  )
}

function mergeBudgets(
  own: ModelBudgets,
  defaults: ModelBudgets,
  merge: (mine: number | null, theirs: number | null) => number | null,
): ModelBudgets {
  return {
    conversation_budget_cents: merge(own.conversation_budget_cents, defaults.conversation_budget_cents),
    agent_daily_budget_cents: merge(own.agent_daily_budget_cents, defaults.agent_daily_budget_cents),
    daily_budget_cents: merge(own.daily_budget_cents, defaults.daily_budget_cents),
    monthly_budget_cents: merge(own.monthly_budget_cents, defaults.monthly_budget_cents),
    conversation_tokens_max: merge(own.conversation_tokens_max, defaults.conversation_tokens_max),
    daily_tokens_max: merge(own.daily_tokens_max, defaults.daily_tokens_max),
    daily_turns_max: merge(own.daily_turns_max, defaults.daily_turns_max),
  }
}

export const noLimits: ModelBudgets = {
  conversation_budget_cents: null,
  agent_daily_budget_cents: null,
  daily_budget_cents: null,
  monthly_budget_cents: null,
  conversation_tokens_max: null,
  daily_tokens_max: null,
  daily_turns_max: null,
}

const limit = z.number().int().nullable()
const storedShape = z.object({
  provider: z.enum(modelProviders.map(({ value }) => value)),
  url: z.string(),
  model: z.string(),
  embedding_model: z.string(),
  price_in: z.number(),
  price_out: z.number(),
  conversation_budget_cents: limit,
  agent_daily_budget_cents: limit,
  daily_budget_cents: limit,
  monthly_budget_cents: limit,
  conversation_tokens_max: limit,
  daily_tokens_max: limit,
  daily_turns_max: limit,
  ...storedKey,
})
export type StoredModel = z.infer<typeof storedShape>
