import type { Database } from '#backend/database/database.ts'

export interface MailLimit {
  readonly name: string
  readonly burst: number
  readonly refillSeconds: number
}

/** The mail queue's rows, auth.outgoing_messages. */
export interface OutgoingMessages {
  readonly queue: (message: NewMessage) => Promise<void>
  /** Seconds until the limit allows a mail; 0 for now. */
  readonly waitSeconds: (limit: MailLimit) => Promise<number>
  /** Claims a due message for `claimSeconds`; null when there is none. */
  readonly claim: () => Promise<ClaimedMessage | null>
  readonly extendClaim: (id: string) => Promise<void>
  /** Releases the claim until the next attempt. */
  readonly postpone: (id: string, seconds: number) => Promise<void>
  readonly end: (id: string, isSent: boolean) => Promise<void>
  /** Infinity when the queue is empty. */
  readonly nextDueAtMs: () => Promise<number>
  /** Makes claimed messages due. Only where no other process can hold a claim. */
  readonly releaseClaims: () => Promise<void>
}

interface NewMessage {
  readonly userId: string | null
  readonly kind: string
  readonly sealed: string
  readonly expiresAtMs: number
  readonly limit: MailLimit | null
}

export interface ClaimedMessage {
  readonly id: string
  readonly kind: string
  readonly sealed: string
  /** Including the current one. */
  readonly attempts: number
  readonly expires_at: string
}

export function createOutgoingMessages(database: Database, now: () => number): OutgoingMessages {
  const timestamp = () => new Date(now()).toISOString()

  async function call(procedure: QueueProcedure, input: Readonly<Record<string, unknown>>): Promise<unknown> {
    const [result] = await database.transaction('system', [
      {
        text: `select auth.${procedure}($1::jsonb) as answer`,
        values: [JSON.stringify({ now: timestamp(), ...input })],
      },
    ])
    return result?.rows[0]?.['answer']
  }

  return {
    queue: async ({ userId, kind, sealed, expiresAtMs, limit }) => {
      await call('queue_message', {
        user_id: userId,
        kind,
        sealed,
        expires_at: new Date(expiresAtMs).toISOString(),
        limit: limit && toLimit(limit),
      })
    },
    waitSeconds: async (limit) => Number(await call('wait_for_limit', toLimit(limit))),
    claim: async () => (await call('claim_message', { claim_seconds: claimSeconds })) as ClaimedMessage | null,
    extendClaim: async (id) => {
      await call('postpone_message', { id, seconds: claimSeconds, is_claimed: true })
    },
    postpone: async (id, seconds) => {
      await call('postpone_message', { id, seconds, is_claimed: false })
    },
    end: async (id, isSent) => {
      await call('end_message', { id, is_sent: isSent })
    },
    nextDueAtMs: async () => {
      const text = 'select min(due_at) as due_at from auth.outgoing_messages'
      const [result] = await database.transaction('system', [{ text }], { readOnly: true })
      const dueAt = result?.rows[0]?.['due_at']
      return typeof dueAt === 'string' ? Date.parse(dueAt) : Infinity
    },
    releaseClaims: async () => {
      const text = 'update auth.outgoing_messages set is_claimed = false, due_at = $1::timestamptz where is_claimed'
      await database.transaction('system', [{ text, values: [timestamp()] }])
    },
  }
}

function toLimit({ name, burst, refillSeconds }: MailLimit) {
  return { name, key: '', burst, refill_seconds: refillSeconds }
}

type QueueProcedure = 'wait_for_limit' | 'queue_message' | 'claim_message' | 'postpone_message' | 'end_message'

const claimSeconds = 10
export const claimRenewalMs = 3_000
