/* What the settings of a workspace's own providers have in common: models, voices, recognition, speech to speech. */

export interface ProviderSettingsAnswer<Form> {
  readonly settings: Form
  /** The last four characters of the stored key; null without one. */
  readonly keyLastFour: string | null
}

/** Without `apiKey` the stored key stays; an empty one removes it. */
export interface ProviderSettingsChange<Form> {
  readonly workspaceId: string
  readonly settings: Form
  readonly apiKey?: string | undefined
}

/** A provider that hears visitors: what an admin sets; off means the server's provider. */
export interface ListeningForm<Provider extends string = string> {
  readonly is_on: boolean
  readonly provider: Provider
  readonly url: string
  readonly model: string
  /** Dollars per minute of audio. */
  readonly price: number
}

export interface ListeningAnswer<Form extends ListeningForm> extends ProviderSettingsAnswer<Form> {
  /** The company of the server's own provider, used by workspaces without one; null without one. */
  readonly serverProvider: string | null
}

/** The edited settings, saved or not. */
export type ListeningTrial<Form extends ListeningForm> = Omit<Form, 'is_on' | 'price'> & {
  readonly workspaceId: string
  readonly apiKey?: string | undefined
}

export type ListeningTestAnswer =
  | { readonly ok: true; readonly milliseconds: number }
  | { readonly ok: false; readonly problem: string }
