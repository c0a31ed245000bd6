import type { SettingsReader } from '#backend/settings/settings-reader.ts'

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
  const pricePerMinute = parsePrice(settings)
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
  const url = toApiUrl(written ?? usualUrl)
  if (url === null) {
    return refuse(`STT_URL must be an address like ${hearingProviders.deepgram.url}, but is "${written ?? ''}".`)
  }
  return { provider, url, apiKey, model: model ?? usualModel, pricePerMinute }
}

/** With the version's path where only a host was given; null for no address. */
function toApiUrl(written: string): string | null {
  const address = written.replace(/^ws(?=s?:\/\/)/, 'http')
  if (!URL.canParse(address)) return null
  const url = new URL(address)
  if (!/^https?:$/.test(url.protocol) || url.username + url.password + url.search + url.hash !== '') return null
  url.pathname =
    url.pathname.replace(/\/+$/, '').replace(/\/(?:listen|realtime|speech-to-text\/realtime)$/, '') || '/v1'
  return url.href
}

function parsePrice({ text, refuse }: SettingsReader): number {
  const value = text('STT_PRICE_PER_MINUTE')
  if (value === null) return 0
  if (/^\d{1,3}(?:\.\d{1,5})?$/.test(value)) return Number(value)
  refuse(`STT_PRICE_PER_MINUTE must be dollars per minute such as 0.0077, but is "${value}".`)
  return 0
}
