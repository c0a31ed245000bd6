import { z } from 'zod'

import type { WebSpeechProvider } from '#domain/speech-providers.ts'
import type { SpeechSettingsAnswer, SpeechSettingsChange, SpeechTrial } from '#protocol/speech-settings.ts'
import { procedureCaller } from '#server/backend-access/call-procedure.ts'
import { ModelError } from '#server/models/language-model.ts'
import { keyStays, mayCallPrivate, notAnAddress, refuseAddress, toStoredKey } from '#server/models/provider-address.ts'
import type { Services } from '#server/services.ts'
import { toSpeechUrl } from '#server/settings/speech-url.ts'

import {
  chooseSpeech,
  defaultSpeechModel,
  loadSpeechSettings,
  type StoredSpeech,
  type WorkspaceSpeech,
} from './workspace-speech.ts'

/** What an admin sees: everything but the key. */
export async function readSpeechSettings(services: Services, workspaceId: string): Promise<SpeechSettingsAnswer> {
  const { config, now } = services
  const call = procedureCaller(services)
  const month = new Date(now()).toISOString().slice(0, 7)
  const [stored, used] = await Promise.all([
    loadSpeechSettings(call, workspaceId),
    call('model_used', { p_workspace_id: workspaceId, p_month: `${month}-01`, p_budget: 'speech' }).then((answer) =>
      usedShape.parse(answer),
    ),
  ])
  const { sealed_key: _, key_last_four: keyLastFour, ...settings } = stored ?? unset
  return {
    settings,
    keyLastFour,
    serverProvider: config.serverSpeech?.endpoint.provider ?? null,
    defaults: config.speechBudgets,
    used: { characters: used.tokens, cents: used.cents },
  }
}

/** Saves the settings; returns the sentence that says why not. */
export async function changeSpeechSettings(
  services: Services,
  { workspaceId, settings, apiKey }: SpeechSettingsChange,
): Promise<string | null> {
  const { speech } = services
  const call = procedureCaller(services)
  const url = toSpeechUrl(settings.url, settings.provider)
  if (url === null) return notAnAddress
  const refusal = settings.is_on ? refuseAddress(services, url) : null
  if (refusal !== null) return refusal
  const stored = await loadSpeechSettings(call, workspaceId)
  const hasMoved = stored !== null && stored.sealed_key !== null && !isSamePlace(stored, settings)
  if (apiKey === undefined && hasMoved && settings.is_on) return keyStays
  await call('save_speech_settings', {
    p_workspace_id: workspaceId,
    p_settings: { ...settings, workspace_id: workspaceId, url: settings.url.trim() === '' ? '' : url },
    // While it is off, the address may change; the key doesn't go along.
    p_key: toStoredKey(speech.seal, hasMoved ? (apiKey ?? '') : apiKey),
  })
  speech.forget(workspaceId)
  return null
}

/** Speech to try before it is saved: with the key given, or the stored one if the address is still the same. */
export async function openSpeechTrial(
  services: Services,
  workspaceId: string,
  trial: SpeechTrial,
): Promise<WorkspaceSpeech> {
  const { config, speech } = services
  const stored = await loadSpeechSettings(procedureCaller(services), workspaceId)
  const url = toSpeechUrl(trial.url, trial.provider)
  const refusal = url === null ? notAnAddress : refuseAddress(services, url)
  if (url === null || refusal !== null) throw new ModelError('forbidden', refusal ?? notAnAddress, { isCharged: false })
  const keepsKey = trial.apiKey === undefined && stored !== null && isSamePlace(stored, trial)
  return {
    endpoint: {
      provider: trial.provider,
      url,
      apiKey: trial.apiKey || (keepsKey && stored.sealed_key !== null ? speech.seal.open(stored.sealed_key) : null),
      model: trial.model === '' ? defaultSpeechModel(trial.provider) : trial.model,
      price: stored?.price ?? 0,
      mayCallPrivateAddresses: mayCallPrivate(services),
      command: [],
    },
    voices: trial.voices,
    budgets: chooseSpeech(stored, config, speech.seal)?.budgets ?? config.speechBudgets,
    origin: 'workspace',
  }
}

/** A stored key goes only to where its owner sent it, or an admin could read it from a server of their own. */
function isSamePlace(
  stored: Pick<StoredSpeech, 'provider' | 'url'>,
  settings: { readonly provider: WebSpeechProvider; readonly url: string },
): boolean {
  const before = toSpeechUrl(stored.url, stored.provider)
  const after = toSpeechUrl(settings.url, settings.provider)
  if (before === null || after === null) return false
  return stored.provider === settings.provider && new URL(before).origin === new URL(after).origin
}

const unset = {
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
  key_last_four: null,
  sealed_key: null,
} as const

const usedShape = z.object({ tokens: z.number(), cents: z.number() })
