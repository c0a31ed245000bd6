import { expect, test } from 'vitest'

import { findSentenceEnd, leastBytes } from './sentence-end.ts'
import { record } from './testing/record.ts'

const sentence = 'Exports run every night at 02:00 UTC.'
const msOf = (bytes: number | null) => bytes && bytes / 48

test('assigns as much audio to the sentence as a voice at double speed would need', () => {
  expect(msOf(leastBytes('They are kept for 90 days.'))).toBe(20 * 40)
})

test('ends a sentence in the pause that follows it', () => {
  const sound = record(['loud', 2_000], ['silent', 400], ['loud', 1_500])
  const end = msOf(findSentenceEnd(sound, sentence))
  expect(end).toBeGreaterThanOrEqual(2_000)
  expect(end).toBeLessThanOrEqual(2_400)
})

test.each([
  ['it has no pause yet', record(['loud', 2_500]), sentence],
  ['only a consonant is silent', record(['loud', 2_000], ['silent', 120], ['loud', 1_500]), sentence],
  [
    'the pause comes before anybody could have said it',
    record(['loud', 600], ['silent', 400], ['loud', 600]),
    sentence,
  ],
  ['the pause comes too late', record(['loud', 5_000], ['silent', 400], ['loud', 600]), sentence],
  [
    'it has a pause of its own',
    record(['loud', 2_000], ['silent', 400], ['loud', 1_500]),
    'Exports run every night, always at 02:00 UTC.',
  ],
])('waits for the whole answer while %s', (_, sound, text) => {
  expect(findSentenceEnd(sound, text)).toBeNull()
})
