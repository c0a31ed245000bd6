import { expect, test } from 'vitest'

import type { ModelBudgets } from '#domain/model-providers.ts'

import { createNetworkShares } from './network-shares.ts'

const limits = { daily_tokens_max: 4_000, daily_budget_cents: null, daily_turns_max: null } as ModelBudgets
const call = { tokensIn: 300, tokensOut: 200, microCents: 0 }
const visitor = (network: string) => ({ workspaceId: 'northwind', network })

test('leaves most of a day’s budget to other networks', () => {
  const shares = createNetworkShares(() => 0)
  expect(shares.take(visitor('81.2.69.142'), call, limits)).not.toBeNull()
  expect(shares.take(visitor('81.2.69.142'), call, limits)).not.toBeNull()
  expect(shares.take(visitor('81.2.69.142'), call, limits)).toBeNull()
  expect(shares.take(visitor('93.184.216.34'), call, limits)).not.toBeNull()
  expect(shares.take({ ...visitor('81.2.69.142'), workspaceId: 'other' }, call, limits)).not.toBeNull()
})

test('counts the networks of one customer together', () => {
  const shares = createNetworkShares(() => 0)
  const taken = ['2a00:1450:1:1::1', '2a00:1450:1:2::1', '2a00:1450:1:3::1'].map((address) =>
    shares.take(visitor(address), call, limits),
  )
  expect(taken.map((each) => each !== null)).toEqual([true, true, false])
})

test('counts what was used, and resets every day', () => {
  let now = Date.parse('2026-11-27T10:00:00Z')
  const shares = createNetworkShares(() => now)
  for (let count = 0; count < 9; count += 1) {
    const taken = shares.take(visitor('81.2.69.142'), call, limits)
    taken?.settle({ tokensIn: 50, tokensOut: 50, microCents: 0 })
    // The sixth call reserves 500 while 500 are used.
    expect(taken === null).toBe(count >= 6)
  }
  now += 24 * 3_600_000
  expect(shares.take(visitor('81.2.69.142'), call, limits)).not.toBeNull()
})

test('counts nothing of addresses that a proxy gives to everybody', () => {
  const shares = createNetworkShares(() => 0)
  for (const address of ['127.0.0.1', '10.0.0.7', '::1', 'fd00::5', ''])
    for (let count = 0; count < 5; count += 1) expect(shares.take(visitor(address), call, limits)).not.toBeNull()
})

test('bounds turns and money as well, and nothing without limits', () => {
  const shares = createNetworkShares(() => 0)
  const money = { ...call, microCents: 30_000_000 }
  expect(shares.take(visitor('81.2.69.142'), money, { ...limits, daily_budget_cents: 100 })).toBeNull()
  expect(shares.take(visitor('81.2.69.142'), call, { ...limits, daily_turns_max: 3 })).toBeNull()
  const none = { ...limits, daily_tokens_max: null }
  for (let count = 0; count < 100; count += 1) {
    expect(shares.take(visitor('81.2.69.142'), call, none)).not.toBeNull()
  }
})
