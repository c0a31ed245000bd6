import { createHash, randomUUID } from 'node:crypto'

import type { ClientEvent, ServerEvent } from '#protocol/agent-events.ts'
import { procedureCaller } from '#server/backend-access/call-procedure.ts'
import type { Services } from '#server/services.ts'

/** An order for a conversation's owner to carry out. */
export type TalkOrder = { readonly id: number; readonly conversationId: string } & (
  | { readonly kind: 'join'; readonly body: { readonly handoverId: string; readonly name: string } }
  | { readonly kind: 'say'; readonly body: { readonly id: string; readonly text: string; readonly name: string } }
  | { readonly kind: 'step'; readonly body: { readonly step: number } }
  | { readonly kind: 'leave'; readonly body: { readonly isGone: boolean } }
  | { readonly kind: 'client'; readonly body: readonly ClientEvent[] }
)

/** A conversation as another server left it. */
export interface AdoptedTalk {
  readonly epoch: number
  readonly seq: number
  readonly state: unknown
  readonly events: readonly ServerEvent[]
}

export interface RingAnswer {
  readonly state: 'ringing' | 'joined' | 'left' | 'nobody'
  /** Null if nothing was stored: too many rings. */
  readonly handoverId: string | null
  readonly name?: string | null
}

export interface MissedHandover {
  readonly conversationId: string
  readonly reason: string
  readonly demoName: string
  readonly emails: readonly string[]
}

/** How long a conversation outlives its server; longer than a browser tries to reconnect. */
export const leaseMs = 90_000

/** The database's view of conversations: their owners and pending orders. */
export interface LiveTalks {
  /** This server. */
  readonly owner: string
  /** `own`: this server already owns it. Null: it is over, or the token is wrong. */
  readonly adopt: (sid: string, token: string, hasState: boolean) => Promise<AdoptedTalk | 'own' | null>
  /** Renews conversations; resolves to those that another server owns now. */
  readonly renew: (ids: readonly string[]) => Promise<readonly string[]>
  /** Resolves to true when another server can continue the conversations. */
  readonly leave: () => Promise<boolean>
  readonly findOrders: (goneMs: number) => Promise<readonly TalkOrder[]>
  /** False when the conversation is over. */
  readonly relay: (sid: string, token: string, events: readonly ClientEvent[]) => Promise<boolean>
  readonly ring: (sid: string, network: string, reason: string, presentMs: number) => Promise<RingAnswer>
  /** False when somebody has answered. */
  readonly miss: (handoverId: string) => Promise<boolean>
  /** Null when the team needs no notice. */
  readonly claimMissed: (handoverId: string) => Promise<MissedHandover | null>
}

export function openLiveTalks(services: Services): LiveTalks {
  const call = procedureCaller(services)
  const owner = randomUUID()
  return {
    owner,
    async adopt(sid, token, hasState) {
      const found = (await call('adopt_talk', {
        p_conversation_id: sid,
        p_token_hash: hashToken(token),
        p_owner: owner,
        p_lease_ms: leaseMs,
        p_has_state: hasState,
      })) as (AdoptedTalk & { readonly isOwn: boolean }) | null
      return found?.isOwn === true ? 'own' : found
    },
    renew: async (ids) =>
      (await call('renew_talks', { p_owner: owner, p_ids: toArray(ids), p_lease_ms: leaseMs })) as readonly string[],
    leave: async () => (await call('leave_servers', { p_owner: owner })) as boolean,
    findOrders: async (goneMs) =>
      (await call('find_talk_orders', { p_owner: owner, p_gone_ms: goneMs })) as readonly TalkOrder[],
    relay: async (sid, token, events) =>
      (await call('relay_client_events', {
        p_conversation_id: sid,
        p_token_hash: hashToken(token),
        p_events: events,
      })) as boolean,
    ring: async (sid, network, reason, presentMs) =>
      (await call('ring_team', {
        p_conversation_id: sid,
        p_network: network,
        p_reason: reason,
        p_present_ms: presentMs,
      })) as RingAnswer,
    miss: async (handoverId) => (await call('miss_handover', { p_handover_id: handoverId })) as boolean,
    claimMissed: async (handoverId) =>
      (await call('claim_missed_handover', { p_handover_id: handoverId })) as MissedHandover | null,
  }
}

/** A hash of a conversation's token, enough to verify it but useless to readers of the table. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}

/** PostgreSQL's array syntax, which both the database and the REST interface accept for ids. */
function toArray(ids: readonly string[]): string {
  return `{${ids.join(',')}}`
}
