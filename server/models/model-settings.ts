import { z } from 'zod'

import type { ModelProvider } from '#domain/model-providers.ts'
import type { ModelSettingsAnswer, ModelSettingsChange } from '#protocol/model-settings.ts'
import { procedureCaller } from '#server/backend-access/call-procedure.ts'
import type { Services } from '#server/services.ts'
import { toModelUrl } from '#server/settings/model-url.ts'

import { ModelError, type ModelEndpoint } from './language-model.ts'
import { keyStays, mayCallPrivate, notAnAddress, refuseAddress, toStoredKey } from './provider-address.ts'
import { chooseModel, loadModelSettings, noLimits, type StoredModel, type WorkspaceModel } from './workspace-model.ts'

/** What an admin sees: everything but the key. */
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

/** Saves the settings; returns the sentence that says why not. */
export async function changeModelSettings(
  services: Services,
  { workspaceId, settings, apiKey }: ModelSettingsChange,
): Promise<string | null> {
  const { models } = services
  const call = procedureCaller(services)
  const url = toModelUrl(settings.url, settings.provider)
  if (url === null) return notAnAddress
  if (settings.model === '' && settings.embedding_model !== '')
    return 'Name a model, or leave the embeddings empty too.'
  if (settings.model !== '') {
    const refusal = refuseAddress(services, url)
    if (refusal !== null) return refusal
  }
  const stored = await loadModelSettings(call, workspaceId)
  const hasMoved = stored !== null && stored.sealed_key !== null && !isSamePlace(stored, settings)
  if (apiKey === undefined && hasMoved && settings.model !== '') return keyStays
  await call('save_model_settings', {
    p_workspace_id: workspaceId,
    p_settings: { ...settings, workspace_id: workspaceId, url: settings.url.trim() === '' ? '' : url },
    // Without a model, the address may change; the key doesn't go along.
    p_key: toStoredKey(models.seal, hasMoved ? (apiKey ?? '') : apiKey),
  })
  models.forget(workspaceId)
  return null
}

/** A model to try before it is saved: with the key given, or the stored one if the address is still the same. */
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
    // Reasoning models spend tokens before they say anything.
    tokensMax: 500,
  }
  const use = { workspaceId, agentId: null, conversationId: null, purpose: 'test' } as const
  const deadlines = { firstMs: 15_000, wholeMs: 20_000 }
  const { signal } = new AbortController()
  let text = ''
  for await (const part of models.stream({ model, use, request, deadlines, signal })) {
    if (part.type === 'text') text += part.text
  }
  if (text.trim() === '') throw new ModelError('broken', 'The model answered without a word.', { isCharged: true })
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
  const { provider = 'openai-compatible', url: written = '' } = trial
  const url = toModelUrl(written, provider)
  const refusal = url === null ? notAnAddress : refuseAddress(services, url)
  if (url === null || refusal !== null) {
    throw new ModelError('forbidden', refusal ?? notAnAddress, { isCharged: false })
  }
  const keepsKey = trial.apiKey === undefined && stored !== null && isSamePlace(stored, { provider, url })
  return {
    provider,
    url,
    apiKey:
      trial.apiKey || (keepsKey && stored.sealed_key !== null ? services.models.seal.open(stored.sealed_key) : null),
    model: trial.model,
    priceIn: stored?.price_in ?? 0,
    priceOut: stored?.price_out ?? 0,
    mayCallPrivateAddresses: mayCallPrivate(services),
  }
}

/** A stored key goes only to where its owner sent it, or an admin could read it from a server of their own. */
function isSamePlace(
  stored: Pick<StoredModel, 'provider' | 'url'>,
  settings: { readonly provider: ModelProvider; readonly url: string },
): boolean {
  const before = toModelUrl(stored.url, stored.provider)
  const after = toModelUrl(settings.url, settings.provider)
  if (before === null || after === null) return false
  return stored.provider === settings.provider && new URL(before).origin === new URL(after).origin
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
