import { expect, test } from 'vitest'

import { textBlocks, textPieces } from './rich-text.tsx'

test('blank lines part paragraphs, single ones break a line', () => {
  expect(textBlocks('One\ntwo\r\n\r\n  \nThree')).toEqual([
    { type: 'paragraph', lines: ['One', 'two'] },
    { type: 'paragraph', lines: ['Three'] },
  ])
})

test('lines with a dash are a list, also right below a sentence', () => {
  expect(textBlocks('You need:\n- a key\n* a team\nThen go on.')).toEqual([
    { type: 'paragraph', lines: ['You need:'] },
    { type: 'list', items: ['a key', 'a team'] },
    { type: 'paragraph', lines: ['Then go on.'] },
  ])
})

test('nothing but white space is nothing', () => {
  expect(textBlocks(' \n\n ')).toEqual([])
})

test('web addresses become links without the full stop behind them', () => {
  expect(textPieces('See https://example.com/a?b=1. Done')).toEqual([
    { text: 'See ', href: null },
    { text: 'https://example.com/a?b=1', href: 'https://example.com/a?b=1' },
    { text: '. Done', href: null },
  ])
})

test('only http addresses are linked', () => {
  expect(textPieces('javascript:alert(1) <b>x</b>')).toEqual([{ text: 'javascript:alert(1) <b>x</b>', href: null }])
})
