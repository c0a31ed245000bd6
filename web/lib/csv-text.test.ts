import { expect, test } from 'vitest'

import { csvText } from './csv-text.ts'

test('a file has a byte order mark, and quotes around what would break a row', () => {
  expect(csvText([['a', 'b,c', 'say "x"', 'two\nlines', 1.5, null, undefined]])).toBe(
    '\uFEFFa,"b,c","say ""x""","two\nlines",1.5,,\r\n',
  )
})

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1'])(
  'a spreadsheet does not run %j that a visitor sent',
  (text) => {
    expect(
      csvText([[text]])
        .slice(1)
        .replace(/^"/, '')
        .startsWith("'"),
    ).toBe(true)
  },
)

test('numbers stay numbers, below zero too', () => {
  expect(csvText([[-0.25]])).toBe('\uFEFF-0.25\r\n')
})
