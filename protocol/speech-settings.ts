import type { AgentLanguage } from '#domain/agent-languages.ts'
import type { VoiceValue } from '#domain/agent-options.ts'
import type { Pronunciation, SpeechBudgets, WebSpeechProvider } from '#domain/speech-providers.ts'

import type { ProviderSettingsAnswer, ProviderSettingsChange } from './provider-settings.ts'

/* The calls under /speech/v1: a workspace's speech provider. */

/** GET /speech/v1/settings?workspace=ID */
export interface SpeechSettingsAnswer extends ProviderSettingsAnswer<SpeechSettingsForm> {
  /** The server's own provider, used by workspaces without one; null without one. */
  readonly serverProvider: string | null
  /** Defaults for workspaces without their own limits. */
  readonly defaults: SpeechBudgets
  /** The use in the current UTC month; money in US cents, rounded up. */
  readonly used: { readonly characters: number; readonly cents: number }
}

/** What an admin sets; off means the server's provider. */
export interface SpeechSettingsForm extends SpeechBudgets {
  readonly is_on: boolean
  readonly provider: WebSpeechProvider
  readonly url: string
  readonly model: string
  /** The provider's voice ids that replace those of our table. */
  readonly voices: Readonly<Partial<Record<VoiceValue, string | undefined>>>
  /** Dollars per million characters. */
  readonly price: number
}

/** PUT /speech/v1/settings */
export type SpeechSettingsChange = ProviderSettingsChange<SpeechSettingsForm>

/** POST /speech/v1/sample answers a WAV file, or `SampleProblem`. */
export interface SpeechSample {
  readonly workspaceId: string
  readonly voice: VoiceValue
  /** One or two sentences; the server has a default. */
  readonly text?: string | undefined
  /** The language of the text; English by default. */
  readonly lang?: AgentLanguage | undefined
  readonly speed?: number | undefined
  readonly pronunciations?: readonly Pronunciation[] | undefined
  /** The edited settings, saved or not, for admins; if missing, the saved ones. */
  readonly trial?: SpeechTrial | undefined
}

export interface SpeechTrial extends Pick<SpeechSettingsForm, 'provider' | 'url' | 'model' | 'voices'> {
  readonly apiKey?: string | undefined
}

export interface SampleProblem {
  readonly ok: false
  readonly problem: string
}

/** POST /speech/v1/spoken-text {workspaceId, text, pronunciations, lang}: the text for a browser's own voice. */
export interface SpokenText {
  readonly text: string
}

/** GET /speech/v1/available?workspace=ID, for members. */
export interface SpeechAvailable {
  /** A provider speaks, so samples come from it. */
  readonly isAvailable: boolean
}

/** Characters of a sample's text. */
export const sampleTextMax = 300
