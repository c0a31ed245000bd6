import { RE2JS } from 're2js'
import { describe, expect, it } from 'vitest'

import { estimateRegexSize } from './regex-size.ts'

describe('the estimated size of a pattern', () => {
  it.each([
    ['abc', 3],
    ['a{1000}', 1_000],
    ['a{0,30}', 30],
    ['a{2,}', 3],
    ['(a{0,30}){0,30}', 930],
    ['((a{10}){10}){10}', 1_110],
    ['x(ab){3}y', 11],
    ['[a{9}]{4}', 4],
    [String.raw`\{9}{4}`, 6],
    ['(a{1000}', 1_000],
  ])('%s is %i', (pattern, size) => {
    expect(estimateRegexSize(pattern)).toBe(size)
  })

  it.each(['a{1000}'.repeat(28), '(a{0,30}){0,30}', 'a{0,1000}'.repeat(22), `(${'ab'.repeat(40)}){90}`])(
    'is at least a third of the compiled size for %s',
    (pattern) => {
      expect(3 * estimateRegexSize(pattern)).toBeGreaterThan(RE2JS.compile(pattern).programSize() - 10)
    },
  )
})
