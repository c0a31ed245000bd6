import { describe, expect, it } from 'vitest'

import { compileLike } from './like-pattern.ts'

describe('a LIKE pattern', () => {
  it.each([
    ['', '', true],
    ['', 'a', false],
    ['%', '', true],
    ['%', 'anything', true],
    ['beta', 'beta', true],
    ['beta', 'betas', false],
    ['%eta', 'beta', true],
    ['be%', 'beta', true],
    ['b_ta', 'beta', true],
    ['b_ta', 'bta', false],
    ['_', '🙂', true],
    ['_%_', 'a', false],
    ['_%_', 'ab', true],
    ['%a%b%', 'xxbaxxb', true],
    ['%a%b%', 'xxba', false],
    ['%ab', 'aab', true],
    ['%a_c%d', 'abcacxabbcxd', true],
    [String.raw`100\%`, '100%', true],
    [String.raw`100\%`, '1000', false],
    [String.raw`a\_b`, 'axb', false],
    [`%${'ab'.repeat(90)}c`, `${'ab'.repeat(200)}c`, true],
    [`%${'ab'.repeat(90)}c`, `${'ab'.repeat(200)}d`, false],
    [`${'a'.repeat(31)}b`, `${'a'.repeat(31)}b`, true],
    ['_'.repeat(62), 'é'.repeat(62), true],
    ['_'.repeat(62), 'é'.repeat(61), false],
    ['%line%', 'two\nlines', true],
  ])('%j on %j: %s', (pattern, text, expected) => {
    expect(compileLike(pattern).test(text)).toBe(expected)
  })

  it('agrees with a regular expression on random patterns', () => {
    const letters = ['a', 'b', '%', '_']
    let seed = 7
    const next = (below: number) => {
      seed = (seed * 48_271) % 2_147_483_647
      return seed % below
    }
    const word = (length: number, from: number) =>
      Array.from({ length: next(length) }, () => letters[next(from)]).join('')
    for (let round = 0; round < 3_000; round += 1) {
      const pattern = word(8, 4)
      const text = word(12, 2)
      const expected = new RegExp(`^${pattern.replaceAll('%', '.*').replaceAll('_', '.')}$`).test(text)
      expect([pattern, text, compileLike(pattern).test(text)]).toEqual([pattern, text, expected])
    }
  })

  it('needs at most seven numbers per letter of a text', () => {
    expect(compileLike('a'.repeat(200)).words).toBe(7)
  })
})
