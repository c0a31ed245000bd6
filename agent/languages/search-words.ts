import { stemmer as stemFrench } from '@orama/stemmers/french'
import { stemmer as stemGerman } from '@orama/stemmers/german'
import { stemmer as stemSpanish } from '@orama/stemmers/spanish'

import type { AgentLanguage } from '#domain/agent-languages.ts'

import { foldAccents } from './fold-accents.ts'
import { frenchSearch } from './french-search.ts'
import { germanSearch } from './german-search.ts'
import { spanishSearch } from './spanish-search.ts'

export type SearchedLanguage = Exclude<AgentLanguage, 'en'>

/** The words and patterns that search needs for a language, all without accents. */
export interface SearchWords {
  /** Stop words. */
  readonly stops: string
  /** Words that many questions contain, so a match is weak evidence. */
  readonly weak: string
  /** Synonyms, one group per line; `#price`, `#time`, `#count` and `#place` stand for facts of that kind. */
  readonly synonyms: string
  /** Phrases in questions that ask for such a fact. */
  readonly asks: readonly (readonly [RegExp, FactTag])[]
  /** Subjects that a product's notes rarely answer: comparisons, customers, certificates, discounts. */
  readonly unsettled: RegExp
  /** Patterns that find facts in notes. */
  readonly facts: Readonly<Record<FactTag, RegExp>>
  /** Matches the start of a sentence that depends on the one before it. */
  readonly leansBack: RegExp
  /** Matches the start of a follow-up question. */
  readonly followsUp: RegExp
}

export type FactTag = '#price' | '#time' | '#count' | '#place'

/** A language's words, prepared for comparison. */
export interface Vocabulary extends Omit<SearchWords, 'stops' | 'weak' | 'synonyms'> {
  readonly toStem: (word: string) => string
  readonly stops: ReadonlySet<string>
  readonly weak: ReadonlySet<string>
  /** The lines of the synonym list that contain a stem or tag. */
  readonly groups: ReadonlyMap<string, readonly number[]>
}

const languages: Readonly<
  Record<SearchedLanguage, { readonly words: SearchWords; readonly stem: (word: string) => string }>
> = {
  de: { words: germanSearch, stem: stemGerman },
  fr: { words: frenchSearch, stem: stemFrench },
  es: { words: spanishSearch, stem: stemSpanish },
}

const known = new Map<SearchedLanguage, Vocabulary>()

export function vocabularyOf(language: SearchedLanguage): Vocabulary {
  const before = known.get(language)
  if (before !== undefined) return before
  const { words, stem } = languages[language]
  // Stems are compared without accents, because people often leave them out.
  const toStem = (word: string): string => (/^[#\d]/.test(word) ? word : foldAccents(stem(word)))
  const groups = new Map<string, number[]>()
  for (const [line, list] of linesOf(words.synonyms).entries()) {
    for (const word of list) {
      const key = toStem(word)
      groups.set(key, [...(groups.get(key) ?? []), line])
    }
  }
  const built: Vocabulary = {
    ...words,
    toStem,
    stops: new Set(words.stops.split(/\s+/)),
    weak: new Set(words.weak.split(/\s+/).map(toStem)),
    groups,
  }
  known.set(language, built)
  return built
}

function linesOf(list: string): readonly (readonly string[])[] {
  return list
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
}

/** A text's significant words, as stems. */
export function stemsOf(text: string, { toStem, stops }: Vocabulary): readonly string[] {
  return (foldAccents(text).match(/[\p{L}\p{N}]+/gu) ?? [])
    .slice(0, wordsMax)
    .filter((word) => !stops.has(word) && (word.length > 1 || /\d/.test(word)))
    .map(toStem)
}

/** No question or note has a sentence of this length. */
const wordsMax = 120
