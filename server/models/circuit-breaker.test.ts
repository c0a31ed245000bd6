import { expect, test } from 'vitest'

import { createCircuitBreaker } from './circuit-breaker.ts'

function breakerAt() {
  const clock = { now: 1_000_000 }
  return { clock, breaker: createCircuitBreaker(() => clock.now) }
}

test('opens for a minute after three failures within 30 s', () => {
  const { clock, breaker } = breakerAt()
  breaker.fail('a')
  breaker.fail('a')
  expect(breaker.isOpen('a')).toBe(false)
  breaker.fail('a')
  expect(breaker.isOpen('a')).toBe(true)
  expect(breaker.isOpen('b')).toBe(false)
  clock.now += 60_000
  expect(breaker.isOpen('a')).toBe(false)
})

test('pauses calls for as long as the provider asks, at most five minutes', () => {
  const { clock, breaker } = breakerAt()
  breaker.fail('a', 20_000)
  expect(breaker.isOpen('a')).toBe(true)
  clock.now += 20_000
  expect(breaker.isOpen('a')).toBe(false)
  breaker.fail('a', 86_400_000)
  clock.now += 299_999
  expect(breaker.isOpen('a')).toBe(true)
  clock.now += 1
  expect(breaker.isOpen('a')).toBe(false)
})

test('stays closed when failures are spread out', () => {
  const { clock, breaker } = breakerAt()
  for (let failures = 0; failures < 6; failures += 1) {
    breaker.fail('a')
    clock.now += 16_000
  }
  expect(breaker.isOpen('a')).toBe(false)
})

test('opens again at the first failure after the pause, and closes at a success', () => {
  const { clock, breaker } = breakerAt()
  for (let failures = 0; failures < 3; failures += 1) breaker.fail('a')
  clock.now += 60_001
  breaker.fail('a')
  expect(breaker.isOpen('a')).toBe(true)
  clock.now += 60_001
  breaker.succeed('a')
  breaker.fail('a')
  expect(breaker.isOpen('a')).toBe(false)
})
