import { afterEach, expect, test, vi } from 'vitest'

import { newsSince, sinceText } from './last-visit.ts'

const monday = new Date('2026-11-23T09:00:00Z')
const hours = (count: number) => new Date(monday.getTime() + count * 3_600_000)

afterEach(() => vi.unstubAllGlobals())

function startStorage(): void {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  })
}

test('shows the news of 28 days at first, then since the last visit', () => {
  startStorage()
  expect(newsSince('a', monday)).toBe(hours(-28 * 24).toISOString())
  expect(newsSince('a', hours(1))).toBe(hours(1 - 28 * 24).toISOString())
  expect(newsSince('a', hours(20))).toBe(hours(1).toISOString())
  expect(newsSince('a', hours(21))).toBe(hours(1).toISOString())
  expect(newsSince('b', hours(21))).toBe(hours(21 - 28 * 24).toISOString())
})

test('shows at most 28 days', () => {
  startStorage()
  newsSince('a', monday)
  expect(newsSince('a', hours(90 * 24))).toBe(hours(62 * 24).toISOString())
})

test.each([
  [-28 * 24, 'in 28 days'],
  [-2, 'today'],
  [-3 * 24, 'since Friday'],
  [-20 * 24, 'since Nov 3'],
])('%i hours ago is %j', (age, text) => {
  expect(sinceText(hours(age).toISOString(), monday)).toBe(text)
})
