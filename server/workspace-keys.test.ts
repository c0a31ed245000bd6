import { expect, test } from 'vitest'

import { absentDatabase } from './hosted-backend.ts'
import { createKeyFinder, isWorkspaceKey } from './workspace-keys.ts'

test('a key is asked 600 times a minute at most, whatever others do', async () => {
  let nowMs = 0
  const claims = { role: 'authenticated' }
  const find = createKeyFinder({
    database: { ...absentDatabase(), transaction: () => Promise.resolve([{ rows: [{ claims }], rowCount: 1 }]) },
    now: () => nowMs,
  })
  for (let use = 0; use < 600; use += 1) expect(await find('usk_one')).toEqual(claims)
  expect(await find('usk_one')).toBe('too-many')
  expect(await find('usk_two')).toEqual(claims)
  nowMs = 60_000
  expect(await find('usk_one')).toEqual(claims)
})

test.each([
  [`usk_${'a'.repeat(43)}`, true],
  [`usk_${'a'.repeat(42)}`, false],
  [`usk_${'a'.repeat(43)} `, false],
  ['eyJhbGciOiJIUzI1NiJ9.e30.x', false],
])('%s is a key: %s', (text, isKey) => {
  expect(isWorkspaceKey(text)).toBe(isKey)
})
