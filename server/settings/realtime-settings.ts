import type { SettingsReader } from '#backend/settings/settings-reader.ts'
import { realtimeProviders } from '#domain/realtime-providers.ts'

import { parsePricePerMinute } from './hearing-settings.ts'
import { toHearingUrl } from './hearing-url.ts'

/** The server's speech-to-speech provider: it hears visitors and answers their questions aloud. */
export interface ServerRealtime {
  readonly provider: 'realtime'
  /** The API's address with its version, without a trailing slash; http or https. */
  readonly url: string
  /** Null for endpoints without keys. */
  readonly apiKey: string | null
  readonly model: string
  /** The provider's id of the agent's voice. */
  readonly voice: string
  /** The model that transcribes visitors' speech. */
  readonly transcriptionModel: string
  /** Dollars per minute of audio in either direction; 0 disables cost counting. */
  readonly pricePerMinute: number
}

const [known] = realtimeProviders

/** Null: speech is recognised, answered and spoken by separate providers. */
export function parseRealtimeSettings(settings: SettingsReader): ServerRealtime | null {
  const { text, refuse } = settings
  const written = text('REALTIME_URL')
  const apiKey = text('REALTIME_API_KEY')
  const model = text('REALTIME_MODEL')
  const pricePerMinute = parsePricePerMinute(settings, 'REALTIME_PRICE_PER_MINUTE')
  if (written === null && apiKey === null) {
    if (model !== null)
      refuse('REALTIME_MODEL needs REALTIME_API_KEY, or the REALTIME_URL of an endpoint without keys.')
    return null
  }
  const url = toHearingUrl(written ?? '', 'openai-compatible')
  if (url === null)
    return refuse(`REALTIME_URL must be an address like https://api.openai.com/v1, but is "${written ?? ''}".`)
  return {
    provider: 'realtime',
    url,
    apiKey,
    model: model ?? known.model,
    voice: text('REALTIME_VOICE') ?? known.voice,
    transcriptionModel: text('REALTIME_TRANSCRIPTION_MODEL') ?? known.transcriptionModel,
    pricePerMinute,
  }
}
