import { expect, test } from 'vitest'

import { hasTooManyMarks, normalForm } from './normal-form.ts'

const bomb = `a${'\u0315\u0300'.repeat(250_000)}b`

test('composes and decomposes letters', () => {
  expect(normalForm('Cafe\u0301 ﬁn', 'NFC')).toBe('Caf\u00e9 ﬁn')
  expect(normalForm('Café', 'NFD')).toBe('Cafe\u0301')
  expect(normalForm('ﬁn', 'NFKC')).toBe('fin')
  // Vietnamese and Hebrew letters may have several marks.
  expect(normalForm('e\u0302\u0323', 'NFC')).toBe('\u1ec7')
})

test('takes no longer for half a million combining marks', () => {
  expect(hasTooManyMarks(bomb)).toBe(true)
  expect(hasTooManyMarks(`a${'\u0301'.repeat(30)}b${'\u0301'.repeat(30)}`)).toBe(false)
  for (const form of ['NFC', 'NFD', 'NFKC'] as const) expect(normalForm(bomb, form).length).toBeLessThan(40)
})

test('takes no longer for many runs of combining marks that are just short enough', () => {
  const text = `a${'\u0315\u0300'.repeat(15)}`.repeat(3_300)
  expect(hasTooManyMarks(text)).toBe(false)
  expect(normalForm(text, 'NFC')).toHaveLength(text.length - 3_300)
})
