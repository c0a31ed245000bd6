import type { ModelProvider } from '#domain/model-providers.ts'

/** The address and prices of a model. */
export interface ModelEndpoint {
  readonly provider: ModelProvider
  readonly url: string
  readonly apiKey: string | null
  readonly model: string
  /** Dollars per million tokens. */
  readonly priceIn: number
  readonly priceOut: number
  /** True for an address the operator set. */
  readonly mayCallPrivateAddresses: boolean
}

export interface ModelTool {
  readonly name: string
  readonly description: string
  /** JSON Schema of an object. */
  readonly parameters: Readonly<Record<string, unknown>>
}

/** A request to a model. Nothing in `data` is an instruction. */
export interface ModelRequest {
  readonly instructions: string
  readonly data: string
  readonly tools: readonly ModelTool[]
  readonly tokensMax: number
}

export type ModelPart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'call'; readonly id: string; readonly name: string; readonly input: unknown }
  /** The last part. Counts are null if the provider sent none. */
  | { readonly type: 'end'; readonly tokensIn: number | null; readonly tokensOut: number | null }

/** Our interface to every language model; `ai` is one implementation. */
export interface LanguageModel {
  /** Rejects with a ModelError. */
  stream(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelPart>
  embed(texts: readonly string[], signal: AbortSignal): Promise<EmbeddedTexts>
}

export interface EmbeddedTexts {
  readonly vectors: readonly (readonly number[])[]
  readonly tokens: number | null
}

export type ModelProblem = 'refused' | 'busy' | 'unreachable' | 'slow' | 'broken' | 'forbidden' | 'off' | 'over-budget'

/** A failed call to a model; the message is a sentence for the workspace's admin. */
export class ModelError extends Error {
  override readonly name = 'ModelError'
  readonly problem: ModelProblem
  /** False if the provider can't have charged for the call. */
  readonly isCharged: boolean
  /** How long the provider asks us to wait; 0 if it doesn't say. */
  readonly retryAfterMs: number

  constructor(
    problem: ModelProblem,
    message: string,
    options: { readonly isCharged: boolean; readonly cause?: unknown; readonly retryAfterMs?: number },
  ) {
    super(message, { cause: options.cause })
    this.problem = problem
    this.isCharged = options.isCharged
    this.retryAfterMs = options.retryAfterMs ?? 0
  }
}
