import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { Database } from '#backend/database/database.ts'
import { openTestDatabase } from '#support/test-database.ts'

import { openFuzzWorld, type FuzzWorld } from '../fuzz/fuzz-world.ts'
import { targets, fuzzStep, type Target } from '../fuzz/run-fuzz.ts'

const steps = 400
const seed = 20_261_121

/* A short run of "npm run prove -- fuzz", which takes any number of steps. */
describe('every endpoint', () => {
  let database: Database
  let world: FuzzWorld

  beforeAll(async () => {
    database = await openTestDatabase()
    world = await openFuzzWorld(database)
  })

  afterAll(async () => {
    await world?.close()
    await database?.close()
  })

  it(`survives ${steps} malformed requests, and leaks no one’s data`, async () => {
    const failures: string[] = []
    const tried = new Set<Target>()
    for (let index = 0; index < steps; index += 1) {
      const { target, failure } = await fuzzStep(world, seed, index)
      tried.add(target)
      if (failure !== null) failures.push(`#${index} ${target}: ${failure}`)
    }
    expect(failures).toEqual([])
    expect([...tried].toSorted()).toEqual([...targets].toSorted())
  })

  it('would notice: the owner sees the marks that are hidden from others', async () => {
    const { token, mark } = world.authors.ada
    const ask = (headers: Readonly<Record<string, string>>) =>
      world.app.fetch(new Request('http://understudy.test/rest/v1/demos?select=name', { headers }))
    expect(await (await ask({ authorization: `Bearer ${token}` })).text()).toContain(mark)
    expect(await (await ask({ apikey: world.anonKey })).text()).not.toContain(mark)
  })
})
