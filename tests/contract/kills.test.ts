import { expect, test } from 'vitest'

import { runKills } from '../kills/kill-rounds.ts'

/* A short run of "npm run prove -- kills", which takes any number of rounds. */

test('a kill at any moment loses nothing acknowledged and leaves nothing half-written', async () => {
  const database = process.env['TEST_DATABASE'] === 'postgres' ? 'postgres' : 'pglite'
  const outcomes = await runKills({ database, seed: 20_261_121, from: 0, rounds: 2 })
  expect(outcomes.flatMap(({ faults }) => faults)).toEqual([])
  expect(outcomes.every(({ acknowledged }) => acknowledged > 0)).toBe(true)
}, 180_000)
