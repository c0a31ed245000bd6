import { expect, test } from 'vitest'

import { searchPattern } from './search-pattern.ts'

/*
 * These patterns match the same in JavaScript and PostgreSQL, because they use only classes, alternatives and escapes.
 */

test.each([
  ['muller', 'Zoë Müller', true],
  ['MÜLLER', 'Tom Muller', true],
  ['lukasz zolc', 'Łukasz Żółć', true],
  ["o'brien", 'Pat O’Brien', true],
  ['gross', 'Anna Groß', true],
  ['Groß', 'Anna GROSS', true],
  ['小明', '王小明', true],
  ['محمد', 'محمد عبد الله', true],
  ['a.b', 'a.b', true],
  ['a.b', 'axb', false],
  ['100% (net) [x] $1 a|b', '100% (net) [x] $1 a|b', true],
  ['a|b', 'b', false],
])('looking for %s in %s: %s', (typed, name, isFound) => {
  expect(new RegExp(searchPattern(typed) ?? 'none', 'i').test(name)).toBe(isFound)
})

test('searches very long text literally', () => {
  expect(searchPattern('a'.repeat(41))).toBeNull()
})
