import type { AgentLanguage } from '#domain/agent-languages.ts'
import type { Pronunciation } from '#domain/speech-providers.ts'

import { toPlainText } from '../plain-text.ts'
import { sayAddresses, setAside, toSpokenText } from '../spoken-text.ts'

/** A caption in spoken form, in its own language. */
export function toSpokenIn(
  language: AgentLanguage,
  caption: string,
  pronunciations: readonly Pronunciation[] = [],
): string {
  if (language === 'en') return toSpokenText(caption, pronunciations)
  const { dot, at, signs } = spoken[language]
  const { text, restore } = setAside(toPlainText(caption).replaceAll('\n', ' '), pronunciations)
  const said = sayAddresses(text, { words: { dot, at }, sayings: {} })
  return restore(signs.reduce((sentence, [sign, words]) => sentence.replace(sign, words), said).replace(/ {2,}/g, ' '))
}

interface SpokenSigns {
  readonly dot: string
  readonly at: string
  readonly signs: readonly (readonly [RegExp, string])[]
}

/** What voices of a language misread. They read numbers and dates correctly. */
const spoken: Readonly<Record<Exclude<AgentLanguage, 'en'>, SpokenSigns>> = {
  de: {
    dot: 'Punkt',
    at: 'at',
    signs: [
      [/\bz\.\s?B\./g, 'zum Beispiel'],
      [/\bd\.\s?h\./g, 'das heißt'],
      [/\bu\.\s?a\./g, 'unter anderem'],
      [/\bbzw\./g, 'beziehungsweise'],
      [/\bca\./g, 'circa'],
      [/\binkl\./g, 'inklusive'],
      [/\bMio\./g, 'Millionen'],
      [/\b24\/7\b/g, 'rund um die Uhr'],
      [/\b(\d{1,2}):00(?: Uhr)?(?!\d)/g, '$1 Uhr'],
      [/\b(\d{1,2}):(\d{2})(?: Uhr)?(?!\d)/g, '$1 Uhr $2'],
      [/€\s?(\d+(?:[.,]\d+)*)/g, '$1 Euro'],
      [/(\d)\s?€/g, '$1 Euro'],
      [/\$\s?(\d+(?:[.,]\d+)*)/g, '$1 Dollar'],
      [/(\d)\s?%/g, '$1 Prozent'],
      [/\s?\/\s?Monat\b/g, ' pro Monat'],
      [/\s&\s/g, ' und '],
    ],
  },
  fr: {
    dot: 'point',
    at: 'arobase',
    signs: [
      [/\bp\.\s?ex\./g, 'par exemple'],
      [/\betc\./g, 'et cetera'],
      [/\benv\./g, 'environ'],
      [/\b24\s?h\s?\/\s?24\b|\b24\/7\b/g, 'jour et nuit'],
      [/\b(\d{1,2})\s?h\s?(\d{2})\b/g, '$1 heures $2'],
      [/\b(\d{1,2})\s?h\b/g, '$1 heures'],
      [/€\s?(\d+(?:[.,]\d+)*)/g, '$1 euros'],
      [/(\d)\s?€/g, '$1 euros'],
      [/\$\s?(\d+(?:[.,]\d+)*)/g, '$1 dollars'],
      [/(\d)\s?%/g, '$1 pour cent'],
      [/\s?\/\s?mois\b/g, ' par mois'],
      [/\s&\s/g, ' et '],
    ],
  },
  es: {
    dot: 'punto',
    at: 'arroba',
    signs: [
      [/\bp\.\s?ej\./g, 'por ejemplo'],
      [/\betc\./g, 'etcétera'],
      [/\baprox\./g, 'aproximadamente'],
      [/\b24\/7\b/g, 'a todas horas'],
      [/\b(\d{1,2}):00\b/g, '$1 en punto'],
      [/\b(\d{1,2}):(\d{2})\b/g, '$1 y $2'],
      [/€\s?(\d+(?:[.,]\d+)*)/g, '$1 euros'],
      [/(\d)\s?€/g, '$1 euros'],
      [/\$\s?(\d+(?:[.,]\d+)*)/g, '$1 dólares'],
      [/(\d)\s?%/g, '$1 por ciento'],
      [/\s?\/\s?mes\b/g, ' al mes'],
      [/\s&\s/g, ' y '],
    ],
  },
}
