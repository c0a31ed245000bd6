import { expect, test } from 'vitest'

import { editDistance } from './edit-distance.ts'

test('counts typing errors', () => {
  expect([editDistance('blur', 'blur', 2), editDistance('bulr', 'blur', 2), editDistance('blr', 'blur', 2)]).toEqual([
    0, 1, 1,
  ])
  expect(editDistance('blur', 'embedding', 2)).toBe(3)
})
