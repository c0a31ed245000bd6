import { isPrivateAddress } from '#backend/http/outbound-fetch.ts'
import { networkOf, unknownNetwork, wideNetworkOf } from '#backend/http/network-of.ts'
import type { ModelBudgets } from '#domain/model-providers.ts'

import type { TokenCounts } from './model-money.ts'

interface Amounts extends TokenCounts {
  readonly microCents: number
}

/** Part of a network's use that is counted before the call. */
export interface TakenShare {
  /** Replaces the counted maximum with the actual use. */
  readonly settle: (used: Amounts) => void
}

interface Used {
  turns: number
  tokens: number
  microCents: number
}

/** How much of a workspace's daily budget the visitors of one network may use, so that others find some left. */
const share = 0.25

/** Counts what the visitors of each network use in a day; in this process, because networks aren't stored. */
export function createNetworkShares(now: () => number) {
  let day = ''
  let networks = new Map<string, Used>()

  return {
    /** Counts a call's maximum; null if the network would exceed its share. */
    take(visitor: { readonly workspaceId: string; readonly network: string }, most: Amounts, limits: ModelBudgets) {
      const today = new Date(now()).toISOString().slice(0, 10)
      if (today !== day) {
        day = today
        networks = new Map()
      }
      const network = networkOf(visitor.network)
      // Behind a proxy that isn't trusted, all visitors have its address.
      if (network === unknownNetwork || isPrivateAddress(network.replace(/\/64$/, '')))
        return { settle: () => undefined }
      const key = `${visitor.workspaceId} ${wideNetworkOf(network) ?? network}`
      const used = networks.get(key) ?? { turns: 0, tokens: 0, microCents: 0 }
      const tokens = used.tokens + most.tokensIn + most.tokensOut
      const microCents = used.microCents + most.microCents
      const isOver =
        used.turns + 1 > shareOf(limits.daily_turns_max) ||
        tokens > shareOf(limits.daily_tokens_max) ||
        microCents > shareOf(limits.daily_budget_cents) * microCentsPerCent
      if (isOver) return null
      networks.set(key, used)
      add(used, 1, most)
      return {
        settle: (actual: Amounts): void => {
          add(used, 0, {
            tokensIn: actual.tokensIn - most.tokensIn,
            tokensOut: actual.tokensOut - most.tokensOut,
            microCents: actual.microCents - most.microCents,
          })
        },
      } satisfies TakenShare
    },
  }
}

const microCentsPerCent = 1_000_000

function shareOf(limit: number | null): number {
  return limit === null ? Number.POSITIVE_INFINITY : limit * share
}

function add(used: Used, turns: number, { tokensIn, tokensOut, microCents }: Amounts): void {
  used.turns += turns
  used.tokens += tokensIn + tokensOut
  used.microCents += microCents
}
