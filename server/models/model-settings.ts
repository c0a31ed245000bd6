import { z } from 'zod'

import type { ModelProvider } from '#domain/model-providers.ts'
import type { ModelSettingsAnswer, ModelSettingsChange } from '#protocol/model-settings.ts'
import { procedureCaller } from '#server/backend-access/call-procedure.ts'
import { placeOfTrial, saveOwnProvider, type ProviderKind } from '#server/providers/own-provider.ts'
import type { Services } from '#server/services.ts'
import { toModelUrl } from '#server/settings/model-url.ts'

import { ModelError, type ModelEndpoint } from './language-model.ts'
import { chooseModel, loadModelSettings, noLimits, type StoredModel, type WorkspaceModel } from './workspace-model.ts'

/** What an admin can see: everything but the key. */
export async function readModelSettings(services: Services, workspaceId: string): Promise<ModelSettingsAnswer> {
  const { config, now } = services
  const call = procedureCaller(services)
  const month = new Date(now()).toISOString().slice(0, 7)
  const [stored, used] = await Promise.all([
    loadModelSettings(call, workspaceId),
    call('model_used', { p_workspace_id: workspaceId, p_month: `${month}-01` }).then((answer) =>
      usedShape.parse(answer),
    ),
  ])
  const { sealed_key: _, key_last_four: keyLastFour, ...settings } = stored ?? { ...unset, sealed_key: null }
  return {
    settings,
    keyLastFour,
    serverModel: config.languageModel?.model ?? null,
    defaults: config.modelBudgets,
    used,
  }
}

/** Saves the settings; returns a sentence if it refuses. */
export async function changeModelSettings(
  services: Services,
  { workspaceId, settings, apiKey }: ModelSettingsChange,
): Promise<string | null> {
  if (settings.model === '' && settings.embedding_model !== '')
    return 'Name a model, or leave the embeddings empty too.'
  const stored = await loadModelSettings(procedureCaller(services), workspaceId)
  const change = { workspaceId, settings, apiKey, isUsed: settings.model !== '' }
  return saveOwnProvider(services, kindOf(services), stored, change)
}

/** A model to test before it is saved: with the given key, or the stored one if the address is unchanged. */
export async function openTrial(
  services: Services,
  trial: {
    readonly workspaceId: string
    readonly provider?: ModelProvider | undefined
    readonly url?: string | undefined
    readonly model: string
    readonly apiKey?: string | undefined
  },
) {
  const { config, models } = services
  const stored = await loadModelSettings(procedureCaller(services), trial.workspaceId)
  const saved = chooseModel(stored, config, models.seal)
  const endpoint = trial.provider === undefined ? savedEndpoint(saved) : trialEndpoint(services, trial, stored)
  const model: WorkspaceModel = {
    endpoint: { ...endpoint, model: trial.model },
    embedding: null,
    budgets: saved?.budgets ?? { ...noLimits, ...config.modelBudgets },
    origin: 'workspace',
  }
  return { model, text: (tested: WorkspaceModel) => sayHello(services, tested, trial.workspaceId) }
}

async function sayHello({ models }: Services, model: WorkspaceModel, workspaceId: string): Promise<string> {
  const request = {
    instructions: 'Reply with one short sentence.',
    data: 'Say hello.',
    tools: [],
    // Reasoning models spend tokens before they write anything.
    tokensMax: 500,
  }
  const use = { workspaceId, agentId: null, conversationId: null, purpose: 'test' } as const
  const deadlines = { firstMs: 15_000, wholeMs: 20_000 }
  const { signal } = new AbortController()
  let text = ''
  for await (const part of models.stream({ model, use, request, deadlines, signal })) {
    if (part.type === 'text') text += part.text
  }
  if (text.trim() === '') throw new ModelError('broken', 'The model’s answer was empty.', { isCharged: true })
  return text.trim().slice(0, 300)
}

function savedEndpoint(saved: WorkspaceModel | null): ModelEndpoint {
  if (saved !== null) return saved.endpoint
  throw new ModelError('refused', 'No model is set.', { isCharged: false })
}

function trialEndpoint(
  services: Services,
  trial: {
    readonly provider?: ModelProvider | undefined
    readonly url?: string | undefined
    readonly model: string
    readonly apiKey?: string | undefined
  },
  stored: StoredModel | null,
): ModelEndpoint {
  const { provider = 'openai-compatible', url = '', model, apiKey } = trial
  return {
    ...placeOfTrial(services, kindOf(services), stored, { provider, url, apiKey }),
    model,
    priceIn: stored?.price_in ?? 0,
    priceOut: stored?.price_out ?? 0,
  }
}

function kindOf({ models }: Services): ProviderKind<ModelProvider> {
  return { use: 'model', toUrl: toModelUrl, seal: models.seal, forget: models.forget }
}

const unset = {
  provider: 'openai-compatible',
  url: '',
  model: '',
  embedding_model: '',
  key_last_four: null,
  price_in: 0,
  price_out: 0,
  ...noLimits,
} as const

const usedShape = z.object({ turns: z.number(), tokens: z.number(), cents: z.number() })
