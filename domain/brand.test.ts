import { expect, test } from 'vitest'

import { readColor, textColorOn } from './brand.ts'

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
