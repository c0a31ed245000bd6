import { sessionStorageKey } from './session-hint.ts'

const lockName = 'understudy-refresh'
/** How long a tab waits for another tab's renewal before it asks on its own. */
const patienceInMs = 10_000
/** How long other tabs wait for the client to store the new session. It takes a few milliseconds. */
const storingInMs = 1_000

/**
 * A `fetch` that refreshes the session once across tabs: later callers get the session the first one stored. The client
 * coordinates refreshes only within a tab, and the server would count each.
 */
export const fetchSharingRefreshes: typeof fetch = (address, options) => {
  const spent = refreshTokenSpentBy(address, options)
  if (spent === undefined || navigator.locks === undefined) return fetch(address, options)
  return new Promise((resolve, reject) => {
    const renew = async () => {
      const stored = storedSession()
      if (stored !== undefined && stored.refresh_token !== spent && isAlive(stored))
        return resolve(Response.json(stored))
      const answer = await fetch(address, options)
      resolve(answer)
      if (answer.ok) await replaced(spent)
    }
    const alone = () => resolve(fetch(address, options))
    navigator.locks
      .request(lockName, { signal: AbortSignal.timeout(patienceInMs) }, () => renew().catch(reject))
      .catch(alone)
  })
}

interface StoredSession {
  readonly refresh_token: string
  /** In seconds since 1970. */
  readonly expires_at?: number
}

function isAlive({ expires_at = 0 }: StoredSession): boolean {
  return expires_at * 1000 > Date.now()
}

function refreshTokenSpentBy(address: RequestInfo | URL, options: RequestInit | undefined): string | undefined {
  if (typeof address !== 'string' || !address.includes('grant_type=refresh_token')) return undefined
  return parse(options?.body)?.refresh_token
}

function storedSession(): StoredSession | undefined {
  try {
    return parse(localStorage.getItem(sessionStorageKey))
  } catch {
    return undefined
  }
}

function parse(text: unknown): StoredSession | undefined {
  if (typeof text !== 'string') return undefined
  const session = JSON.parse(text) as Partial<StoredSession> | null
  return session?.refresh_token === undefined ? undefined : (session as StoredSession)
}

/** Resolves once the store holds a different session; storage events don't fire in the tab that wrote. */
async function replaced(spent: string): Promise<void> {
  const end = Date.now() + storingInMs
  while (Date.now() < end && storedSession()?.refresh_token === spent) await new Promise((next) => setTimeout(next, 10))
}
