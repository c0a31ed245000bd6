import { afterEach, expect, test, vi } from 'vitest'

import { clientOptions, createDataClient, type DataClient } from './data-client.ts'

/* How the application's auth client handles session URLs. */

const nobody = 'http://127.0.0.1:9'
afterEach(() => {
  history.replaceState(null, '', location.pathname)
})

/** The application's client as it starts at an address. */
function startAt(address: string, flowType: 'implicit' | 'pkce' = 'implicit'): DataClient {
  history.replaceState(null, '', location.pathname + address)
  const auth = { ...clientOptions.auth, storageKey: crypto.randomUUID(), persistSession: false, flowType }
  return createDataClient({ supabaseUrl: nobody, supabaseAnonKey: 'anon' }, { ...clientOptions, auth })
}

test.each([
  ['an address without all of a session', '#access_token=a', 'implicit', 'No session defined in URL'],
  ['a session where a code was asked for', '#access_token=a', 'pkce', 'Not a valid PKCE flow url.'],
  ['an error', '#error=access_denied&error_description=Nobody+is+at+home', 'implicit', 'Nobody is at home'],
] as const)('of %s', async (_, address, flowType, sentence) => {
  const { error } = await startAt(address, flowType).auth.initialize()
  expect(error?.message).toBe(sentence)
})

test('of a code that is not there', async () => {
  const reader = startAt('', 'pkce').auth as unknown as {
    _getSessionFromURL: (params: object, kind: string) => Promise<{ error: Error | null }>
  }
  expect((await reader._getSessionFromURL({}, 'pkce')).error?.message).toBe('No code detected.')
})

test('warns of a session issued more than 120 seconds ago', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const now = Math.round(Date.now() / 1000)
  for (const [age, times] of [
    [100, 0],
    [130, 1],
  ] as const) {
    const session = `#access_token=a&refresh_token=r&token_type=bearer&expires_in=3600&expires_at=${now + 3600 - age}`
    await startAt(session).auth.initialize()
    const stale = warn.mock.calls.filter(([text]) => String(text).includes('issued over 120s ago, URL could be stale'))
    expect(stale).toHaveLength(times)
  }
  warn.mockRestore()
})
