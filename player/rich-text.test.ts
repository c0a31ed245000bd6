import { expect, test } from 'vitest'

import { textPieces } from './rich-text.tsx'
import { textBlocks } from './text-blocks.ts'

/** Each block's lines; where they begin is tested separately. */
function shapes(text: string) {
  return textBlocks(text).map((block) =>
    block.type === 'list'
      ? { type: block.type, items: block.items.map((item) => item.text) }
      : { type: block.type, lines: block.lines.map((line) => line.text) },
  )
}

test('keeps line offsets, so that bold text stays bold', () => {
  const text = 'One\r\n\r\n  two\n- \u00a0three\n'
  const lines = textBlocks(text).flatMap((block) => (block.type === 'list' ? block.items : block.lines))
  expect(lines.map((line) => line.text)).toEqual(['One', 'two', 'three'])
  for (const line of lines) expect(text.slice(line.start)).toMatch(new RegExp(`^${line.text}`))
})

test('blank lines separate paragraphs, single ones break a line', () => {
  expect(shapes('One\ntwo\r\n\r\n  \nThree')).toEqual([
    { type: 'paragraph', lines: ['One', 'two'] },
    { type: 'paragraph', lines: ['Three'] },
  ])
})

test('lines with a dash are a list, also right below a sentence', () => {
  expect(shapes('You need:\n- a key\n* a team\nThen go on.')).toEqual([
    { type: 'paragraph', lines: ['You need:'] },
    { type: 'list', items: ['a key', 'a team'] },
    { type: 'paragraph', lines: ['Then go on.'] },
  ])
})

test('white space only is empty', () => {
  expect(textBlocks(' \n\n ')).toEqual([])
})

test('links web addresses without the trailing full stop', () => {
  expect(textPieces('See https://example.com/a?b=1. Done')).toEqual([
    { text: 'See ', href: null },
    { text: 'https://example.com/a?b=1', href: 'https://example.com/a?b=1' },
    { text: '. Done', href: null },
  ])
})

test('only http addresses are linked', () => {
  expect(textPieces('javascript:alert(1) <b>x</b>')).toEqual([{ text: 'javascript:alert(1) <b>x</b>', href: null }])
})
