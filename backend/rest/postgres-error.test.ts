import { expect, it } from 'vitest'

import { statusOf } from './postgres-error.ts'

it.each([
  ['23505', 409],
  ['23503', 409],
  ['23502', 400],
  ['22P02', 400],
  ['42P01', 404],
  ['42883', 404],
  ['25006', 405],
  ['25P02', 500],
  ['08006', 503],
  ['53300', 503],
  ['53400', 500],
  ['57014', 500],
  ['P0001', 400],
  ['P0002', 500],
  ['PT418', 418],
  ['28P01', 403],
  ['42P17', 500],
])('SQLSTATE %s is status %i', (sqlstate, status) => {
  expect(statusOf(sqlstate, true)).toBe(status)
})

it('answers 401 to anonymous callers and 403 to signed-in users', () => {
  expect([statusOf('42501', false), statusOf('42501', true)]).toEqual([401, 403])
})
