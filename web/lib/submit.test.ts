import { afterEach, expect, test, vi } from 'vitest'

import { submit } from './submit.ts'

/* What a form shows for each kind of failure. */

afterEach(() => vi.unstubAllGlobals())

/** The client's configuration; nothing else is fetched. */
function serveConfig(): void {
  const config = { supabaseUrl: 'http://127.0.0.1:9', supabaseAnonKey: 'anon' }
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(config)))
}

const failed = 'Nothing was saved.'

test('hints at the connection when the client can’t be loaded', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('fetch failed')))
  const outcome = await submit(failed, () => Promise.resolve({ data: 1, error: null }))
  expect(outcome).toMatchObject({ ok: false, text: failed, hint: expect.stringContaining('can’t be reached') })
})

test('returns the data of a call that succeeded', async () => {
  serveConfig()
  expect(await submit(failed, () => Promise.resolve({ data: 1, error: null }))).toEqual({ ok: true, value: 1 })
})

test('hints at the connection when the call throws', async () => {
  serveConfig()
  const outcome = await submit(failed, () => Promise.reject(new TypeError('fetch failed')))
  expect(outcome).toMatchObject({ hint: expect.stringContaining('can’t be reached') })
})

test.each([
  [
    { code: 'otp_expired', message: '' },
    { field: 'code', code: 'otp_expired' },
  ],
  [
    { code: 'weak_password', message: 'Too short.' },
    { field: 'password', hint: 'Too short.' },
  ],
  [{ code: 'validation_failed', message: 'invalid email' }, { field: 'email' }],
  [{ code: 'over_limit', message: 'try again after 7 seconds' }, { waitSeconds: 7 }],
  [{ code: '42501', message: 'denied' }, { hint: 'Your role in this workspace does not allow it.' }],
  [{ code: '42501', message: 'A workspace needs an owner.' }, { hint: 'A workspace needs an owner.' }],
  [
    { code: 'taken', message: 'Taken.', sentence: 'Taken.' },
    { code: 'taken', hint: 'Taken.' },
  ],
])('explains the refusal %o', async (error, shown) => {
  serveConfig()
  const outcome = await submit(failed, () => Promise.resolve({ data: null, error, status: 400 }))
  expect(outcome).toMatchObject({ ok: false, text: failed, ...shown })
})

test('adds no hint to a code it does not know', async () => {
  serveConfig()
  const answer = { data: null, error: { code: 'odd', message: 'Odd.' }, status: 400 }
  expect(await submit(failed, () => Promise.resolve(answer))).toEqual({ ok: false, text: failed, code: 'odd' })
})

test('turns a procedure’s outcome into its sentence', async () => {
  serveConfig()
  const call = (outcome: string) => () => Promise.resolve({ data: { outcome }, error: null })
  const refusals = { too_many: 'You have fifty.' }
  expect(await submit(failed, call('ok'), refusals)).toMatchObject({ ok: true })
  expect(await submit(failed, call('too_many'), refusals)).toMatchObject({ code: 'too_many', hint: 'You have fifty.' })
  expect(await submit(failed, call('new'), refusals)).toMatchObject({ hint: 'The server gave no reason.' })
})
