import { generalVocabulary, joiner, matchStrength, toKey, type Vocabulary } from './lexicon.ts'
import { genericStems, isOrdinary, stopWords } from './retrieval-common-words.ts'
import { aliasesOf, kindOfWord, namePhrases, nameKind, readsAsName, type NameKind } from './retrieval-names.ts'
import type { TypoFixer } from './retrieval-typos.ts'
import { toWords, type Word } from './retrieval-words.ts'
import { toStem } from './stem.ts'

/** A word or phrase of the question, with what it may be called in notes. */
export interface Unit {
  readonly key: string
  /** Keys in notes, each with how well it stands for this one. */
  readonly matches: ReadonlyMap<string, number>
  readonly kind: 'word' | 'generic' | 'number' | 'name'
  readonly nameKind: NameKind | null
  /** Neither the notes nor the vocabulary nor ordinary English know it. */
  readonly isStrange: boolean
}

export interface UnitContext {
  readonly vocabulary: Vocabulary
  readonly phrases: PhraseTable
  readonly typos: TypoFixer
  /** Keys that occur in the notes. */
  readonly isNoted: (key: string) => boolean
}

/** The key of every item with a price. */
export const priceTag = '#price'

/** Phrases by their first stem, longest first. */
export type PhraseTable = ReadonlyMap<string, readonly (readonly string[])[]>

const phraseWordsMax = 5

export function toPhraseTable(keys: Iterable<string>): PhraseTable {
  const table = new Map<string, (readonly string[])[]>()
  for (const key of new Set(keys)) {
    const stems = key.split(joiner)
    if (stems.length < 2 || stems.length > phraseWordsMax) continue
    const first = stems[0] ?? ''
    table.set(first, [...(table.get(first) ?? []), stems])
  }
  for (const list of table.values()) list.sort((a, b) => b.length - a.length)
  return table
}

/** The general vocabulary's phrases and listed names, read once. */
export const generalPhrases: PhraseTable = toPhraseTable([
  ...generalVocabulary.keys(),
  ...[...generalVocabulary.values()].flatMap((others) => [...others.keys()]),
  ...namePhrases,
])

const pronouns = new Set(
  'it them that this him her us me these those you anything something things everything stuff'.split(' '),
)

/** The phrase that starts here, with the number of words it takes; a pronoun may stand inside (“turn it off”). */
export function findPhrase(
  words: readonly Word[],
  at: number,
  tables: readonly PhraseTable[],
): { readonly key: string; readonly length: number } | null {
  const first = words[at]
  if (first === undefined) return null
  for (const table of tables) {
    for (const stems of table.get(first.stem) ?? []) {
      if (stems.every((stem, index) => words[at + index]?.stem === stem)) {
        return { key: stems.join(joiner), length: stems.length }
      }
      const inside = words[at + 1]
      if (stems.length === 2 && inside !== undefined && pronouns.has(inside.text) && words[at + 2]?.stem === stems[1]) {
        return { key: stems.join(joiner), length: 3 }
      }
    }
  }
  return null
}

/** Analyses a question into the units that an answer should match. */
export function toUnits(question: string, context: UnitContext, asksMoney = false): readonly Unit[] {
  const words = toWords(question).map((word) => fixTypo(word, context))
  const units = new Map<string, Unit>()
  let at = 0
  while (at < words.length) {
    const phrase = findPhrase(words, at, [context.phrases, generalPhrases])
    const word = words[at]
    if (word === undefined) break
    const unit =
      phrase === null
        ? toUnit(word, words[at - 1], context)
        : phraseUnit(phrase.key, words.slice(at, at + phrase.length), context)
    const known = unit !== null && asksMoney && moneyKeys.has(unit.key) ? moneyUnit(unit) : unit
    if (known !== null && !units.has(known.key)) units.set(known.key, known)
    at += phrase?.length ?? 1
  }
  return [...units.values()]
}

/** In a question of money these mean any price; elsewhere “free” may be a free table. */
const moneyKeys = new Set(
  [
    'price',
    'cost',
    'costs',
    'fee',
    'charge',
    'pay',
    'paying',
    'free',
    'cheap',
    'expensive',
    'extra',
    'money',
    'bill',
    'pay extra',
    'spend',
  ].map(toKey),
)

function moneyUnit(unit: Unit): Unit {
  return {
    ...unit,
    kind: 'generic',
    matches: new Map([
      [unit.key, 0.8],
      [priceTag, 0.8],
    ]),
  }
}

function fixTypo(word: Word, { typos }: UnitContext): Word {
  if (word.number !== null || isOrdinary(word.text) || isAcronym(word)) return word
  const fixed = typos.fix(word.text)
  return fixed === null ? word : { ...word, text: fixed, stem: toStem(fixed) }
}

function isAcronym(word: Word): boolean {
  return /^\p{Lu}{2,5}s?$/u.test(word.written)
}

function toUnit(word: Word, before: Word | undefined, context: UnitContext): Unit | null {
  if (word.number !== null) {
    return {
      key: word.number,
      matches: new Map([[word.number, matchStrength.same]]),
      kind: 'number',
      nameKind: null,
      isStrange: false,
    }
  }
  const isName = readsAsName(word, before)
  if (stopWords.has(word.text) && !isName) return null
  const isKnown = context.isNoted(word.stem) || context.vocabulary.has(word.stem)
  const isStrange = !isKnown && !isOrdinary(word.text)
  return {
    key: word.stem,
    matches: matchesOf(word.stem, context),
    kind: isName ? 'name' : genericStems.has(word.stem) ? 'generic' : 'word',
    nameKind: isName ? (kindOfWord(word) ?? 'unlisted') : null,
    isStrange,
  }
}

function phraseUnit(key: string, words: readonly Word[], context: UnitContext): Unit | null {
  if (words.every((word) => stopWords.has(word.text)) && !context.vocabulary.has(key)) return null
  const matches = new Map(matchesOf(key, context))
  // The words of a phrase count for something apart, too.
  for (const word of words) {
    if (stopWords.has(word.text) || genericStems.has(word.stem)) continue
    if (!matches.has(word.stem)) matches.set(word.stem, 0.7)
  }
  const kind = nameKind(key)
  const isName = kind !== null
  return { key, matches, kind: isName ? 'name' : 'word', nameKind: isName ? kind : null, isStrange: false }
}

function matchesOf(key: string, { vocabulary, isNoted }: UnitContext): ReadonlyMap<string, number> {
  const matches = new Map(vocabulary.get(key) ?? [])
  for (const alias of aliasesOf(key)) matches.set(alias, 0.9)
  matches.set(key, matchStrength.same)
  const bare = /^(?:re|over|mis|un|pre|non|under)(.{4,})$/.exec(key)?.[1]
  if (bare !== undefined && !isNoted(key) && isNoted(bare)) matches.set(bare, 0.75)
  return matches
}
