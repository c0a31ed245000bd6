import type { SettingsReader } from '#backend/settings/settings-reader.ts'
import { hearingProvider, hearingProviders, type HearingProvider } from '#domain/hearing-providers.ts'

import { toHearingUrl } from './hearing-url.ts'

/** A speech recognition provider. */
export interface ServerHearing {
  readonly provider: HearingProvider
  /** The API's address with its version, without a trailing slash; http or https. */
  readonly url: string
  /** Null for endpoints without keys. */
  readonly apiKey: string | null
  readonly model: string
  /** Dollars per minute of audio; 0 disables cost counting. */
  readonly pricePerMinute: number
}

const providerNames = hearingProviders.map(({ value }) => value)

/** Speech recognition for the whole server. Null: browsers recognise speech themselves. */
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
  const url = toHearingUrl(written ?? '', provider)
  if (url === null) {
    return refuse(`STT_URL must be an address like ${hearingProvider('deepgram').url}, but is "${written ?? ''}".`)
  }
  return { provider, url, apiKey, model: model ?? hearingProvider(provider).model, pricePerMinute }
}

/** Dollars per minute of audio; 0 disables cost counting. */
export function parsePricePerMinute({ text, refuse }: SettingsReader, name: string): number {
  const value = text(name)
  if (value === null) return 0
  if (/^\d{1,3}(?:\.\d{1,5})?$/.test(value)) return Number(value)
  refuse(`${name} must be dollars per minute such as 0.0077, but is "${value}".`)
  return 0
}
