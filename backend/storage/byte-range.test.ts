import { expect, test } from 'vitest'

import { parseByteRange } from './byte-range.ts'

test.each([
  ['bytes=0-0', { start: 0, end: 0 }],
  ['bytes=2-5', { start: 2, end: 5 }],
  ['bytes=5-', { start: 5, end: 9 }],
  ['bytes=-3', { start: 7, end: 9 }],
  ['bytes=-300', { start: 0, end: 9 }],
  ['bytes=5-300', { start: 5, end: 9 }],
  ['bytes=10-', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=5-2', null],
  ['bytes=-', null],
  ['bytes=1-2,4-5', null],
  ['items=1-2', null],
])('%s of ten bytes', (header, expected) => {
  expect(parseByteRange(header, 10)).toEqual(expected)
})

test('an empty file has no satisfiable range', () => {
  expect(parseByteRange('bytes=0-', 0)).toBe('unsatisfiable')
})
