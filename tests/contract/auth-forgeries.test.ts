import { afterAll, beforeAll, expect, test } from 'vitest'

import type { Database } from '#backend/database/database.ts'
import { openTestDatabase } from '#support/test-database.ts'

import { openAuthProof, type AuthProof, type Verdict } from '../auth-forgeries/open-auth-proof.ts'

/* A short run of "npm run prove -- auth", which tries any number of forgeries. */

const tries = 240
const seed = 20_261_121

let database: Database
let proof: AuthProof

beforeAll(async () => {
  database = await openTestDatabase()
  proof = await openAuthProof(database)
})

afterAll(async () => {
  await proof.close()
  await database.close()
})

test('accepts genuine and allowed input', async () => {
  expect(await proof.tryGenuine()).toEqual({ token: 200, redirect: 303, link: 200, assertion: 303 })
})

test(`refuses ${tries} forged tokens, redirects, links and assertions`, async () => {
  const verdicts: Verdict[] = []
  for (let index = 0; index < tries; index += 1) verdicts.push(await proof.judge(seed, index))
  expect(verdicts.filter(({ failure }) => failure !== null)).toEqual([])
  expect(verdicts.filter(({ isSkipped }) => isSkipped !== true).length).toBeGreaterThan(tries * 0.9)
})
