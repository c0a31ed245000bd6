import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import type { AgentSessionTicket } from '#protocol/agent-events.ts'

import { TicketCache } from './ticket-cache.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

function openCache(...answers: readonly (string | null)[]) {
  let asked = 0
  const tickets = new TicketCache('demo', async () => {
    const answer = answers[asked] ?? null
    asked += 1
    return answer ?? ({ token: `t${asked}`, expiresInMs: 60_000 } as AgentSessionTicket)
  })
  return { tickets, asked: () => asked }
}

test('uses one ticket for the greeting and the start', async () => {
  const { tickets, asked } = openCache()
  const both = await Promise.all([tickets.take(), tickets.take()])
  expect(await tickets.take()).toBe(both[0])
  expect(both[1]).toBe(both[0])
  expect(asked()).toBe(1)
})

test('fetches another one once it was used or has expired', async () => {
  const { tickets } = openCache()
  expect(await tickets.take()).toMatchObject({ token: 't1' })
  tickets.spend()
  expect(await tickets.take()).toMatchObject({ token: 't2' })
  vi.advanceTimersByTime(51_000)
  expect(await tickets.take()).toMatchObject({ token: 't3' })
})

test('doesn’t cache a refusal', async () => {
  const { tickets } = openCache('Try again in a few minutes.')
  expect(await tickets.take()).toBe('Try again in a few minutes.')
  expect(await tickets.take()).toMatchObject({ token: 't2' })
})
