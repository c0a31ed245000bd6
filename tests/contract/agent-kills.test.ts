import { expect, test } from 'vitest'

import { runAgentKills } from '../kills/agent-rounds.ts'

/* A short run of "npm run prove -- agent-kills". */

test('a kill loses no answer a visitor saw, and duplicates none', async () => {
  const database = process.env['TEST_DATABASE'] === 'postgres' ? 'postgres' : 'pglite'
  const outcomes = await runAgentKills({ database, seed: 9, rounds: 4 })
  expect(outcomes.flatMap(({ faults }) => faults)).toEqual([])
  expect(outcomes.every(({ shown }) => shown > 0)).toBe(true)
}, 180_000)
