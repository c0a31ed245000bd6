import { Hono } from 'hono'
import { expect, test } from 'vitest'

import { createClientAddress } from './client-address.ts'
import type { AppEnv } from './app-env.ts'

async function addressSeen(trusted: readonly string[], remoteAddress: string | undefined, forwarded?: string) {
  const app = new Hono<AppEnv>()
  const addressOf = createClientAddress(trusted)
  app.get('/', (context) => context.json(addressOf(context)))
  const request = new Request('http://x/', forwarded === undefined ? {} : { headers: { 'x-forwarded-for': forwarded } })
  return (
    await app.fetch(request, remoteAddress === undefined ? {} : { incoming: { socket: { remoteAddress } } })
  ).json()
}

test('trusts X-Forwarded-For from trusted proxies only', async () => {
  expect(await addressSeen([], '192.0.2.1', '203.0.113.9')).toBe('192.0.2.1')
  expect(await addressSeen(['10.0.0.0/8'], '192.0.2.1', '203.0.113.9')).toBe('192.0.2.1')
})

test("takes the nearest address that isn't a trusted proxy", async () => {
  expect(await addressSeen(['10.0.0.0/8'], '10.0.0.1', '203.0.113.9')).toBe('203.0.113.9')
  expect(await addressSeen(['10.0.0.0/8'], '10.0.0.1', '198.51.100.7, 203.0.113.9, 10.2.3.4')).toBe('203.0.113.9')
})

test('an IPv4 address in IPv6 form is the same visitor', async () => {
  expect(await addressSeen(['127.0.0.1'], '::ffff:127.0.0.1', '203.0.113.9')).toBe('203.0.113.9')
  expect(await addressSeen(['::1'], '::1', '2001:db8::1')).toBe('2001:db8::1')
})

test('handles invalid addresses from a trusted proxy', async () => {
  expect(await addressSeen(['127.0.0.1'], '127.0.0.1', 'unknown')).toBe('unknown')
  expect(await addressSeen(['127.0.0.1'], '127.0.0.1')).toBe('127.0.0.1')
})

test('in-process calls have no address', async () => {
  expect(await addressSeen([], undefined)).toBeNull()
})
