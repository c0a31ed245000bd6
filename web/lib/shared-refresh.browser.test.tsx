import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { sessionStorageKey } from './session-hint.ts'
import { fetchSharingRefreshes } from './shared-refresh.ts'

/* Two callers of one origin act as two tabs: locks and storage are shared. */

const address = 'http://127.0.0.1:9/auth/v1/token?grant_type=refresh_token'
const renewed = { access_token: 'b', refresh_token: 'second', expires_at: Date.now() / 1000 + 3600, user: { id: 'x' } }

function refresh() {
  return fetchSharingRefreshes(address, { method: 'POST', body: JSON.stringify({ refresh_token: 'first' }) })
}

function store(session: object) {
  localStorage.setItem(sessionStorageKey, JSON.stringify(session))
}

beforeEach(() => store({ refresh_token: 'first' }))
afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
})

test('two tabs use a refresh token once and share the new session', async () => {
  const server = vi.fn<typeof fetch>(() => Promise.resolve(Response.json(renewed)))
  vi.stubGlobal('fetch', server)
  const first = refresh().then(async (answer) => {
    const session: unknown = await answer.json()
    store(renewed)
    return session
  })
  const second = refresh().then((answer) => answer.json() as Promise<unknown>)
  expect(await Promise.all([first, second])).toEqual([renewed, renewed])
  expect(server).toHaveBeenCalledTimes(1)
})

test('a tab refreshes the session itself if the other tab failed to', async () => {
  const server = vi.fn<typeof fetch>(() => Promise.resolve(Response.json(renewed)))
  server.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  vi.stubGlobal('fetch', server)
  const [first, second] = await Promise.allSettled([refresh(), refresh()])
  expect(first).toMatchObject({ status: 'rejected', reason: { message: 'Failed to fetch' } })
  expect(second).toMatchObject({ status: 'fulfilled', value: { status: 200 } })
})

test('passes other requests through', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('rows')))
  expect(await (await fetchSharingRefreshes('http://127.0.0.1:9/rest/v1/demos')).text()).toBe('rows')
})
