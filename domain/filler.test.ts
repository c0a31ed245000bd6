import { expect, test } from 'vitest'

import { filler, isFiller } from './filler.ts'

test('keeps the shape of a text and none of its letters', () => {
  expect(filler('Jane Roe, +49 30 123')).toBe('Xxxx Xxx, +00 00 000')
  expect(filler('张伟 · नमस्ते · Élodie')).toMatch(/^x+ · x+ · Xxxxxx$/)
})

test('distinguishes fillers from texts', () => {
  expect(['Xxxx 000', 'xx', '0000.00'].every(isFiller)).toBe(true)
  expect(['x', 'Max', '2026', '', 'XL size'].some(isFiller)).toBe(false)
})
