import { expect, test } from 'vitest'

import { createRateLimit } from './rate-limit.ts'

function limitWithClock(burst: number, refillMs: number) {
  let at = 0
  const limit = createRateLimit({ burst, refillMs, now: () => at })
  return { take: limit.take, pass: (ms: number) => (at += ms) }
}

test('allows a burst, then the refill rate', () => {
  const { take, pass } = limitWithClock(3, 3_000)
  expect([take('a'), take('a'), take('a'), take('a')]).toEqual([true, true, true, false])
  pass(999)
  expect(take('a')).toBe(false)
  pass(1)
  expect([take('a'), take('a')]).toEqual([true, false])
})

test("a clock set back doesn't lock anyone out", () => {
  const { take, pass } = limitWithClock(2, 1_000)
  take('a')
  pass(-3_600_000)
  expect([take('a'), take('a')]).toEqual([true, false])
  pass(500)
  expect(take('a')).toBe(true)
})

test('counts keys separately', () => {
  const { take } = limitWithClock(1, 1_000)
  expect([take('a'), take('b'), take('a')]).toEqual([true, true, false])
})

test('a bucket never exceeds its burst', () => {
  const { take, pass } = limitWithClock(2, 1_000)
  take('a')
  pass(60_000)
  expect([take('a'), take('a'), take('a')]).toEqual([true, true, false])
})

test("a flood of other keys doesn't refill a busy one", () => {
  const { take } = limitWithClock(1, 1_000)
  take('busy')
  for (let index = 0; index < 49_999; index += 1) take(`flood ${index}`)
  expect(take('busy')).toBe(false)
})
