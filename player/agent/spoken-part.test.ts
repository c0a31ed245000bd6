import { expect, test } from 'vitest'

import { splitSpoken } from './spoken-part.ts'

test('highlights the word at the spoken position', () => {
  expect(splitSpoken('Fees are in every price.', 0)).toEqual({ said: '', word: 'Fees', rest: ' are in every price.' })
  expect(splitSpoken('Fees are in every price.', 0.5)).toEqual({ said: 'Fees are in ', word: 'every', rest: ' price.' })
  expect(splitSpoken('Fees are in every price.', 0.99)).toEqual({
    said: 'Fees are in every ',
    word: 'price.',
    rest: '',
  })
  expect(splitSpoken('Fees are in every price.', 1)).toEqual({ said: 'Fees are in every price.', word: '', rest: '' })
})

test('never loses a letter', () => {
  for (const caption of ['', 'One', 'a b', 'ends with a space ']) {
    for (let share = 0; share <= 1.2; share += 0.07) {
      const { said, word, rest } = splitSpoken(caption, share)
      expect(said + word + rest).toBe(caption)
    }
  }
})
