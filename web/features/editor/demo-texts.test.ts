import { expect, test } from 'vitest'

import { findParts, withParts } from './demo-texts.ts'

const loosely = { isWholeWord: false, isCaseSensitive: false }
const exactly = { isWholeWord: true, isCaseSensitive: true }
const replaced = (text: string, words: Readonly<Record<string, string>>, options = loosely) =>
  withParts(text, findParts(text, new Map(Object.entries(words)), options))

test('replaces every occurrence of a word, ignoring case', () => {
  expect(replaced('People and people', { people: 'Customers' })).toBe('Customers and Customers')
})

test('leaves parts of longer words unchanged when matching whole words', () => {
  expect(replaced('Ann, Anna and ann', { Ann: 'Eva' }, exactly)).toBe('Eva, Anna and ann')
  expect(replaced('Zoë Zo', { Zo: 'Eva' }, exactly)).toBe('Zoë Eva')
})

test('prefers the longer of two names, and never replaces a replacement', () => {
  expect(replaced('Ann Lee, Ann', { Ann: 'Lee', 'Ann Lee': 'Eva Ann' }, exactly)).toBe('Eva Ann, Lee')
})

test('finds symbols and amounts', () => {
  expect(replaced('€1,200.00 (a+b)? $1', { '€1,200.00': '€9.00', '(a+b)?': 'c', $1: '$2' }, exactly)).toBe('€9.00 c $2')
})
