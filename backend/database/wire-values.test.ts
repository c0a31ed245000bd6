import { describe, expect, it } from 'vitest'

import { parserFor, toParameter } from './wire-values.ts'

describe('parameters', () => {
  it.each([
    [null, null],
    [undefined, null],
    [true, 'true'],
    [12.5, '12.5'],
    ['it\'s "so"', 'it\'s "so"'],
    [new Uint8Array([0, 255]), '\\x00ff'],
    [['a', 'b,c', 'd"e', 'f\\g', null], '{"a","b,c","d\\"e","f\\\\g",NULL}'],
    [
      [
        [1, 2],
        [3, 4],
      ],
      '{{1,2},{3,4}}',
    ],
    [[], '{}'],
    [{ a: 1 }, '{"a":1}'],
  ])('sends %o as %o', (value, text) => {
    expect(toParameter(value)).toBe(text)
  })
})

describe('results', () => {
  it.each([
    [16, 't', true],
    [16, 'f', false],
    [20, '4750', 4750],
    [701, 'NaN', Number.NaN],
    [3802, '{"a": [1, null]}', { a: [1, null] }],
    [1184, '2026-11-21 06:15:31.5+00', '2026-11-21T06:15:31.5+00:00'],
    [1184, 'infinity', 'infinity'],
    [1114, '2026-11-21 06:15:31', '2026-11-21T06:15:31'],
    [2950, '5a3d1e00-0000-4000-8000-000000000001', '5a3d1e00-0000-4000-8000-000000000001'],
    [1009, '{a,"b,c","d\\"e","f\\\\g",NULL,"NULL",""}', ['a', 'b,c', 'd"e', 'f\\g', null, 'NULL', '']],
    [
      1007,
      '{{1,2},{3,4}}',
      [
        [1, 2],
        [3, 4],
      ],
    ],
    [1007, '[0:1]={7,8}', [7, 8]],
    [1009, '{}', []],
    [17, '\\x00ff', new Uint8Array([0, 255])],
  ])('reads type %i from %o', (oid, text, value) => {
    expect(parserFor(oid)(text)).toEqual(value)
  })
})
