import { expect, test } from 'vitest'

import { createNetworkLimit } from './network-limit.ts'

function limitOf(burst: number) {
  return createNetworkLimit({ burst, refillMs: 60_000, now: () => 0 })
}

test('all addresses of a /64 share one budget', () => {
  const limit = limitOf(3)
  const taken = Array.from({ length: 60 }, (_, index) => limit.take(`2001:db8:1:2::${index.toString(16)}`))
  expect(taken.filter(Boolean)).toHaveLength(3)
  expect(limit.take('2001:db8:1:3::1')).toBe(true)
})

test('all networks of a /48 share sixteen budgets', () => {
  const limit = limitOf(3)
  const taken = Array.from({ length: 60_000 }, (_, index) => limit.take(`2001:db8:1:${index.toString(16)}::1`))
  expect(taken.filter(Boolean)).toHaveLength(48)
  expect(limit.take('2001:db8:2::1')).toBe(true)
})

test("rotating in an exhausted /48 doesn't evict others' counts", () => {
  const limit = limitOf(1)
  limit.take('203.0.113.9')
  for (let index = 0; index < 60_000; index += 1) limit.take(`2001:db8:1:${index.toString(16)}::1`)
  expect(limit.take('203.0.113.9')).toBe(false)
})

test("a refused network uses none of its neighbours' budget", () => {
  const limit = limitOf(2)
  for (let index = 0; index < 1_000; index += 1) limit.take('2001:db8:1:2::1')
  expect(limit.take('2001:db8:1:3::1')).toBe(true)
})

test('an IPv4 address and its IPv6 form are one network', () => {
  const limit = limitOf(1)
  expect([limit.take('203.0.113.9'), limit.take('::ffff:203.0.113.9'), limit.take('::ffff:cb00:7109')]).toEqual([
    true,
    false,
    false,
  ])
})

test('counts each subject separately', () => {
  const limit = limitOf(1)
  expect([limit.take('203.0.113.9', 'a'), limit.take('203.0.113.9', 'b'), limit.take('203.0.113.9', 'a')]).toEqual([
    true,
    true,
    false,
  ])
})
