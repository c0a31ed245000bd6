import { afterAll, beforeAll, expect, test } from 'vitest'

import { createEmptyDatabase, type EmptyDatabase } from '#support/empty-database.ts'
import { openTestFiles, type TestFiles } from '#support/test-files.ts'

import { runFileKills } from '../kills/file-kills.ts'
import { openKillableServer, type KillableServer } from '../kills/killable-server.ts'
import { runUploadKills } from '../kills/upload-kills.ts'

/* Short runs of "npm run prove -- storage-kills" and "npm run prove -- tus", which take any number of kills. */

let database: EmptyDatabase
let files: TestFiles
let server: KillableServer

beforeAll(async () => {
  database = await createEmptyDatabase()
  files = await openTestFiles()
  server = await openKillableServer({ ...database.env, ...files.env })
})

afterAll(async () => {
  await server.close()
  await files.close()
  await database.remove()
})

test('a kill loses no acknowledged file, and damages none', async () => {
  const outcomes = await runFileKills(server, { seed: 20_261_121, from: 0, rounds: 1, bytesMax: 8_000_000 })
  expect(outcomes.flatMap(({ faults }) => faults)).toEqual([])
  expect(outcomes.every(({ acknowledged }) => acknowledged > 0)).toBe(true)
})

test('a resumable upload continues from the disk after a kill, and arrives whole', async () => {
  const part = 6 * 1024 * 1024
  const outcome = await runUploadKills(server, { bytes: 2 * part + 4_000_000, kills: 1 })
  expect(outcome).toMatchObject({ kills: 1, isWhole: true })
  expect(outcome.resumedAt.at(-1)).toBeGreaterThanOrEqual(part)
})
