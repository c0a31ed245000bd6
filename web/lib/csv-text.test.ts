import { expect, test } from 'vitest'

import { csvMoment, csvText, styleOf } from './csv-text.ts'

test('writes a byte order mark and quotes special cells', () => {
  expect(csvText([['a', 'b,c', 'say "x"', 'two\nlines', 1.5, null, undefined]])).toBe(
    '\uFEFFa,"b,c","say ""x""","two\nlines",1.5,,\r\n',
  )
})

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1'])(
  'a spreadsheet does not run %j from a visitor',
  (text) => {
    expect(
      csvText([[text]])
        .slice(1)
        .replace(/^"/, '')
        .startsWith("'"),
    ).toBe(true)
  },
)

test('keeps numbers, including negative ones', () => {
  expect(csvText([[-0.25]])).toBe('\uFEFF-0.25\r\n')
})

test('separates cells by semicolons where the decimal is a comma', () => {
  const rows = [['a;b', 'a,b', 0.5, -1.25, 7]]
  expect(csvText(rows, styleOf('de-DE'))).toBe('\uFEFF"a;b";a,b;0,5;-1,25;7\r\n')
  expect(csvText(rows, styleOf('en-GB'))).toBe('\uFEFFa;b,"a,b",0.5,-1.25,7\r\n')
})

test('writes times that spreadsheets parse', () => {
  expect(csvMoment('2026-11-21T13:00:00.123456+01:00')).toBe('2026-11-21 12:00:00')
  expect(csvMoment(null)).toBeNull()
})
