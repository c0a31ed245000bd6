import { expect, test } from 'vitest'

import { statementName } from './statement-names.ts'

test('names a statement from its second use on, for each role, unless it is very long', () => {
  const text = 'select a name for this'
  expect(statementName(text, 'anon')).toBeNull()
  const name = statementName(text, 'anon')
  expect(name).toHaveLength(32)
  expect(statementName(text, 'anon')).toBe(name)
  expect(statementName(text, 'authenticated')).toBeNull()
  const long = `select '${'x'.repeat(20_000)}'`
  for (let times = 0; times < 3; times += 1) expect(statementName(long, 'anon')).toBeNull()
})
