import { expect, test } from 'vitest'

import { runTrackingKills } from '../kills/tracking-rounds.ts'

/* A short run of "npm run prove -- tracking-kills". */

test('a kill under load loses no acknowledged event and counts none twice', async () => {
  const database = process.env['TEST_DATABASE'] === 'postgres' ? 'postgres' : 'pglite'
  const outcomes = await runTrackingKills({ database, seed: 7, rounds: 2 })
  expect(outcomes.flatMap(({ faults }) => faults)).toEqual([])
  expect(outcomes.every(({ acknowledged }) => acknowledged > 0)).toBe(true)
}, 180_000)
