import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'

import { BackendError } from './backend-error.ts'
import { renewSession, subscribeToSession, currentSession } from './session.ts'

/**
 * Server state. If a call is refused because of a stale session, the session is renewed once, and waiting queries
 * reload.
 */
export function createQueryClient(): QueryClient {
  const client = new QueryClient({
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
