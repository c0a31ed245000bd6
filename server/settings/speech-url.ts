import { speechProviders, type WebSpeechProvider } from '#domain/speech-providers.ts'

import { toApiUrl } from './model-url.ts'

/** The base address of a speech provider's API. Null if invalid. */
export function toSpeechUrl(text: string, provider: WebSpeechProvider): string | null {
  const own = speechProviders.find(({ value }) => value === provider)?.url ?? ''
  return toApiUrl(text, own, /\/(?:audio\/speech|text-to-speech(?:\/.*)?|speak|tts\/(?:bytes|sse))$/)
}
