import type { Statement } from '#backend/database/database.ts'
import type { Services } from '#backend/services.ts'

import { timestamp } from './sessions/sessions.ts'

/** A limit that all servers on one database count together, by what it is about; see docs/decisions/0010. */
export interface SharedLimit {
  /** Takes one; false when there is none. */
  readonly take: (key: string) => Promise<boolean>
  /** Seconds until there is one; 0 when there is one now. Takes nothing. */
  readonly wait: (key: string) => Promise<number>
  /** The same as statements, for who asks the database something else anyway; `take` answers `taken`. */
  readonly statements: (key: string) => { readonly take: Statement; readonly giveBack: Statement }
}

export interface SharedLimitOptions {
  readonly name: string
  /** How many there are at once. */
  readonly burst: number
  /** Time in which an empty one fills up again. */
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
    take: call('select auth.take_from_limit($1::jsonb) as taken', key),
    giveBack: call('select auth.give_back_to_limit($1::jsonb)', key),
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
