import type { ModelBudgets, ModelProvider } from '#domain/model-providers.ts'

import type { ProviderSettingsAnswer, ProviderSettingsChange } from './provider-settings.ts'

/* The calls under /models/v1: a workspace's language model. */

/** GET /models/v1/settings?workspace=ID */
export interface ModelSettingsAnswer extends ProviderSettingsAnswer<ModelSettingsForm> {
  /** The server's own model, used by workspaces without one; null without one. */
  readonly serverModel: string | null
  /** Defaults for workspaces without their own limits. */
  readonly defaults: ModelBudgets
  /** The use in the current UTC month. */
  readonly used: ModelUsed
}

export interface ModelUsed {
  readonly turns: number
  readonly tokens: number
  /** US cents, rounded up. */
  readonly cents: number
}

/** What an admin sets; an empty model means the server's. */
export interface ModelSettingsForm extends ModelBudgets {
  readonly provider: ModelProvider
  readonly url: string
  readonly model: string
  readonly embedding_model: string
  /** Dollars per million tokens. */
  readonly price_in: number
  readonly price_out: number
}

/** PUT /models/v1/settings */
export type ModelSettingsChange = ProviderSettingsChange<ModelSettingsForm>

/** POST /models/v1/test and /models/v1/list: the edited settings, saved or not. */
export interface ModelTrial {
  readonly workspaceId: string
  readonly provider: ModelProvider
  readonly url: string
  readonly model: string
  readonly apiKey?: string | undefined
}

/** POST /models/v1/test */
export type ModelTestAnswer =
  | { readonly ok: true; readonly text: string; readonly milliseconds: number }
  | { readonly ok: false; readonly problem: string }

/** GET or POST /models/v1/list */
export type ModelListAnswer =
  | { readonly ok: true; readonly models: readonly string[] }
  | { readonly ok: false; readonly problem: string }

/** POST /models/v1/draft-step */
export interface DraftedStep {
  readonly title: string
  readonly description: string
}
