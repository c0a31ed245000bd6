import { createNetworkLimit } from '#backend/http/network-limit.ts'
import { createNetworkSlots } from '#backend/http/network-slots.ts'
import type { Services } from '#server/services.ts'
import type { OpenedShare } from '#server/share/open-shares.ts'

import type { AgentLimits } from './agent-limits.ts'
import { isTrialLink } from './agent-trial.ts'
import { createSessionTokens, type TokenBearer } from './session-token.ts'

/** Why a visitor was refused: their network started too many, has too many open, or the process is full. */
export type RefusalReason = 'starts' | 'network' | 'server'

interface Slot extends OpenedShare {
  readonly demoId: string
  readonly release: () => void
}

/** Decides which visitors may start a conversation. */
export interface AgentAdmission {
  /** Whether the network may start another conversation, before anything is loaded for it. */
  readonly mayStart: (bearer: TokenBearer) => boolean
  /** A token for one conversation; null when the network has started too many. */
  readonly mint: (demoId: string, bearer: TokenBearer, share: OpenedShare) => string | null
  /** Spends a token on a slot; on refusal, the sentence shown to the visitor. */
  readonly admit: (token: string, bearer: TokenBearer, isFull: boolean) => Slot | { readonly text: string }
  /** Takes a slot for a conversation that another server admitted; returns a function that releases it. */
  readonly readmit: (bearer: TokenBearer) => () => void
  readonly figures: () => { readonly open: number; readonly refused: Readonly<Record<RefusalReason, number>> }
}

export function createAgentAdmission({ config, now }: Services, limits: AgentLimits): AgentAdmission {
  // Shared by all servers of this installation, on our own backend and on Supabase alike.
  const tokens = createSessionTokens(config.serviceRoleKey)
  const starts = createNetworkLimit({ burst: limits.startsPerNetwork, refillMs: limits.startsWindowMs, now })
  const slots = createNetworkSlots(limits.concurrentPerNetwork)
  const spend = createSpentTokens(now)
  const refused: Record<RefusalReason, number> = { starts: 0, network: 0, server: 0 }
  return {
    mayStart({ address }) {
      const mayStart = starts.has(address)
      if (!mayStart) refused.starts += 1
      return mayStart
    },
    mint(demoId, bearer, share) {
      // Authors test their drafts often; the call that mints their tokens has its own limit.
      if (isTrialLink(share.link) || starts.take(bearer.address))
        return tokens.mint(demoId, bearer, now() + limits.tokenMs, share)
      refused.starts += 1
      return null
    },
    admit(token, bearer, isFull) {
      const claims = tokens.read(token, bearer, now())
      if (!claims.ok) return { text: tokenSentences[claims.problem] }
      const release = slots.take(bearer.address)
      if (release === null || isFull) {
        release?.()
        refused[release === null ? 'network' : 'server'] += 1
        return { text: 'Several conversations from your network are running. Please end one of them first.' }
      }
      const { demoId, link, passwordVersion, tokenId, expiresAtMs } = claims.value
      if (spend(tokenId, expiresAtMs)) return { demoId, link, passwordVersion, release }
      release()
      return { text: tokenSentences.invalid }
    },
    // The database knows the conversation, so it continues even if its network has no free slot.
    readmit: (bearer) => slots.take(bearer.address) ?? (() => undefined),
    figures: () => ({ open: slots.taken(), refused: { ...refused } }),
  }
}

/** A token opens one conversation. Synchronous, so that two parallel requests can't both succeed. */
function createSpentTokens(now: () => number): (tokenId: string, expiresAtMs: number) => boolean {
  const spent = new Map<string, number>()
  return (tokenId, expiresAtMs) => {
    if (spent.has(tokenId)) return false
    spent.set(tokenId, expiresAtMs)
    if (spent.size > spentTokensKept) {
      for (const [id, until] of spent) if (until <= now()) spent.delete(id)
    }
    return true
  }
}

/** Expired entries are evicted above this size. */
const spentTokensKept = 5_000

const tokenSentences = {
  invalid: 'This conversation can’t be opened again. Please start a new one.',
  expired: 'The page was open for too long. Please start the conversation again.',
  'not-yours': 'Your network has changed. Please start the conversation again.',
} as const
