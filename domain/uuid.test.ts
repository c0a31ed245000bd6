import { expect, test } from 'vitest'

import { isUuidVersion4, uuid } from './uuid.ts'

test.each([
  ['3f2504e0-4f89-41d3-9a0c-0305e82c3301', true],
  ['3F2504E0-4F89-41D3-9A0C-0305E82C3301', true],
  ['3f2504e0-4f89-11d3-9a0c-0305e82c3301', false],
  ['3f2504e0-4f89-41d3-7a0c-0305e82c3301', false],
  ['3f2504e0-4f89-41d3-9a0c-0305e82c330', false],
  ['capture', false],
])('%s is a UUID of version 4: %s', (text, isOne) => {
  expect(isUuidVersion4(text)).toBe(isOne)
})

test.each([
  ['3f2504e0-4f89-11d3-7a0c-0305e82c3301', true],
  ['3F2504E0-4F89-11D3-7A0C-0305E82C3301', true],
  ['3f2504e04f8911d37a0c0305e82c3301', false],
  ['3f2504e0-4f89-11d3-7a0c-0305e82c3301 ', false],
])('%s is a UUID: %s', (text, isOne) => {
  expect(uuid.test(text)).toBe(isOne)
})
