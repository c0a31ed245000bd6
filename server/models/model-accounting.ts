import type { ServerBase } from '#server/services.ts'

import { createBudgetMail } from './budget-mail.ts'
import { createCircuitBreaker } from './circuit-breaker.ts'
import { ModelError } from './language-model.ts'
import type { ModelBudgets } from '#domain/model-providers.ts'

import { createModelBudget, type ModelUse } from './model-budget.ts'
import { costOf, type TokenCounts } from './model-money.ts'

/** A call that was allowed. */
export interface BegunCall {
  /** Call exactly once, with the actual use. */
  readonly settle: (used: TokenCounts) => void
  /** The call's outcome, for the circuit breaker; null for success. */
  readonly record: (error: unknown) => void
  /** The provider failed in the meantime and needs time to recover. */
  readonly isOff: () => boolean
}

/** Where calls go, and who pays how much. */
export interface BilledAccount {
  readonly url: string
  /** Dollars per million tokens or characters. */
  readonly priceIn: number
  readonly priceOut: number
  readonly budgets: ModelBudgets
  readonly origin: 'workspace' | 'server'
}

export interface ModelAccounting {
  /** Reserves the maximum that a call can use, or throws. */
  readonly begin: (account: BilledAccount, use: ModelUse, most: TokenCounts) => Promise<BegunCall>
  /** Resolves when every call so far is settled and every notice posted. */
  readonly settled: () => Promise<void>
}

/** Keeps every call to a provider within its budget and its circuit breaker. */
export function createModelAccounting(services: ServerBase): ModelAccounting {
  const { log } = services
  const breaker = createCircuitBreaker(services.now)
  const reserve = createModelBudget(services)
  const sendNotices = createBudgetMail(services)
  const pending = new Set<Promise<void>>()

  /** Callers don't wait for the bookkeeping. */
  function keep(work: Promise<void>, failure: string): void {
    const kept = work.catch((error: unknown) => log.warn({ err: error }, failure)).finally(() => pending.delete(kept))
    pending.add(kept)
  }

  async function begin(account: BilledAccount, use: ModelUse, most: TokenCounts): Promise<BegunCall> {
    const key = `${keyOf(account, use.workspaceId)} ${separate.has(use.purpose) ? use.purpose : ''}`
    if (breaker.isOpen(key)) {
      throw new ModelError('off', 'The provider failed three times and isn’t called for a minute.', {
        isCharged: false,
      })
    }
    const reservation = await reserve(use, { ...most, microCents: costOf(most, account) }, account.budgets)
    if (reservation.notices.length > 0) {
      const kind = use.purpose === 'speech' ? 'speech' : 'model'
      keep(sendNotices(use.workspaceId, reservation.notices, kind), 'Could not mail a notice about a budget')
    }
    const { settle } = reservation
    if (settle === null) throw new ModelError('over-budget', 'The budget is used up.', { isCharged: false })
    const actualUse = Promise.withResolvers<TokenCounts>()
    keep(
      actualUse.promise.then((used) => settle({ ...used, microCents: costOf(used, account) })),
      'Could not settle a model call; its reservation stays counted',
    )
    return {
      settle: actualUse.resolve,
      isOff: () => breaker.isOpen(key),
      record: (error: unknown) => {
        if (error === null) breaker.succeed(key)
        else if (error instanceof ModelError) breaker.fail(key, error.retryAfterMs)
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

/** One workspace's wrong key must not disable the model for others. */
function keyOf({ url, origin }: BilledAccount, workspaceId: string): string {
  return `${origin === 'server' ? 'server' : workspaceId} ${url}`
}

/** Names the calls to one address that can fail independently of others. */
const separate: ReadonlySet<ModelUse['purpose']> = new Set(['embedding', 'speech'])
