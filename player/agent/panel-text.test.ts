import { afterEach, expect, test } from 'vitest'

import { panelLanguage, panelLocale, setPanelLanguage, t, translated } from './panel-text.ts'
import { frenchPanel } from './text/french-panel.ts'
import { germanPanel } from './text/german-panel.ts'
import { spanishPanel } from './text/spanish-panel.ts'
import { microphoneSentences, soundSentences, voiceHints } from './voice/voice-sentences.ts'

afterEach(() => setPanelLanguage('en'))

test('is English without loading anything', () => {
  expect(t('Book {0}', 'Tuesday, 10:00')).toBe('Book Tuesday, 10:00')
  expect(panelLocale()).toBeUndefined()
})

test('speaks the language of the talk, with its values', async () => {
  await setPanelLanguage('de')
  expect(t('Book {0}', 'Dienstag, 10:00')).toBe('Dienstag, 10:00 buchen')
  expect(translated('The conversation is over.')).toBe('Das Gespräch ist beendet.')
  expect(translated('A sentence of somebody else')).toBe('A sentence of somebody else')
  expect([panelLanguage(), panelLocale()]).toEqual(['de', 'de'])
})

test.each([
  ['German', germanPanel],
  ['French', frenchPanel],
  ['Spanish', spanishPanel],
])('translates every sentence about voice into %s, with all placeholders', (_, words) => {
  const known = new Map<string, string>(Object.entries(words))
  const spoken = [microphoneSentences, soundSentences, voiceHints].flatMap((each) => Object.values<string>(each))
  expect(spoken.filter((text) => !known.has(text))).toEqual([])
  const valuesIn = (text: string) => (text.match(/\{\d\}/g) ?? []).toSorted()
  for (const [text, said] of known) expect(valuesIn(said), text).toEqual(valuesIn(text))
})
