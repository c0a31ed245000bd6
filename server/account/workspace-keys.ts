import { hash } from 'node:crypto'

import { createNetworkLimit } from '#backend/http/network-limit.ts'
import { createRateLimit } from '#backend/http/rate-limit.ts'
import type { KeyAnswer } from '#backend/product.ts'
import type { Services } from '#server/services.ts'

/** Whether this looks like a workspace key rather than a JWT. */
export function isWorkspaceKey(token: string): boolean {
  return /^usk_[\w-]{43}$/.test(token)
}

/**
 * Returns the claims for a workspace key. Looked up on every request and never cached, so a revoked key stops working
 * in every process at once.
 */
export function createKeyFinder({ database, now }: Pick<Services, 'database' | 'now'>) {
  const uses = createRateLimit({ burst: usesPerMinute, refillMs: 60_000, now })
  const networks = createNetworkLimit({ burst: 4 * usesPerMinute, refillMs: 60_000, now })

  return async (secret: string, address: string | null): Promise<KeyAnswer> => {
    // Each guessed key costs the database a lookup.
    if (address !== null && !networks.take(address)) return 'too-many'
    const secretHash = hash('sha256', secret)
    if (!uses.take(secretHash)) return 'too-many'
    const [result] = await database.transaction('system', [
      { text: 'select public.use_workspace_key($1) as claims', values: [secretHash] },
    ])
    const claims = result?.rows[0]?.['claims'] as Readonly<Record<string, unknown>> | null | undefined
    return claims === null || claims === undefined ? 'unknown' : { claims, isReadOnly: claims['scope'] === 'read' }
  }
}

/** Per key and process. */
const usesPerMinute = 600
