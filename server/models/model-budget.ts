import { z } from 'zod'

import type { ModelBudgets } from '#domain/model-providers.ts'
import { procedureCaller } from '#server/backend-access/call-procedure.ts'
import type { ServerBase } from '#server/services.ts'

import type { TokenCounts } from './model-money.ts'
import { createNetworkShares } from './network-shares.ts'

/** The purpose of a call, and who pays. */
export interface ModelUse {
  readonly workspaceId: string
  readonly agentId: string | null
  readonly conversationId: string | null
  /** The visitor's network, which may use only a share of the daily budget; absent for the team's own calls. */
  readonly network?: string
  /** For `speech`, characters count as tokens. */
  readonly purpose: 'answer' | 'draft' | 'embedding' | 'test' | 'speech' | 'hearing'
}

/** A limit that is nearly or completely used up; owners get one email. */
export interface BudgetNotice {
  readonly limit: keyof ModelBudgets
  readonly share: 80 | 100
}

export interface Reservation {
  /** Null if a limit is used up. */
  readonly settle: ((used: TokenCounts & { readonly microCents: number }) => Promise<void>) | null
  readonly notices: readonly BudgetNotice[]
}

/** Reserves a call's maximum cost, and later replaces it with the actual cost. */
export function createModelBudget(services: ServerBase) {
  const call = procedureCaller(services)
  const shares = createNetworkShares(services.now)
  return async (
    use: ModelUse,
    most: TokenCounts & { readonly microCents: number },
    limits: ModelBudgets,
  ): Promise<Reservation> => {
    const { network, workspaceId } = use
    const taken = network === undefined ? undefined : shares.take({ workspaceId, network }, most, limits)
    if (taken === null) return { settle: null, notices: [] }
    const answer = answerShape.parse(
      await call('reserve_model_use', {
        p_call: {
          workspace_id: use.workspaceId,
          agent_id: use.agentId,
          conversation_id: use.conversationId,
          purpose: use.purpose,
          day: new Date(services.now()).toISOString().slice(0, 10),
          tokens_in: most.tokensIn,
          tokens_out: most.tokensOut,
          micro_cents: most.microCents,
        },
        p_limits: limits,
      }),
    )
    const { notices } = answer
    if (answer.outcome === 'over') {
      taken?.settle({ tokensIn: 0, tokensOut: 0, microCents: 0 })
      return { settle: null, notices }
    }
    return {
      notices,
      settle: async (used) => {
        taken?.settle(used)
        await call('settle_model_use', {
          p_id: answer.id,
          p_tokens_in: used.tokensIn - most.tokensIn,
          p_tokens_out: used.tokensOut - most.tokensOut,
          p_micro_cents: used.microCents - most.microCents,
        })
      },
    }
  }
}

const noticesShape = z.array(
  z.object({
    limit: z.enum(['daily_budget_cents', 'daily_tokens_max', 'daily_turns_max', 'monthly_budget_cents']),
    share: z.union([z.literal(80), z.literal(100)]),
  }),
)

const answerShape = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('ok'), id: z.uuid(), notices: noticesShape }),
  z.object({ outcome: z.literal('over'), limit: z.string(), notices: noticesShape }),
])
