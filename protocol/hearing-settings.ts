import type { HearingProvider } from '#domain/hearing-providers.ts'

import type { ListeningAnswer, ListeningForm } from './provider-settings.ts'

/* The calls under /hearing/v1: a workspace's speech recognition. */

export type HearingSettingsForm = ListeningForm<HearingProvider>

/** GET /hearing/v1/settings?workspace=ID */
export type HearingSettingsAnswer = ListeningAnswer<HearingSettingsForm>

/* PUT /hearing/v1/settings: ProviderSettingsChange. POST /hearing/v1/test: ListeningTrial → ListeningTestAnswer. */
