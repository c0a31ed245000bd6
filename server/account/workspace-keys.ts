import { hash } from 'node:crypto'

import { createNetworkLimit } from '#backend/http/network-limit.ts'
import { createRateLimit } from '#backend/http/rate-limit.ts'
import type { Services } from '#server/services.ts'

/** What the secret of a workspace's key came to; `unknown` also once it is revoked or past its end. */
export type ShownKey = Readonly<Record<string, unknown>> | 'unknown' | 'too-many'

/** Whether this looks like the secret of a workspace's key, which is no JWT. */
export function isWorkspaceKey(token: string): boolean {
  return /^usk_[\w-]{43}$/.test(token)
}

/**
 * Answers the claims of whoever shows this secret. Asked of the database for every request and kept nowhere, so that a
 * revoked key is dead in every process at once.
 */
export function createKeyFinder({ database, now }: Pick<Services, 'database' | 'now'>) {
  const uses = createRateLimit({ burst: usesPerMinute, refillMs: 60_000, now })
  const networks = createNetworkLimit({ burst: 4 * usesPerMinute, refillMs: 60_000, now })

  return async (secret: string, address: string | null): Promise<ShownKey> => {
    // Invented secrets cost the database a look-up each.
    if (address !== null && !networks.take(address)) return 'too-many'
    const secretHash = hash('sha256', secret)
    if (!uses.take(secretHash)) return 'too-many'
    const [result] = await database.transaction('system', [
      { text: 'select public.use_workspace_key($1) as claims', values: [secretHash] },
    ])
    return (result?.rows[0]?.['claims'] as Readonly<Record<string, unknown>> | null | undefined) ?? 'unknown'
  }
}

/** For one key in one process. */
const usesPerMinute = 600
