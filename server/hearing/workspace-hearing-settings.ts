import { hearingProvider, type HearingProvider } from '#domain/hearing-providers.ts'
import type { HearingSettingsAnswer, HearingSettingsChange, HearingTrial } from '#protocol/hearing-settings.ts'
import { procedureCaller } from '#server/backend-access/call-procedure.ts'
import { placeOfTrial, saveOwnProvider, type ProviderKind } from '#server/providers/own-provider.ts'
import type { Services } from '#server/services.ts'
import { toHearingUrl } from '#server/settings/hearing-url.ts'

import { tryHearing } from './try-hearing.ts'
import { hearingProcessorOf, loadHearingSettings, serverHearing } from './workspace-hearing.ts'

/** What an admin can see: everything but the key. */
export async function readHearingSettings(services: Services, workspaceId: string): Promise<HearingSettingsAnswer> {
  const stored = await loadHearingSettings(procedureCaller(services), workspaceId)
  const { sealed_key: _, key_last_four: keyLastFour, ...settings } = stored ?? unset
  const shared = serverHearing(services.config)
  return { settings, keyLastFour, serverProvider: shared && hearingProcessorOf(shared) }
}

/** Saves the settings; returns a sentence if it refuses. */
export async function changeHearingSettings(
  services: Services,
  { workspaceId, settings, apiKey }: HearingSettingsChange,
): Promise<string | null> {
  const stored = await loadHearingSettings(procedureCaller(services), workspaceId)
  const change = { workspaceId, settings, apiKey, isUsed: settings.is_on }
  return saveOwnProvider(services, kindOf(services), stored, change)
}

/** Connects to a provider before it is saved; rejects with a ModelError if that fails. */
export async function testHearing(services: Services, trial: HearingTrial): Promise<void> {
  const { workspaceId, provider, url, model, apiKey } = trial
  const stored = await loadHearingSettings(procedureCaller(services), workspaceId)
  const place = placeOfTrial(services, kindOf(services), stored, { provider, url, apiKey })
  await tryHearing({ ...place, model: model === '' ? hearingProvider(provider).model : model })
}

function kindOf({ hearings }: Services): ProviderKind<HearingProvider> {
  return { toUrl: toHearingUrl, seal: hearings.seal, forget: hearings.forget, save: 'save_hearing_settings' }
}

const unset = {
  is_on: false,
  provider: 'deepgram',
  url: '',
  model: '',
  price: 0,
  key_last_four: null,
  sealed_key: null,
} as const
