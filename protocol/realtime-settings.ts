import type { RealtimeProvider } from '#domain/realtime-providers.ts'

import type { ListeningAnswer, ListeningForm } from './provider-settings.ts'

/* The calls under /speech-to-speech/v1: a workspace's speech-to-speech provider. */

export interface RealtimeSettingsForm extends ListeningForm<RealtimeProvider> {
  /** The provider's id of the agent's voice. */
  readonly voice: string
  /** The model that transcribes visitors' speech. */
  readonly transcription_model: string
}

/** GET /speech-to-speech/v1/settings?workspace=ID */
export type RealtimeSettingsAnswer = ListeningAnswer<RealtimeSettingsForm>

/* Under /speech-to-speech/v1: PUT settings: ProviderSettingsChange. POST test: ListeningTrial → ListeningTestAnswer. */
