/** Providers of speech recognition. */
export const hearingProviders = [
  {
    value: 'deepgram',
    label: 'Deepgram',
    /** The company name shown to visitors. */
    company: 'Deepgram',
    url: 'https://api.deepgram.com/v1',
    model: 'nova-3',
  },
  {
    value: 'elevenlabs',
    label: 'ElevenLabs',
    company: 'ElevenLabs',
    url: 'https://api.elevenlabs.io/v1',
    model: 'scribe_v2_realtime',
  },
  {
    value: 'openai-compatible',
    label: 'OpenAI or compatible',
    company: 'OpenAI',
    url: 'https://api.openai.com/v1',
    model: 'gpt-live-transcribe',
  },
] as const

export type HearingProvider = (typeof hearingProviders)[number]['value']
export type KnownHearingProvider = (typeof hearingProviders)[number]

export function hearingProvider(value: HearingProvider): KnownHearingProvider {
  return hearingProviders.find((each) => each.value === value) ?? hearingProviders[0]
}
