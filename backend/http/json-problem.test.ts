import { describe, expect, it } from 'vitest'

import { jsonProblem } from './json-problem.ts'
import { parseBoundedJson } from './parse-bounded-json.ts'

const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`

describe('the limits of JSON', () => {
  it.each([
    '1',
    '"[[[["',
    String.raw`"\"[\\"`,
    `{"a":"${'['.repeat(200)}"}`,
    nested(100),
    `[${'[],'.repeat(1000)}[]]`,
    '{"open":"',
    '-1.5e+300',
    '1'.repeat(1_000),
    `[${'123456789,'.repeat(1_000)}1]`,
    `"${'1'.repeat(10_000)}"`,
  ])('lets through %s', (text) => {
    expect(jsonProblem(text)).toBeNull()
  })

  it.each([
    [nested(101), 'is nested more than 100 levels deep'],
    ['{"a":'.repeat(101), 'is nested more than 100 levels deep'],
    [`["\\\\",${nested(101)}]`, 'is nested more than 100 levels deep'],
    [`[${'0,'.repeat(100_000)}0]`, 'holds more than 100000 values'],
    [`[${'{},'.repeat(50_001)}0]`, 'holds more than 100000 values'],
    [`[1,${'1'.repeat(1_001)}]`, 'holds a number of more than 1000 characters'],
    [`{"a":1.${'0'.repeat(1_000)}e5}`, 'holds a number of more than 1000 characters'],
  ])('refuses %.20s', (text, problem) => {
    expect(jsonProblem(text)).toBe(problem)
    expect(() => parseBoundedJson(text)).toThrow(SyntaxError)
  })

  it('scans ten megabytes of quotes and backslashes in one pass', () => {
    const text = `"${String.raw`\"`.repeat(5_000_000)}`
    expect(jsonProblem(text)).toBeNull()
  })

  it('parses what it accepts', () => {
    expect(parseBoundedJson('{"a":["\\"[", 1]}')).toEqual({ a: ['"[', 1] })
  })
})
