import { expect, test } from 'vitest'

import { cpuMs } from '#support/cpu-time.ts'
import { toPlainText } from './plain-text.ts'

test.each([
  ['**Bold** and _slanted_ words', 'Bold and slanted words'],
  ['# Heading\n\n- first\n* second\n1. third', 'Heading\nfirst\nsecond\nthird'],
  ['See [the docs](https://example.com/docs) for `GET /users`', 'See the docs for GET /users'],
  ['Done 🎉👩‍💻 at last', 'Done at last'],
  ['<b>Save</b> the form', 'Save the form'],
  ['snake_case_name and 2 * 3 * 4 stay', 'snake_case_name and 2 * 3 * 4 stay'],
  ['```js\nlet a = 1\n```', 'let a = 1'],
  ['a \u202Eb\u0000c', 'a b c'],
  ['| a | b |', 'a b'],
  ['Hello {{company|there}}', 'Hello {{company|there}}'],
  ['---', ''],
])('reads %j as %j', (text, plain) => {
  expect(toPlainText(text)).toBe(plain)
})

test.each([
  ['[', 20_000],
  ['![', 10_000],
  ['**a ', 5_000],
])('strips the longest note made only of %j quickly', (part, times) => {
  expect(cpuMs(() => toPlainText(part.repeat(times)))).toBeLessThan(200)
})
