import { z } from 'zod'

import type { WebSpeechProvider } from '#domain/speech-providers.ts'
import type { SpeechSettingsAnswer, SpeechSettingsChange, SpeechTrial } from '#protocol/speech-settings.ts'
import { procedureCaller } from '#server/backend-access/call-procedure.ts'
import { placeOfTrial, saveOwnProvider, type ProviderKind } from '#server/providers/own-provider.ts'
import type { Services } from '#server/services.ts'
import { toSpeechUrl } from '#server/settings/speech-url.ts'

import { chooseSpeech, defaultSpeechModel, loadSpeechSettings, type WorkspaceSpeech } from './workspace-speech.ts'

/** What an admin can see: everything but the key. */
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

/** Saves the settings; returns a sentence if it refuses. */
export async function changeSpeechSettings(
  services: Services,
  { workspaceId, settings, apiKey }: SpeechSettingsChange,
): Promise<string | null> {
  const stored = await loadSpeechSettings(procedureCaller(services), workspaceId)
  const change = { workspaceId, settings, apiKey, isUsed: settings.is_on }
  return saveOwnProvider(services, kindOf(services), stored, change)
}

/** Speech to test before it is saved: with the given key, or the stored one if the address is unchanged. */
export async function openSpeechTrial(
  services: Services,
  workspaceId: string,
  trial: SpeechTrial,
): Promise<WorkspaceSpeech> {
  const { config, speech } = services
  const stored = await loadSpeechSettings(procedureCaller(services), workspaceId)
  const { provider, url, apiKey } = trial
  return {
    endpoint: {
      ...placeOfTrial(services, kindOf(services), stored, { provider, url, apiKey }),
      model: trial.model === '' ? defaultSpeechModel(trial.provider) : trial.model,
      price: stored?.price ?? 0,
      command: [],
    },
    voices: trial.voices,
    budgets: chooseSpeech(stored, config, speech.seal)?.budgets ?? config.speechBudgets,
    origin: 'workspace',
  }
}

function kindOf({ speech }: Services): ProviderKind<WebSpeechProvider> {
  return { use: 'speech', toUrl: toSpeechUrl, seal: speech.seal, forget: speech.forget }
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
