import { createSeal, type Seal } from '#backend/mail/sealed-text.ts'
import { procedureCaller } from '#server/backend-access/call-procedure.ts'
import type { ServerBase } from '#server/services.ts'

import { createBudgetMail } from './budget-mail.ts'
import { createCircuitBreaker } from './circuit-breaker.ts'
import {
  ModelError,
  type EmbeddedTexts,
  type LanguageModel,
  type ModelEndpoint,
  type ModelPart,
  type ModelRequest,
} from './language-model.ts'
import { createEmbeddings } from './embeddings.ts'
import { createModelBudget, type ModelUse } from './model-budget.ts'
import { costOf, estimateTokens, mostTokens, type TokenCounts } from './model-money.ts'
import { openSdkModel } from './sdk-model.ts'
import { watchDeadlines, type ModelDeadlines } from './model-deadlines.ts'
import { chooseModel, loadModelSettings, type WorkspaceModel } from './workspace-model.ts'

export interface ModelCall {
  readonly model: WorkspaceModel
  readonly use: ModelUse
  readonly request: ModelRequest
  readonly deadlines: ModelDeadlines
  /** The visitor's. */
  readonly signal: AbortSignal
  /** Fires when what has come so far isn't worth waiting for more. */
  readonly patience?: AbortSignal
}

/** The only way to a language model: within its budget, its deadlines and its circuit breaker. */
export interface Models {
  /** The workspace's model, or null; remembered for half a minute. */
  readonly find: (workspaceId: string) => Promise<WorkspaceModel | null>
  /** After a change of settings. */
  readonly forget: (workspaceId: string) => void
  /** Rejects with a ModelError; every call is settled, however it ends. */
  readonly stream: (call: ModelCall) => AsyncGenerator<ModelPart, void>
  readonly embeddings: ReturnType<typeof createEmbeddings>
  /** Resolves when every call so far is settled and every notice posted. */
  readonly settled: () => Promise<void>
  /** Seals the keys of workspaces. */
  readonly seal: Seal
}

export function createModels(
  services: ServerBase,
  open: (endpoint: ModelEndpoint) => LanguageModel = openSdkModel,
): Models {
  const { config, log, now } = services
  const call = procedureCaller(services)
  const seal = createSeal(config.embedded?.jwtSecret ?? config.serviceRoleKey, 'model keys')
  const breaker = createCircuitBreaker(now)
  const reserve = createModelBudget(services)
  const sendNotices = createBudgetMail(services)
  const known = new Map<string, { readonly model: Promise<WorkspaceModel | null>; readonly until: number }>()

  const pending = new Set<Promise<void>>()

  /** Nobody waits for the books. */
  function keep(work: Promise<void>, failure: string): void {
    const kept = work.catch((error: unknown) => log.warn({ err: error }, failure)).finally(() => pending.delete(kept))
    pending.add(kept)
  }

  /** Reserves, or throws; the returned function settles exactly once. */
  async function begin(model: WorkspaceModel, use: ModelUse, most: TokenCounts, endpoint = model.endpoint) {
    const key = keyOf(model, use.workspaceId)
    if (breaker.isOpen(key)) {
      throw new ModelError('off', 'The provider failed three times; it gets a minute to recover.', { isCharged: false })
    }
    const reservation = await reserve(use, { ...most, microCents: costOf(most, endpoint) }, model.budgets)
    if (reservation.notices.length > 0) {
      keep(sendNotices(use.workspaceId, reservation.notices), 'Could not mail a notice about a model budget')
    }
    const { settle } = reservation
    if (settle === null) throw new ModelError('over-budget', 'The budget is used up.', { isCharged: false })
    const books = Promise.withResolvers<TokenCounts>()
    keep(
      books.promise.then((used) => settle({ ...used, microCents: costOf(used, endpoint) })),
      'Could not settle a model call; its reservation stays counted',
    )
    return {
      settle: books.resolve,
      record: (error: unknown) => {
        if (error === null) breaker.succeed(key)
        else if (error instanceof ModelError) breaker.fail(key)
      },
    }
  }

  async function* stream({
    model,
    use,
    request,
    deadlines,
    signal,
    patience,
  }: ModelCall): AsyncGenerator<ModelPart, void> {
    const most = mostTokens(request)
    const { settle, record } = await begin(model, use, most)
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

  async function embed(model: WorkspaceModel, use: ModelUse, texts: readonly string[]): Promise<EmbeddedTexts> {
    const endpoint = model.embedding
    if (endpoint === null) throw new ModelError('refused', 'No model for embeddings is set.', { isCharged: false })
    const most = { tokensIn: estimateTokens(texts.join(' ')), tokensOut: 0 }
    const { settle, record } = await begin(model, use, most, endpoint)
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

  return {
    seal,
    embeddings: createEmbeddings(services, embed),
    find(workspaceId) {
      const before = known.get(workspaceId)
      if (before !== undefined && before.until > now()) return before.model
      const model = loadModelSettings(call, workspaceId).then((stored) => chooseModel(stored, config, seal))
      model.catch(() => known.delete(workspaceId))
      if (known.size >= knownMax) known.clear()
      known.set(workspaceId, { model, until: now() + knownMs })
      return model
    },
    settled: async () => {
      await Promise.all(pending)
    },
    forget: (workspaceId) => void known.delete(workspaceId),
    stream,
  }
}

function tooSlow(): ModelError {
  return new ModelError('slow', 'The first sentence took too long.', { isCharged: true })
}

/** One workspace's wrong key must not turn the model off for others. */
function keyOf({ endpoint, origin }: WorkspaceModel, workspaceId: string): string {
  return `${origin === 'server' ? 'server' : workspaceId} ${endpoint.url}`
}

const knownMs = 30_000
const knownMax = 10_000
const embedMs = 20_000
