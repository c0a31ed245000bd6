/** Text-to-speech providers. `command` is a program that only the operator can choose. */
export const speechProviders = [
  {
    value: 'openai-compatible',
    label: 'OpenAI or compatible',
    /** The company name shown to visitors. */
    company: 'OpenAI',
    url: 'https://api.openai.com/v1',
    model: 'gpt-4o-mini-tts',
  },
  {
    value: 'elevenlabs',
    label: 'ElevenLabs',
    company: 'ElevenLabs',
    url: 'https://api.elevenlabs.io/v1',
    model: 'eleven_flash_v2_5',
  },
  // Its voices are models, so the model setting has no effect.
  { value: 'deepgram', label: 'Deepgram', company: 'Deepgram', url: 'https://api.deepgram.com/v1', model: 'aura-2' },
  { value: 'cartesia', label: 'Cartesia', company: 'Cartesia', url: 'https://api.cartesia.ai', model: 'sonic-3' },
] as const

export type WebSpeechProvider = (typeof speechProviders)[number]['value']
export type SpeechProvider = WebSpeechProvider | 'command'

/** A workspace's limits for speech; null means none. Money in US cents. */
export interface SpeechBudgets {
  readonly conversation_budget_cents: number | null
  readonly agent_daily_budget_cents: number | null
  readonly daily_budget_cents: number | null
  readonly monthly_budget_cents: number | null
  readonly conversation_characters_max: number | null
  readonly daily_characters_max: number | null
}

/** How an agent speaks, apart from its voice. */
export interface SpeechStyle {
  /** 1 is the voice's normal pace. */
  readonly speed: number
  readonly pronunciations: readonly Pronunciation[]
}

/** Pronounce `word` as `say`. */
export interface Pronunciation {
  readonly word: string
  readonly say: string
}

export const plainSpeech: SpeechStyle = { speed: 1, pronunciations: [] }

/** The columns of `agents` enforce the same limits. */
export const speechStyleLimits = { speedMin: 0.8, speedMax: 1.2, pronunciations: 100, characters: 80 } as const
