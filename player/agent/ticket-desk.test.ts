import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import type { AgentSessionTicket } from '#protocol/agent-events.ts'

import { TicketDesk } from './ticket-desk.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

function openDesk(...answers: readonly (string | null)[]) {
  let asked = 0
  const desk = new TicketDesk('demo', async () => {
    const answer = answers[asked] ?? null
    asked += 1
    return answer ?? ({ token: `t${asked}`, expiresInMs: 60_000 } as AgentSessionTicket)
  })
  return { desk, asked: () => asked }
}

test('uses one ticket for the greeting and the start', async () => {
  const { desk, asked } = openDesk()
  const both = await Promise.all([desk.take(), desk.take()])
  expect(await desk.take()).toBe(both[0])
  expect(both[1]).toBe(both[0])
  expect(asked()).toBe(1)
})

test('fetches another one once it was used or has expired', async () => {
  const { desk } = openDesk()
  expect(await desk.take()).toMatchObject({ token: 't1' })
  desk.spend()
  expect(await desk.take()).toMatchObject({ token: 't2' })
  vi.advanceTimersByTime(51_000)
  expect(await desk.take()).toMatchObject({ token: 't3' })
})

test('doesn’t cache a refusal', async () => {
  const { desk } = openDesk('Try again in a few minutes.')
  expect(await desk.take()).toBe('Try again in a few minutes.')
  expect(await desk.take()).toMatchObject({ token: 't2' })
})
