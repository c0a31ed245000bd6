import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { authRoutes } from '#backend/auth/auth-routes.ts'
import { unsupportedRoutes } from '#backend/auth/unsupported.ts'
import { startBackend, type Backend } from '#support/backend.ts'

/* The auth service's OpenAPI description matches the service. */

const description = JSON.parse(readFileSync(join(import.meta.dirname, '../../docs/auth.openapi.json'), 'utf8')) as {
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, { readonly responses: Readonly<Record<string, unknown>> }>>>
  >
}

const operations = Object.entries(description.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, { responses }]) => [method.toUpperCase(), path, responses] as const),
)

function byName(one: string, other: string): number {
  return one < other ? -1 : 1
}

let backend: Backend

beforeAll(async () => {
  backend = await startBackend()
})

afterAll(() => backend.close())

test('every call of the server is described, and no other', () => {
  const undescribed = new Set(unsupportedRoutes().routes.map(({ method, path }) => `${method} ${path}`))
  const answered = authRoutes(backend.backendServices)
    .routes.filter(({ method }) => method !== 'ALL')
    .map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`)
    .filter((call) => !undescribed.has(call))
  const described = operations.map(([method, path]) => `${method} ${path}`)
  expect([...new Set(answered)].toSorted(byName)).toEqual(described.toSorted(byName))
})

test.each(operations)('%s %s returns a described status', async (method, path, responses) => {
  const address = path.replaceAll(/\{\w+\}/g, '5a3d1e00-0000-4000-8000-00000000000f')
  for (const authorization of [null, `Bearer ${backend.services.config.serviceRoleKey}`, 'Bearer nonsense']) {
    const answer = await backend.app.request(`/auth/v1${address}`, {
      method,
      ...(method !== 'GET' && { body: '{}' }),
      headers: { 'x-supabase-api-version': '2024-01-01', ...(authorization !== null && { authorization }) },
    })
    expect(answer.headers.get('x-sb-error-code')).not.toBe('not_found')
    expect(Object.keys(responses)).toContain(String(answer.status))
  }
})
