import { hearingProvider, type HearingProvider } from '#domain/hearing-providers.ts'

import { toApiUrl } from './model-url.ts'

/** The base address of a recogniser's API, over http or https. Null if invalid. */
export function toHearingUrl(text: string, provider: HearingProvider): string | null {
  const written = text.trim().replace(/^ws(?=s?:\/\/)/, 'http')
  const url = toApiUrl(written, hearingProvider(provider).url, /\/(?:listen|realtime|speech-to-text\/realtime)$/)
  // The provider's own query is appended to it.
  return url === null || new URL(url).search !== '' ? null : url
}
