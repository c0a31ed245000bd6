import { expect, test } from 'vitest'

import { toPronunciations, toPronunciationText } from './pronunciation-text.ts'

test('reads a pronunciation from each line, and writes them back', () => {
  const entries = [
    { word: 'Tidelane', say: 'tide lane' },
    { word: 'C++', say: 'see plus plus' },
  ]
  expect(toPronunciations('Tidelane= tide lane\n\n C++ = see plus plus ')).toEqual(entries)
  expect(toPronunciations(toPronunciationText(entries))).toEqual(entries)
})

test.each([
  ['Tidelane', 'Write each line like “Tidelane = tide lane”.'],
  ['= tide', 'Write each line like “Tidelane = tide lane”.'],
  [`${'x'.repeat(81)} = y`, 'Keep words under 80 characters.'],
  ['a = b\n'.repeat(101), 'Use at most 100 lines.'],
])('says what is wrong with %j', (text, sentence) => {
  expect(toPronunciations(text)).toBe(sentence)
})
