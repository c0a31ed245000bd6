import { expect, test } from 'vitest'

import { absentDatabase } from '#server/backend-access/absent-backend.ts'

import { createKeyFinder, isWorkspaceKey } from './workspace-keys.ts'

test('limits a key to 600 requests a minute, whatever other keys do', async () => {
  let nowMs = 0
  const claims = { role: 'authenticated' }
  const holder = { claims, isReadOnly: false }
  const find = createKeyFinder({
    database: { ...absentDatabase(), transaction: () => Promise.resolve([{ rows: [{ claims }], rowCount: 1 }]) },
    now: () => nowMs,
  })
  for (let use = 0; use < 600; use += 1) expect(await find('usk_one', null)).toEqual(holder)
  expect(await find('usk_one', null)).toBe('too-many')
  expect(await find('usk_two', null)).toEqual(holder)
  nowMs = 60_000
  expect(await find('usk_one', null)).toEqual(holder)
})

test('refuses a network that guesses keys before asking the database', async () => {
  let asked = 0
  const database = {
    ...absentDatabase(),
    transaction: () => {
      asked += 1
      return Promise.resolve([{ rows: [{ claims: null }], rowCount: 1 }])
    },
  }
  const find = createKeyFinder({ database, now: () => 0 })
  for (let use = 0; use < 2_500; use += 1) await find(`usk_${use}`, `2001:db8::${use.toString(16)}`)
  expect(asked).toBe(2_400)
  expect(await find('usk_other', '203.0.113.9')).toBe('unknown')
})

test.each([
  [`usk_${'a'.repeat(43)}`, true],
  [`usk_${'a'.repeat(42)}`, false],
  [`usk_${'a'.repeat(43)} `, false],
  ['eyJhbGciOiJIUzI1NiJ9.e30.x', false],
])('%s is a key: %s', (text, isKey) => {
  expect(isWorkspaceKey(text)).toBe(isKey)
})
