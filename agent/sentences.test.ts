import { expect, test } from 'vitest'

import { cpuMs } from '#support/cpu-time.ts'
import { asSentences, countWords, sentenceCharactersMax, splitSentences } from './sentences.ts'

test.each([
  ['One. Two! Three?', ['One.', 'Two!', 'Three?']],
  [
    'Use tools, e.g. Curl or Bruno, to call it. Then look.',
    ['Use tools, e.g. Curl or Bruno, to call it.', 'Then look.'],
  ],
  ['It costs 3.50 a day. Version 2.1.4 is out.', ['It costs 3.50 a day.', 'Version 2.1.4 is out.']],
  ['Written by J. Smith in the U.S. The rest is new.', ['Written by J. Smith in the U.S.', 'The rest is new.']],
  ['He said “Go.” Then he left.', ['He said “Go.”', 'Then he left.']],
  ['Open api.example.com now', ['Open api.example.com now']],
  ['A list\nof lines', ['A list', 'of lines']],
  ['Wait... what', ['Wait... what']],
  ['Wir starten am 5. Dezember, z. B. Montag. Dann mehr.', ['Wir starten am 5. Dezember, z. B. Montag.', 'Dann mehr.']],
  ['Es kostet 5 € zzgl. MwSt. Nr. 5 folgt.', ['Es kostet 5 € zzgl. MwSt.', 'Nr. 5 folgt.']],
  ['Platz 1. Danach mehr.', ['Platz 1.', 'Danach mehr.']],
  ['Choisissez, p. ex. Excel. Puis validez.', ['Choisissez, p. ex. Excel.', 'Puis validez.']],
  ['Elija, p. ej. Excel, el 5 dic. 2026. Luego guarde.', ['Elija, p. ej. Excel, el 5 dic. 2026.', 'Luego guarde.']],
  ['...', []],
])('splits %j', (text, sentences) => {
  expect(splitSentences(text)).toEqual(sentences)
})

test('splits a long sentence without losing a word', () => {
  const long = `The report holds ${Array.from({ length: 90 }, (_, index) => `item ${index}`).join(', ')} and that is all.`
  const pieces = splitSentences(long)
  expect(pieces.length).toBeGreaterThan(3)
  expect(pieces.join(' ')).toBe(long)
  for (const piece of pieces) expect(piece.length).toBeLessThanOrEqual(sentenceCharactersMax)
})

test('keeps a joined clause of a long sentence whole', () => {
  const pieces = splitSentences(
    'Solo is 59 pounds a month for one planner and 15 events, Kitchen is 139 pounds for up to five planners with as many events as you like, and Group, for several kitchens, begins at 390 pounds.',
  )
  expect(pieces.at(-1)).toBe('and Group, for several kitchens, begins at 390 pounds.')
})

test('cuts a word longer than a sentence may be', () => {
  const pieces = splitSentences('🎬a'.repeat(200))
  expect(pieces.join('')).toBe('🎬a'.repeat(200))
  for (const piece of pieces) expect(piece).not.toMatch(/[\uD800-\uDBFF]$/)
})

test('keeps pieces made of tiny words within a turn’s length', () => {
  for (const piece of splitSentences('a b '.repeat(60))) expect(countWords(piece)).toBeLessThanOrEqual(40)
})

test.each([
  ['dots', `${'.'.repeat(20_000)}a`],
  ['dots and quotes', `${'.'.repeat(10_000)}${'"'.repeat(10_000)}a`],
  ['a long word and abbreviations', `${'a'.repeat(4_000)}( ${'e.g. '.repeat(800)}`],
])('splits the longest note of %s quickly', (_, text) => {
  expect(cpuMs(() => splitSentences(text))).toBeLessThan(500)
})

test('splits the longest text of tiny words quickly', () => {
  const text = 'a '.repeat(500_000)
  expect(splitSentences(text).join(' ')).toBe(text.trim())
})

test.each([
  [
    ['Stagelight turns viewers into fans,', 'and that is why 4,000 teams trust it.'],
    ['Stagelight turns viewers into fans.', 'That is why 4,000 teams trust it.'],
  ],
  [['car hire and van hire are on one board.'], ['car hire and van hire are on one board.']],
  [
    ['It pays.', 'plus members get free shipping.'],
    ['It pays.', 'plus members get free shipping.'],
  ],
  [
    ['Everyone is told,', 'iPhone and Android users first.'],
    ['Everyone is told.', 'iPhone and Android users first.'],
  ],
  [['All in one place,'], ['All in one place,']],
])('the pieces %j are quoted as %j', (pieces, sentences) => {
  expect(asSentences(pieces)).toEqual(sentences)
})
