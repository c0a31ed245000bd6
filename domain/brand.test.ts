import { expect, test } from 'vitest'

import { readColor, readTypedColor, textColorOn } from './brand.ts'

test.each([
  ['#ffffff', '#000000'],
  ['#000000', '#ffffff'],
  ['#ffd500', '#000000'],
  ['#6d28d9', '#ffffff'],
  ['#d92828', '#ffffff'],
  ['#00c389', '#000000'],
])('text on %s is %s', (color, text) => {
  expect(textColorOn(color)).toBe(text)
})

test('a colour is six hexadecimal digits, and can carry no other CSS', () => {
  expect(readColor(' #6D28D9 ')).toBe('#6d28d9')
  for (const text of ['', 'red', '#fff', '#6d28d9;}', '#6d28d9}', 'var(--x)', '#6d28dg'])
    expect(readColor(text)).toBeNull()
})

test('a typed colour may be short and lack the #', () => {
  for (const text of ['#00aa77', '00AA77', '#0a7', ' 0a7 ']) expect(readTypedColor(text)).toBe('#00aa77')
  for (const text of ['', '#', 'red', '0a', '#0a7b', '##0a7']) expect(readTypedColor(text)).toBeNull()
})
