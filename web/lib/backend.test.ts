import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { clientOptions, createDataClient } from './data-client.ts'

/* What the application's auth client does with the server's answers; the clock is fake. */

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const server = 'http://127.0.0.1:9'
const second = 1000

/** A client whose server always answers with `status`, its stored values, and the times of its refresh requests in ms. */
function connect(session?: { readonly expiresInSeconds: number }, status = 503) {
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
        return Promise.resolve(new Response('{}', { status }))
      },
    },
  }
  return { client: createDataClient({ supabaseUrl: server, supabaseAnonKey: 'anon' }, options), kept, asked }
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

test('removes an expired session if the server refuses to refresh it', async () => {
  const { client, kept } = connect({ expiresInSeconds: -60 }, 400)
  expect((await client.auth.getSession()).data.session).toBeNull()
  expect([...kept.keys()]).toEqual([])
})

test.each([401, 403, 404])('signs out even if the server answers %i', async (status) => {
  const { client, kept } = connect({ expiresInSeconds: 3_600 }, status)
  expect((await client.auth.signOut()).error).toBeNull()
  expect([...kept.keys()]).toEqual([])
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
