import { describe, expect, it } from 'vitest'

import { patternListProblem, patternProblem } from './pattern-cost.ts'

describe('the cost of a pattern', () => {
  it.each([
    '',
    '^abc$',
    'a+b*c?',
    '[]a]{1,9}',
    '[^]a-z[]+',
    String.raw`[\]\w]{2}`,
    String.raw`^\d{4}-\d{2}-\d{2}T`,
    '(a|b|c){3}',
    '(?:one|two)+',
    'x{255}',
    'a{,3}',
    'a{b}',
    'red|green'.repeat(20),
    ')(',
    '((((',
  ])('allows %s', (pattern) => {
    expect(patternProblem(pattern) ?? 'closes').toMatch(/^closes/)
  })

  it.each([
    '(x{0,255}y{0,255}){0,255}',
    '((a{1,30}){1,30}){1,30}',
    'a{999999999}',
    '(a?){254}',
    String.raw`(a)\1`,
    String.raw`(a)[b]\9`,
    'a(?!b)',
    '(?i)a',
    '***=a',
    '[[=a=]]',
    '[a',
    '(^a|b$){20}',
    `${'('.repeat(22)}a`,
    '[ä-ü]'.repeat(50),
  ])('refuses %s', (pattern) => {
    expect(patternProblem(pattern)).not.toBeNull()
  })

  it('counts a bound after a bracket or escape', () => {
    const bomb = '(x{0,99}){0,99}'
    for (const before of [
      '[]]',
      '[^]]',
      String.raw`[\]]`,
      String.raw`\[`,
      String.raw`\(`,
      String.raw`\\`,
      '[[:alpha:]]',
      '[(]',
    ]) {
      expect(patternProblem(before + bomb)).not.toBeNull()
    }
  })

  it('adds up the costs of a list', () => {
    expect(patternListProblem('{a,b}')).toBeNull()
    expect(patternListProblem('{"^a{2}","b,c"}')).toBeNull()
    expect(patternListProblem(`{${'"x{0,100}",'.repeat(10)}a}`)).not.toBeNull()
    expect(patternListProblem(String.raw`{"a","(b)\\1"}`)).not.toBeNull()
    expect(patternListProblem('{{"(x{0,99}){0,99}"}}')).not.toBeNull()
    expect(patternListProblem(String.raw`{\(x\{0\,99\}\)\{0\,99\}}`)).not.toBeNull()
  })
})
