import type { HearingProvider } from '#domain/hearing-providers.ts'

/* The calls under /hearing/v1: a workspace's speech recognition. */

/** GET /hearing/v1/settings?workspace=ID */
export interface HearingSettingsAnswer {
  readonly settings: HearingSettingsForm
  /** The last four characters of the stored key; null without one. */
  readonly keyLastFour: string | null
  /** The company of the server's own provider, used by workspaces without one; null without one. */
  readonly serverProvider: string | null
}

/** What an admin sets; off means the server's provider. */
export interface HearingSettingsForm {
  readonly is_on: boolean
  readonly provider: HearingProvider
  readonly url: string
  readonly model: string
  /** Dollars per minute of audio. */
  readonly price: number
}

/** PUT /hearing/v1/settings. Without `apiKey` the stored key stays; an empty one removes it. */
export interface HearingSettingsChange {
  readonly workspaceId: string
  readonly settings: HearingSettingsForm
  readonly apiKey?: string | undefined
}

/** POST /hearing/v1/test: the edited settings, saved or not. */
export interface HearingTrial extends Pick<HearingSettingsForm, 'provider' | 'url' | 'model'> {
  readonly workspaceId: string
  readonly apiKey?: string | undefined
}

export type HearingTestAnswer =
  | { readonly ok: true; readonly milliseconds: number }
  | { readonly ok: false; readonly problem: string }
