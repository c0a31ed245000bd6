import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { clientOptions, createDataClient } from './data-client.ts'

/* When the application's auth client refreshes; the clock is fake. */

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const server = 'http://127.0.0.1:9'
const second = 1000

/** A client with an unreachable server, and the times of its refresh requests in milliseconds. */
function connect(session?: { readonly expiresInSeconds: number }) {
  const asked: number[] = []
  const begun = Date.now()
  const kept = new Map<string, string>()
  if (session !== undefined) {
    const expires_at = Math.round(begun / second) + session.expiresInSeconds
    const user = { id: 'somebody' }
    const tokens = { access_token: 'a', refresh_token: 'r', token_type: 'bearer', expires_in: 3600 }
    kept.set(clientOptions.auth.storageKey ?? '', JSON.stringify({ ...tokens, expires_at, user }))
  }
  const options: typeof clientOptions = {
    ...clientOptions,
    auth: {
      ...clientOptions.auth,
      storage: {
        getItem: (key) => kept.get(key) ?? null,
        setItem: (key, value) => void kept.set(key, value),
        removeItem: (key) => void kept.delete(key),
      },
    },
    global: {
      ...clientOptions.global,
      fetch: (address) => {
        if (String(address instanceof Request ? address.url : address).includes('grant_type=refresh_token'))
          asked.push(Date.now() - begun)
        return Promise.resolve(new Response('{}', { status: 503 }))
      },
    },
  }
  return { client: createDataClient({ supabaseUrl: server, supabaseAnonKey: 'anon' }, options), asked }
}

test('retries a failed refresh after 200 ms, doubling each time', async () => {
  const { client, asked } = connect()
  const refreshed = client.auth.refreshSession({ refresh_token: 'r' })
  await vi.advanceTimersByTimeAsync(7 * second)
  expect(asked.slice(0, 6)).toEqual([0, 200, 600, 1_400, 3_000, 6_200])
  await vi.advanceTimersByTimeAsync(60 * second)
  expect((await refreshed).error).toMatchObject({ name: 'AuthRetryableFetchError' })
  await client.auth.stopAutoRefresh()
})

test('refreshes an expiring session on an interval tick', async () => {
  const { client, asked } = connect({ expiresInSeconds: 3_600 })
  await client.auth.startAutoRefresh()
  await vi.advanceTimersByTimeAsync(3_440 * second)
  expect(asked).toEqual([])
  await vi.advanceTimersByTimeAsync(100 * second)
  expect(asked.length).toBeGreaterThan(0)
  expect((asked[0] ?? 0) % (30 * second)).toBe(0)
  await client.auth.stopAutoRefresh()
})

test('reports a missing session and a missing browser', async () => {
  const { client } = connect()
  const { error } = await client.auth.updateUser({ password: 'a new password' })
  expect(error).toMatchObject({ name: 'AuthSessionMissingError', message: 'Auth session missing!' })
  expect(await sessionFromUrl(client.auth, { access_token: 'a' }, 'implicit')).toBe('No browser detected.')
})

/** The client's session from a URL; calls its private method. */
async function sessionFromUrl(auth: unknown, params: object, kind: 'implicit' | 'pkce'): Promise<string | undefined> {
  const reader = auth as {
    _getSessionFromURL: (params: object, kind: string) => Promise<{ error: Error | null }>
  }
  return (await reader._getSessionFromURL(params, kind)).error?.message
}
