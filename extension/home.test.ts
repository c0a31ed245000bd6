import { expect, test } from 'vitest'

import { parseHome } from './home.ts'
import { unrecordableSentence } from './recordable-page.ts'

test.each([
  ['localhost:3000', 'http://localhost:3000'],
  ['127.0.0.1:4000/dashboard', 'http://127.0.0.1:4000'],
  ['demos.example.com', 'https://demos.example.com'],
  [' http://demos.example.com:8080/x?y ', 'http://demos.example.com:8080'],
])('reads %s as %s', (typed, origin) => {
  expect(parseHome(typed)).toBe(origin)
})

test.each(['', '   ', 'chrome://settings', 'javascript://alert', 'two words'])('rejects the address %s', (typed) => {
  expect(parseHome(typed)).toBeNull()
})

test.each(['https://example.com/app', 'http://localhost:3000/'])('%s can be recorded', (address) => {
  expect(unrecordableSentence(address)).toBeNull()
})

test.each([
  ['chrome://settings', "Chrome doesn't let extensions record this page."],
  ['https://chromewebstore.google.com/detail/x', 'web store'],
  ['file:///home/a.html', 'Local files'],
  ['https://example.com/a.PDF', 'PDF documents'],
])('refuses %s and says why', (address, part) => {
  expect(unrecordableSentence(address)).toContain(part)
})
