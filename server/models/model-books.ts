import type { ServerBase } from '#server/services.ts'

import { createBudgetMail } from './budget-mail.ts'
import { createCircuitBreaker } from './circuit-breaker.ts'
import { ModelError } from './language-model.ts'
import { createModelBudget, type ModelUse } from './model-budget.ts'
import { costOf, type TokenCounts } from './model-money.ts'
import type { WorkspaceModel } from './workspace-model.ts'

/** A call that may be made. */
export interface BegunCall {
  /** Exactly once, with what was used. */
  readonly settle: (used: TokenCounts) => void
  /** How it ended, for the circuit breaker; null for well. */
  readonly record: (error: unknown) => void
}

export interface ModelBooks {
  /** Reserves the most that a call can use, or throws. */
  readonly begin: (model: WorkspaceModel, use: ModelUse, most: TokenCounts) => Promise<BegunCall>
  /** Resolves when every call so far is settled and every notice posted. */
  readonly settled: () => Promise<void>
}

/** Keeps every call of a model within its budget and its circuit breaker. */
export function createModelBooks(services: ServerBase): ModelBooks {
  const { log } = services
  const breaker = createCircuitBreaker(services.now)
  const reserve = createModelBudget(services)
  const sendNotices = createBudgetMail(services)
  const pending = new Set<Promise<void>>()

  /** Nobody waits for the books. */
  function keep(work: Promise<void>, failure: string): void {
    const kept = work.catch((error: unknown) => log.warn({ err: error }, failure)).finally(() => pending.delete(kept))
    pending.add(kept)
  }

  async function begin(model: WorkspaceModel, use: ModelUse, most: TokenCounts): Promise<BegunCall> {
    const isEmbedding = use.purpose === 'embedding'
    const endpoint = isEmbedding ? (model.embedding ?? model.endpoint) : model.endpoint
    const key = `${keyOf(model, use.workspaceId)} ${isEmbedding ? 'embedding' : ''}`
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

  return {
    begin,
    settled: async () => {
      await Promise.all(pending)
    },
  }
}

/** One workspace's wrong key must not turn the model off for others. */
function keyOf({ endpoint, origin }: WorkspaceModel, workspaceId: string): string {
  return `${origin === 'server' ? 'server' : workspaceId} ${endpoint.url}`
}
