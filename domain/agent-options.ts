import type { SpeechProvider } from './speech-providers.ts'

/** What an author chooses from when setting up the agent (spec §3). */

export type Personality = 'professional' | 'friendly' | 'consultative' | 'enthusiastic'

export const personalities: readonly { readonly value: Personality; readonly label: string; readonly text: string }[] =
  [
    { value: 'professional', label: 'Professional & Direct', text: 'Short answers, no detours.' },
    { value: 'friendly', label: 'Friendly & Approachable', text: 'Warm and relaxed.' },
    { value: 'consultative', label: 'Consultative & Strategic', text: 'Asks what the visitor is after.' },
    { value: 'enthusiastic', label: 'Enthusiastic & Energetic', text: 'Excited about every question.' },
  ]

export interface VoiceOption {
  readonly value: VoiceValue
  /** Gender and tone. */
  readonly label: string
  /** The matching voice of each speech provider. A workspace can set others. */
  readonly providerVoices: Readonly<Record<SpeechProvider, string>>
  readonly gender: 'male' | 'female'
  /** Browsers have no voice for each tone, so pitch and rate (1 is normal) imitate it. */
  readonly pitch: number
  readonly rate: number
}

export type VoiceValue = 'male_professional' | 'female_professional' | 'female_friendly' | 'male_casual'

export const defaultVoice: VoiceOption = {
  value: 'male_professional',
  label: 'Male Professional',
  providerVoices: {
    'openai-compatible': 'onyx',
    elevenlabs: 'nPczCjzI2devNBz1zQrb',
    deepgram: 'aura-2-zeus-en',
    cartesia: '228fca29-3a0a-435c-8728-5cb483251068',
    command: 'en-us+m3',
  },
  gender: 'male',
  pitch: 1,
  rate: 1,
}

export const voiceOptions: readonly VoiceOption[] = [
  defaultVoice,
  {
    value: 'female_professional',
    label: 'Female Professional',
    providerVoices: {
      'openai-compatible': 'nova',
      elevenlabs: 'EXAVITQu4vr4xnSDxMaL',
      deepgram: 'aura-2-athena-en',
      cartesia: '9626c31c-bec5-4cca-baa8-f8ba9e84c8bc',
      command: 'en-us+f2',
    },
    gender: 'female',
    pitch: 1,
    rate: 1,
  },
  {
    value: 'female_friendly',
    label: 'Female Friendly',
    providerVoices: {
      'openai-compatible': 'coral',
      elevenlabs: 'cgSgspJ2msm6clMCkdW9',
      deepgram: 'aura-2-helena-en',
      cartesia: 'f786b574-daa5-4673-aa0c-cbe3e8534c02',
      command: 'en-us+f4',
    },
    gender: 'female',
    pitch: 1.08,
    rate: 1.02,
  },
  {
    value: 'male_casual',
    label: 'Male Casual',
    providerVoices: {
      'openai-compatible': 'echo',
      elevenlabs: 'iP95p4xoKVk53GoZ742B',
      deepgram: 'aura-2-apollo-en',
      cartesia: 'a167e0f3-df7e-4d52-a9c3-f949145efdab',
      command: 'en-us+m7',
    },
    gender: 'male',
    pitch: 0.96,
    rate: 1.04,
  },
]

/** The agent's default name. */
export const defaultAgentName = 'Leo'

/** Maximum characters; the columns of `agents` enforce the same. */
export const agentTextLimits = { name: 80, salesProcess: 20_000, demoScript: 50_000, welcomeMessage: 280 } as const
