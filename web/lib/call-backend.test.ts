import type { PostgrestSingleResponse } from '@supabase/supabase-js'
import { beforeEach, afterEach, expect, test, vi } from 'vitest'

import { failureKind } from './backend-error.ts'
import { ask, mustChange, withTotal } from './call-backend.ts'

beforeEach(() => {
  const config = { supabaseUrl: 'http://127.0.0.1:9', supabaseAnonKey: 'anon' }
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(config)))
})
afterEach(() => vi.unstubAllGlobals())

test('returns the data of a query', async () => {
  expect(await ask('demosFailed', () => Promise.resolve({ data: ['a'], error: null, status: 200 }))).toEqual(['a'])
})

test('throws the screen’s sentence and the kind of failure', async () => {
  const refused = { data: null, error: { message: 'no', code: 'PGRST116' }, status: 406 }
  const failure = ask('demosFailed', () => Promise.resolve(refused))
  await expect(failure).rejects.toMatchObject({ message: 'Failed to load demos. Please try again.', kind: 'missing' })
})

test.each([
  [{}, undefined, 'unreachable'],
  [{}, 503, 'unreachable'],
  [{}, 500, 'failed'],
  [{}, 401, 'signed-out'],
  [{ name: 'AuthSessionMissingError' }, 400, 'signed-out'],
  [{ code: 'insufficient_aal' }, 403, 'signed-out'],
  [{ message: 'JWT expired', statusCode: '403' }, undefined, 'signed-out'],
  [{}, 404, 'missing'],
  [{}, 409, 'conflict'],
  [{ message: 'no room left' }, 413, 'full'],
  [{}, 413, 'refused'],
  [{ code: '42501' }, 403, 'refused'],
] as const)('sorts %o with status %s as %s', (error, status, kind) => {
  expect(failureKind(error, status)).toBe(kind)
})

function rows<T>(data: T, count: number | null = null): PostgrestSingleResponse<T> {
  return { data, count, error: null, status: 200, statusText: 'OK', success: true }
}

test('refuses a change that affected no rows', () => {
  expect(mustChange(rows([]))).toMatchObject({ error: { code: '42501' } })
  expect(mustChange(rows([{ id: 1 }]))).toMatchObject({ error: null, data: [{ id: 1 }] })
})

test('returns the rows with the number of all of them', () => {
  expect(withTotal(rows([1, 2], 9))).toEqual({ data: { rows: [1, 2], total: 9 }, error: null })
})
