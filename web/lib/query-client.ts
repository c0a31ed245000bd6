import { MutationCache, QueryCache, QueryClient, type QueryKey } from '@tanstack/react-query'
import type { InvalidateOptions, InvalidateQueryFilters } from '@tanstack/react-query'

import { BackendError } from './backend-error.ts'
import { renewSession, subscribeToSession, currentSession } from './session.ts'

/**
 * Server state. If a call is refused because of a stale session, the session is renewed once, and waiting queries
 * reload.
 */
export function createQueryClient(): QueryClient {
  const client = new FreshQueryClient({
    queryCache: new QueryCache({ onError: (error) => void noticeExpiry(error, client) }),
    mutationCache: new MutationCache({ onError: (error) => void noticeExpiry(error, undefined) }),
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        retry: (count, error) => error instanceof BackendError && error.kind === 'unreachable' && count < 2,
        // Offline, a query would wait silently; better to show an error with a retry.
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  })
  let user = userId()
  subscribeToSession(() => {
    const next = userId()
    if (next !== undefined && user !== undefined && next !== user) client.clear()
    if (next !== undefined && currentSession().status === 'signed-in') {
      void client.invalidateQueries({ predicate: (query) => query.state.status === 'error' })
    }
    user = next ?? user
  })
  return client
}

/**
 * Refetches invalidated queries even while their first answer is pending. TanStack Query would use that answer, which
 * may be from before the change.
 */
class FreshQueryClient extends QueryClient {
  override invalidateQueries<Key extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<Key>,
    options?: InvalidateOptions,
  ): Promise<void> {
    for (const query of this.getQueryCache().findAll({ ...filters, fetchStatus: 'fetching', type: 'active' })) {
      if (query.state.data === undefined) void query.cancel({ silent: true })
    }
    return super.invalidateQueries(filters, options)
  }
}

async function noticeExpiry(error: unknown, client: QueryClient | undefined): Promise<void> {
  if (!(error instanceof BackendError) || error.kind !== 'signed-out') return
  if (await renewSession()) {
    await client?.invalidateQueries({ predicate: (query) => query.state.status === 'error' })
  }
}

function userId(): string | undefined {
  const session = currentSession()
  return session.status === 'signed-in' || session.status === 'expired' ? session.user.id : undefined
}
