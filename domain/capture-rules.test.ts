import { expect, test } from 'vitest'

import { cpuMs } from '#support/cpu-time.ts'
import { hidesOn, readCaptureRules, ruleMatches, ruleProblem } from './capture-rules.ts'

function found(value: string, text: string): readonly string[] {
  return ruleMatches({ value }, text).map(({ start, end }) => text.slice(start, end))
}

test.each([
  ['ACME-####', 'Contract ACME-1234 of acme-99', ['ACME-1234']],
  ['Ada  Lovelace', 'By ada lovelace today', ['ada lovelace']],
  ['cust_*', 'id cust_Xy12 next', ['cust_Xy12']],
  ['a.b+c', 'aXb+c a.b+c', ['a.b+c']],
  ['*@acme.com', 'to ada@acme.com now', ['ada@acme.com']],
])('%s hides words in “%s”', (value, text, words) => {
  expect(found(value, text)).toEqual(words)
})

test('hides on a host and the hosts below it', () => {
  const rule = { kind: 'text', value: 'secret', site: 'example.com' } as const
  expect(['example.com', 'app.example.com', 'badexample.com'].map((host) => hidesOn(rule, host))).toEqual([
    true,
    true,
    false,
  ])
  expect(hidesOn({ ...rule, site: '' }, 'anything.test')).toBe(true)
})

test('refuses rules that would hide everything, or be slow', () => {
  const rule = { kind: 'text', value: '**', site: '' } as const
  expect(ruleProblem(rule)).toMatch(/two letters/)
  expect(ruleProblem({ ...rule, value: 'a*b*c*d' })).toMatch(/stars/)
  expect(ruleProblem({ ...rule, value: 'abc', site: 'https://x.com' })).toMatch(/host/)
  expect(readCaptureRules([{ kind: 'text', value: '*' }, { kind: 'code', value: 'abc' }, null])).toEqual([])
})

test('stays fast on hostile texts', () => {
  expect(cpuMs(() => found('a*a*ab', 'a'.repeat(2_000)))).toBeLessThan(1_500)
})
