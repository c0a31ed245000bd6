/** What an author chooses from when setting up the agent (spec §3). */

export type Personality = 'professional' | 'friendly' | 'consultative' | 'enthusiastic'

export const personalities: readonly { readonly value: Personality; readonly label: string; readonly text: string }[] =
  [
    { value: 'professional', label: 'Professional & Direct', text: 'Short answers, no detours.' },
    { value: 'friendly', label: 'Friendly & Approachable', text: 'Warm, and happy to be asked.' },
    { value: 'consultative', label: 'Consultative & Strategic', text: 'Asks what the visitor is after.' },
    { value: 'enthusiastic', label: 'Enthusiastic & Energetic', text: 'Glad about every question.' },
  ]

export interface VoiceOption {
  readonly value: string
  /** Gender and tone. */
  readonly label: string
  /** The matching voice in OpenAI-style speech APIs (`POST /audio/speech`, field `voice`). */
  readonly providerVoiceId: string
  readonly gender: 'male' | 'female'
  /** Browsers have no voice for a tone, so pitch and rate (1 is normal) imitate it. */
  readonly pitch: number
  readonly rate: number
}

export const defaultVoice: VoiceOption = {
  value: 'male_professional',
  label: 'Male Professional',
  providerVoiceId: 'onyx',
  gender: 'male',
  pitch: 1,
  rate: 1,
}

export const voiceOptions: readonly VoiceOption[] = [
  defaultVoice,
  {
    value: 'female_professional',
    label: 'Female Professional',
    providerVoiceId: 'nova',
    gender: 'female',
    pitch: 1,
    rate: 1,
  },
  {
    value: 'female_friendly',
    label: 'Female Friendly',
    providerVoiceId: 'coral',
    gender: 'female',
    pitch: 1.08,
    rate: 1.02,
  },
  { value: 'male_casual', label: 'Male Casual', providerVoiceId: 'echo', gender: 'male', pitch: 0.96, rate: 1.04 },
]

/** The agent's default name. */
export const defaultAgentName = 'Leo'

/** Characters; the columns of `agents` enforce the same. */
export const agentTextLimits = { name: 80, salesProcess: 20_000, demoScript: 50_000, welcomeMessage: 280 } as const
