import {
  ModelError,
  type EmbeddedTexts,
  type LanguageModel,
  type ModelEndpoint,
  type ModelPart,
  type ModelRequest,
} from './language-model.ts'
import type { ModelAccounting } from './model-accounting.ts'
import type { ModelUse } from './model-budget.ts'
import { watchDeadlines, type ModelDeadlines } from './model-deadlines.ts'
import { estimateTokens, mostTokens, type TokenCounts } from './model-money.ts'
import type { WorkspaceModel } from './workspace-model.ts'

export interface ModelCall {
  readonly model: WorkspaceModel
  readonly use: ModelUse
  readonly request: ModelRequest
  readonly deadlines: ModelDeadlines
  /** The visitor's. */
  readonly signal: AbortSignal
  /** Aborts when the rest of the answer is no longer needed. */
  readonly patience?: AbortSignal
}

export type OpenModel = (endpoint: ModelEndpoint) => LanguageModel

/** Streams an answer; the call is settled however it ends. Rejects with a ModelError. */
export async function* streamModel(
  books: ModelAccounting,
  open: OpenModel,
  call: ModelCall,
): AsyncGenerator<ModelPart, void> {
  const { model, use, request, deadlines, signal, patience } = call
  const most = mostTokens(request)
  const { settle, record } = await books.begin({ ...model, ...model.endpoint }, use, most)
  const watch = watchDeadlines(deadlines, patience === undefined ? signal : AbortSignal.any([signal, patience]))
  let received = ''
  let counted: { readonly tokensIn: number | null; readonly tokensOut: number | null } | null = null
  let isCharged = true
  try {
    for await (const part of open(model.endpoint).stream(request, watch.signal)) {
      watch.hear()
      if (part.type === 'end') counted = part
      else received += part.type === 'text' ? part.text : part.name + JSON.stringify(part.input ?? null)
      yield part
    }
    record(null)
  } catch (error) {
    const problem = watch.problem() ?? (patience?.aborted === true ? tooSlow() : error)
    if (!signal.aborted) record(problem)
    isCharged = received !== '' || !(problem instanceof ModelError) || problem.isCharged
    throw problem
  } finally {
    watch.stop()
    const estimate = { tokensIn: most.tokensIn, tokensOut: estimateTokens(received) }
    settle(
      isCharged
        ? { tokensIn: counted?.tokensIn ?? estimate.tokensIn, tokensOut: counted?.tokensOut ?? estimate.tokensOut }
        : { tokensIn: 0, tokensOut: 0 },
    )
  }
}

/** Vectors of texts, settled the same way. */
export async function embedTexts(
  books: ModelAccounting,
  open: OpenModel,
  { model, use, texts }: EmbedCall,
): Promise<EmbeddedTexts> {
  const endpoint = model.embedding
  if (endpoint === null) throw new ModelError('refused', 'No model for embeddings is set.', { isCharged: false })
  const most = { tokensIn: estimateTokens(texts.join(' ')), tokensOut: 0 }
  const { settle, record } = await books.begin({ ...model, ...endpoint }, use, most)
  let used: TokenCounts = { tokensIn: 0, tokensOut: 0 }
  try {
    const embedded = await open(endpoint).embed(texts, AbortSignal.timeout(embedMs))
    used = { tokensIn: embedded.tokens ?? most.tokensIn, tokensOut: 0 }
    record(null)
    return embedded
  } catch (error) {
    if (error instanceof ModelError && error.isCharged) used = most
    record(error)
    throw error
  } finally {
    settle(used)
  }
}

export interface EmbedCall {
  readonly model: WorkspaceModel
  readonly use: ModelUse
  readonly texts: readonly string[]
}

function tooSlow(): ModelError {
  return new ModelError('slow', 'The first sentence took too long.', { isCharged: true })
}

const embedMs = 20_000
