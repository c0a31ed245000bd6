/** Providers of speech to speech. */
export const realtimeProviders = [
  {
    value: 'openai-compatible',
    label: 'OpenAI Realtime or compatible',
    url: 'https://api.openai.com/v1',
    model: 'gpt-realtime',
    voice: 'marin',
    transcriptionModel: 'gpt-4o-mini-transcribe',
  },
] as const

export type RealtimeProvider = (typeof realtimeProviders)[number]['value']
