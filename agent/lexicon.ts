import { businessWords } from './lexicon-business.ts'
import { everydayWords } from './lexicon-everyday.ts'
import { phraseWords } from './lexicon-phrases.ts'
import { plainTalkWords } from './lexicon-plain-talk.ts'
import { productWords } from './lexicon-product.ts'
import { synonymWords } from './lexicon-synonyms.ts'
import { tradeWords } from './lexicon-trades.ts'
import { toWords } from './retrieval-words.ts'

/* Maps buyers' words to words in notes. Terms are compared by key: the stems of their words, joined. */

/** How well a word of the question matches one in the notes. */
export const matchStrength = { same: 1, synonym: 0.85, directed: 0.7, related: 0.45 } as const

/** For each term that buyers use: the terms in notes that match it, with the strength of the match. */
export type Vocabulary = ReadonlyMap<string, ReadonlyMap<string, number>>

/** Joins the words of a phrase in its key. */
export const joiner = '_'

/** Words that don't matter inside a phrase: they may be added or left out. */
export const lightWords: ReadonlySet<string> = new Set(
  'a an the my our your their his her its this that these those some any it them him us me you all just really also please anything something everything things stuff'.split(
    ' ',
  ),
)

/** The key of a word or phrase. Light words are dropped, unless fewer than two words would remain. */
export function toKey(term: string): string {
  const words = toWords(term)
  const heavy = words.filter((word) => !lightWords.has(word.text))
  return (heavy.length > 1 ? heavy : words).map((word) => word.stem).join(joiner)
}

/** Reads lines of synonyms: “a, b”, “a > b” for one direction, “~ a, b” for words merely related. */
export function readVocabulary(lines: string, strongest = 1): Map<string, Map<string, number>> {
  const vocabulary = new Map<string, Map<string, number>>()
  for (const line of lines.split('\n')) {
    if (line.trim() === '') continue
    const [asked = '', noted] = line.replace(/^~/, '').split('>')
    const from = toKeys(asked)
    const to = noted === undefined ? from : toKeys(noted)
    const strength = noted !== undefined ? matchStrength.directed : line.startsWith('~') ? matchStrength.related : null
    // The more words a line has, the weaker the match between two of them.
    const fit = strength ?? Math.max(0.6, matchStrength.synonym - Math.max(0, from.length - 6) * 0.015)
    for (const key of from)
      for (const other of to) if (key !== other) add(vocabulary, key, other, Math.min(fit, strongest))
  }
  return vocabulary
}

/** Merges two vocabularies; the stronger match wins. */
export function mergeVocabularies(first: Vocabulary, second: Vocabulary): Vocabulary {
  const merged = new Map<string, ReadonlyMap<string, number>>(first)
  for (const [key, others] of second) {
    const known = new Map(merged.get(key) ?? [])
    for (const [other, strength] of others) known.set(other, Math.max(strength, known.get(other) ?? 0))
    merged.set(key, known)
  }
  return merged
}

/**
 * Buyers' general vocabulary, parsed once. A match from the widest lists is enough to offer a step, but not to answer.
 */
export const generalVocabulary: Vocabulary = mergeVocabularies(
  readVocabulary(`${businessWords}\n${productWords}\n${tradeWords}\n${phraseWords}\n${everydayWords}`),
  readVocabulary(`${synonymWords}\n${plainTalkWords}`, matchStrength.related),
)

function add(vocabulary: Map<string, Map<string, number>>, key: string, other: string, strength: number): void {
  const known = vocabulary.get(key) ?? new Map<string, number>()
  known.set(other, Math.max(strength, known.get(other) ?? 0))
  vocabulary.set(key, known)
}

function toKeys(list: string): readonly string[] {
  return [
    ...new Set(
      list
        .split(',')
        .map(toKey)
        .filter((key) => key !== ''),
    ),
  ]
}
