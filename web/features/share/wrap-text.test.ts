import { expect, test } from 'vitest'

import { wrapDescription, wrapLine } from './wrap-text.ts'

const measure = (text: string) => text.length

test('wraps between words, and inside a word that is too long', () => {
  expect(wrapLine('Every pallet on one map', 10, measure)).toEqual(['Every', 'pallet on', 'one map'])
  expect(wrapLine('abcdefghijklmnop', 5, measure)).toEqual(['abcde', 'fghij', 'klmno', 'p'])
  expect(wrapLine('', 5, measure)).toEqual([])
})

test('keeps paragraphs and lists apart', () => {
  const lines = wrapDescription('One.\n\n- first point\n- second', 40, 8, measure)
  expect(lines).toEqual([
    { text: 'One.', indent: 'none', isAfterGap: false },
    { text: 'first point', indent: 'dot', isAfterGap: true },
    { text: 'second', indent: 'dot', isAfterGap: false },
  ])
})

test('cuts a long text with an ellipsis', () => {
  const lines = wrapDescription('one two three four five six', 9, 2, measure)
  expect(lines.map(({ text }) => text)).toEqual(['one two', 'three…'])
})
