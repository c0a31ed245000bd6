import { expect, test } from 'vitest'

import { statementTimeoutMs } from './statement-timeout.ts'

test.each([
  ['250', 250],
  ['3s', 3000],
  ['2min', 120_000],
  ['500us', 1],
  ['0', null],
  ['soon', null],
])('%s is %o ms', (value, expected) => {
  const settings = [
    ['statement_timeout', '1h'],
    ['work_mem', '8MB'],
    ['statement_timeout', value],
  ] as const
  expect(statementTimeoutMs(settings)).toBe(expected)
})

test('is null without a timeout', () => {
  expect(statementTimeoutMs([['work_mem', '8MB']])).toBeNull()
})
