import { expect, test } from 'vitest'

import { createVolumeLimit, retryTime } from './volume-limit.ts'

const office = '203.0.113.7'

function openLimit() {
  let nowMs = 0
  const limit = createVolumeLimit({ accountBytes: 1_000, networkBytes: 2_000, now: () => nowMs })
  return { ...limit, passHours: (hours: number) => (nowMs += hours * 3_600_000) }
}

test('anonymous callers of a network use up nothing of its accounts', () => {
  const { take } = openLimit()
  expect(take({ address: office, account: null }, 1_000)).toBe(0)
  expect(take({ address: office, account: null }, 1)).toBeGreaterThan(0)
  expect(take({ address: office, account: 'ada' }, 1_000)).toBe(0)
})

test('an account uses up half of its network, wherever it is', () => {
  const { take } = openLimit()
  expect(take({ address: office, account: 'stranger' }, 1_000)).toBe(0)
  expect(take({ address: office, account: 'stranger' }, 1)).toBeGreaterThan(0)
  expect(take({ address: '198.51.100.1', account: 'stranger' }, 1)).toBeGreaterThan(0)
  expect(take({ address: office, account: 'ada' }, 1_000)).toBe(0)
  expect(take({ address: office, account: 'grace' }, 1)).toBeGreaterThan(0)
  expect(take({ address: '198.51.100.1', account: 'grace' }, 1_000)).toBe(0)
})

test('a refused body does not count, and is accepted after the time to wait', () => {
  const { take, wait, passHours } = openLimit()
  const ada = { address: '2001:db8:1:2::3', account: 'ada' }
  expect(take(ada, 900)).toBe(0)
  expect(take(ada, 600)).toBe(12 * 3_600_000)
  passHours(12)
  expect(wait(ada, 600)).toBe(0)
  expect(take(ada, 600)).toBe(0)
})

test('says when to try again', () => {
  expect(retryTime(80)).toEqual({ seconds: 1, words: 'in a minute' })
  expect(retryTime(61_000)).toEqual({ seconds: 61, words: 'in 2 minutes' })
})
