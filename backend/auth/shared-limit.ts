import type { Statement } from '#backend/database/database.ts'
import type { Services } from '#backend/services.ts'

import { timestamp } from './sessions/sessions.ts'

/** A rate limit shared by all servers on one database; see docs/decisions/0010. */
export interface SharedLimit {
  /** Takes one; false when none is left. */
  readonly take: (key: string) => Promise<boolean>
  /** Seconds until one is available, 0 for now. Takes none. */
  readonly wait: (key: string) => Promise<number>
  /** The same as statements, to join to another transaction; `take` answers `taken`. */
  readonly statements: (key: string) => { readonly take: Statement; readonly refund: Statement }
}

export interface SharedLimitOptions {
  readonly name: string
  /** Capacity. */
  readonly burst: number
  /** Time to refill from empty. */
  readonly refillSeconds: number
}

export function createSharedLimit(
  { database, now }: Pick<Services, 'database' | 'now'>,
  { name, burst, refillSeconds }: SharedLimitOptions,
): SharedLimit {
  const call = (text: string, key: string): Statement => ({
    text,
    values: [JSON.stringify({ name, burst, refill_seconds: refillSeconds, key, now: timestamp(now()) })],
  })
  const statements = (key: string) => ({
    take: call('select auth.consume_limit($1::jsonb) as taken', key),
    refund: call('select auth.refund_limit($1::jsonb)', key),
  })
  return {
    statements,
    take: async (key) => {
      const [result] = await database.transaction('system', [statements(key).take])
      return result?.rows[0]?.['taken'] === true
    },
    wait: async (key) => {
      const [result] = await database.transaction('system', [
        call('select auth.wait_for_limit($1::jsonb) as seconds', key),
      ])
      return Number(result?.rows[0]?.['seconds'] ?? 0)
    },
  }
}
