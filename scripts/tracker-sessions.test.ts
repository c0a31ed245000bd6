import { expect, test } from 'vitest'

import { runSessions } from '../tests/tracker-sessions/run-sessions.ts'

/* A slice of "npm run prove -- tracker-sessions", with a server that remembers what it was sent. */

test('the tracker delivers what it owes, each event once, and retries to the letter', async () => {
  const stored = new Set<string>()
  const { owed, missing, faults, made } = await runSessions({
    sessions: 150,
    seed: 3,
    deliver: (body) => {
      const events = [JSON.parse(body) as { readonly id: string } | readonly { readonly id: string }[]].flat()
      for (const { id } of events) stored.add(id)
      return Promise.resolve(201)
    },
  })
  expect(faults).toEqual([])
  expect(made).toBeGreaterThan(1_000)
  expect(stored.size).toBeLessThanOrEqual(made)
  expect(missing).toBeLessThanOrEqual(owed / 1_000)
})
