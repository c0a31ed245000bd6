import type { SettingsReader } from '#backend/settings/settings-reader.ts'

import { parsePricePerMinute, toProviderUrl } from './provider-settings.ts'

/** Speech recognition by a provider, for the whole server. */
export interface ServerHearing {
  readonly provider: HearingProvider
  /** The API's address with its version, without a trailing slash; http or https. */
  readonly url: string
  /** Null for endpoints without keys. */
  readonly apiKey: string | null
  readonly model: string
  /** Dollars per minute of audio; 0 counts no money. */
  readonly pricePerMinute: number
}

export type HearingProvider = keyof typeof hearingProviders

/** Providers whose streaming recognition we speak, with their usual address and model. */
export const hearingProviders = {
  deepgram: { name: 'Deepgram', url: 'https://api.deepgram.com/v1', model: 'nova-3' },
  elevenlabs: { name: 'ElevenLabs', url: 'https://api.elevenlabs.io/v1', model: 'scribe_v2_realtime' },
  'openai-compatible': { name: 'OpenAI', url: 'https://api.openai.com/v1', model: 'gpt-live-transcribe' },
} as const

const providerNames = ['deepgram', 'elevenlabs', 'openai-compatible'] as const

/** Null: browsers recognise speech themselves. */
export function parseHearingSettings(settings: SettingsReader): ServerHearing | null {
  const { text, oneOf, refuse } = settings
  const provider = oneOf('STT_PROVIDER', providerNames, 'deepgram')
  const isProviderSet = text('STT_PROVIDER') !== null
  const written = text('STT_URL')
  const apiKey = text('STT_API_KEY')
  const model = text('STT_MODEL')
  const pricePerMinute = parsePricePerMinute(settings, 'STT_PRICE_PER_MINUTE')
  if (written === null && apiKey === null) {
    if (isProviderSet || model !== null) {
      refuse('STT_PROVIDER and STT_MODEL need STT_API_KEY, or the STT_URL of an endpoint without keys.')
    }
    return null
  }
  if (!isProviderSet) {
    return refuse(`STT_PROVIDER must be set where STT_URL or STT_API_KEY is: one of ${providerNames.join(', ')}.`)
  }
  const { url: usualUrl, model: usualModel } = hearingProviders[provider]
  const url = toProviderUrl(written ?? usualUrl, endpoints)
  if (url === null) {
    return refuse(`STT_URL must be an address like ${hearingProviders.deepgram.url}, but is "${written ?? ''}".`)
  }
  return { provider, url, apiKey, model: model ?? usualModel, pricePerMinute }
}

const endpoints = /\/(?:listen|realtime|speech-to-text\/realtime)$/
