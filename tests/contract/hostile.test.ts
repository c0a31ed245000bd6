import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { startPostgresCluster, type PostgresCluster } from '#support/postgres-cluster.ts'

import { attacks } from '../hostile/attacks.ts'
import { runHostile } from '../hostile/run-hostile.ts'

/* A short run of "npm run prove -- hostile": each kind of attack once. */

let cluster: PostgresCluster | null = null

beforeAll(async () => {
  if (process.env['TEST_DATABASE'] === 'postgres') cluster = await startPostgresCluster()
})
afterAll(() => cluster?.stop())

describe('a hostile stranger', { timeout: 240_000 }, () => {
  test('causes no failed request for others, and no memory leak', async () => {
    const outcome = await runHostile({
      databaseUrl: cluster?.urlOf('postgres') ?? null,
      tries: Object.keys(attacks).length,
      seed: 20_261_122,
      calmSeconds: 3,
      memorySeconds: 60,
    })
    expect(outcome.disturbed.filter(({ problem }) => problem !== null)).toEqual([])
    expect(outcome.disturbed.length).toBeGreaterThan(50)
    expect(outcome.memoryBackAfterMs).not.toBeNull()
    expect([...outcome.kinds.keys()].toSorted()).toEqual(Object.keys(attacks).toSorted())
  })
})
