import { expect, test } from 'vitest'

import { hearFacts } from './buyer-facts.ts'
import { recogniseIntent } from './intent.ts'
import { writeDictatedNumbers } from './dictated-number.ts'

test.each([
  ['nine one seven five five five two three six eight', '9175552368'],
  ['Call me at nine one seven, five five five, two three six eight.', 'Call me at 9175552368.'],
  ['oh one seven one two three four five six seven', '0171234567'],
  ['plus four nine one seven one double three four five six', '+4917133456'],
  ['it’s zero eight hundred', 'it’s zero eight hundred'],
  ['triple five twenty three sixty eight oh nine', '555236809'],
  ['917 five five five two three six eight', '9175552368'],
  ['917 555 2368', '917 555 2368'],
  ['we are two or three people', 'we are two or three people'],
  ['tuesday at three thirty', 'tuesday at three thirty'],
  ['', ''],
])('writes “%s” as “%s”', (said, written) => {
  expect(writeDictatedNumbers(said, 'en')).toBe(written)
})

test.each([
  ['null eins sieben eins zwo drei vier fünf sechs sieben', 'de', '0171234567'],
  ['zéro un deux trois quatre cinq six sept', 'fr', '01234567'],
  ['seis cero cero uno dos tres cuatro cinco seis', 'es', '600123456'],
])('writes “%s” (%s) as %s', (said, lang, written) => {
  expect(writeDictatedNumbers(said, lang)).toBe(written)
})

test('accepts a dictated number as the visitor’s contact', () => {
  const said = 'my number is nine one seven five five five two three six eight'
  expect(hearFacts(said)).toContainEqual({ field: 'phone', value: '9175552368' })
  expect(recogniseIntent(said, true)).toEqual({ type: 'contact' })
})
