import { expect, test } from 'vitest'

import { EchoPolicy } from './echo-policy.ts'

function heard(policy: EchoPolicy, db: number, levels: number): void {
  for (let index = 0; index < levels; index += 1) policy.level(db)
}

test("uses full duplex if the microphone doesn't pick up the agent", () => {
  const policy = new EchoPolicy()
  heard(policy, -60, 100)
  policy.sentenceStarted(true)
  expect(policy.minimumDb).toBe(Number.POSITIVE_INFINITY)
  heard(policy, -56, 50)
  expect(policy.duplex).toBe('full')
  expect(policy.minimumDb).toBeNull()
})

test('uses half duplex if it does, when only a voice 14 dB louder counts', () => {
  const policy = new EchoPolicy()
  heard(policy, -60, 100)
  policy.sentenceStarted(true)
  heard(policy, -40, 60)
  expect(policy.duplex).toBe('half')
  expect(policy.minimumDb).toBe(-26)
  policy.silent()
  expect(policy.minimumDb).toBeNull()
})

test('never uses full duplex with the browser’s own voice', () => {
  const policy = new EchoPolicy()
  heard(policy, -60, 100)
  policy.sentenceStarted(false)
  heard(policy, -60, 500)
  expect(policy.duplex).toBe('half')
})

test('repeats the test if the visitor spoke during it', () => {
  const policy = new EchoPolicy()
  heard(policy, -60, 100)
  policy.sentenceStarted(true)
  heard(policy, -20, 50)
  policy.sentenceStarted(true)
  heard(policy, -58, 50)
  expect(policy.duplex).toBe('full')
})

test('returns to half duplex after repeated false alarms', () => {
  const policy = new EchoPolicy()
  heard(policy, -60, 100)
  policy.sentenceStarted(true)
  heard(policy, -60, 50)
  policy.falseAlarm()
  policy.falseAlarm()
  expect(policy.duplex).toBe('full')
  policy.falseAlarm()
  policy.sentenceStarted(true)
  heard(policy, -60, 500)
  expect(policy.duplex).toBe('half')
})

test('tests again when a device changed, and not after it heard itself', () => {
  const policy = new EchoPolicy()
  heard(policy, -60, 100)
  policy.sentenceStarted(true)
  heard(policy, -60, 50)
  policy.deviceChanged()
  expect(policy.duplex).toBe('half')
  policy.silent()
  heard(policy, -60, 100)
  policy.sentenceStarted(true)
  heard(policy, -30, 50)
  expect(policy.duplex).toBe('half')
  policy.sentenceStarted(true)
  heard(policy, -60, 50)
  expect(policy.duplex).toBe('full')
  policy.heardItself()
  policy.sentenceStarted(true)
  heard(policy, -60, 500)
  expect(policy.duplex).toBe('half')
})

test('falls back to half duplex with the browser’s voice', () => {
  const policy = new EchoPolicy()
  heard(policy, -60, 100)
  policy.sentenceStarted(true)
  heard(policy, -60, 50)
  policy.sentenceStarted(false)
  expect(policy.duplex).toBe('half')
})
