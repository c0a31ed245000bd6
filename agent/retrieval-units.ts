import { generalVocabulary, joiner, lightWords, matchStrength, toKey, type Vocabulary } from './lexicon.ts'
import { genericStems, isOrdinary, stopWords } from './retrieval-common-words.ts'
import { aliasesOf, kindOfWord, namePhrases, nameKind, readsAsName, type NameKind } from './retrieval-names.ts'
import type { TypoFixer } from './retrieval-typos.ts'
import { toWords, type Word } from './retrieval-words.ts'
import { toStem } from './stem.ts'

/** A word or phrase of the question, with its synonyms in notes. */
export interface Unit {
  readonly key: string
  /** Keys in notes, each with the strength of the match. */
  readonly matches: ReadonlyMap<string, number>
  readonly kind: 'word' | 'generic' | 'number' | 'name'
  readonly nameKind: NameKind | null
  /** Unknown to the notes, the vocabulary and ordinary English. */
  readonly isStrange: boolean
}

export interface UnitContext {
  readonly vocabulary: Vocabulary
  readonly phrases: PhraseTable
  readonly typos: TypoFixer
  /** Stems of the product's own name, which is in every note. */
  readonly ownNames: ReadonlySet<string>
  /** Keys that occur in the notes. */
  readonly isNoted: (key: string) => boolean
}

/** The key that every item with a price has. */
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

/** The general vocabulary's phrases and listed names, parsed once. */
export const generalPhrases: PhraseTable = toPhraseTable([
  ...generalVocabulary.keys(),
  ...[...generalVocabulary.values()].flatMap((others) => [...others.keys()]),
  ...namePhrases,
])

/** The phrase that starts here, with its length in words; light words inside don't matter. */
export function findPhrase(
  words: readonly Word[],
  at: number,
  tables: readonly PhraseTable[],
): { readonly key: string; readonly length: number } | null {
  const first = words[at]
  if (first === undefined) return null
  let best: { readonly key: string; readonly length: number; readonly stems: number } | null = null
  for (const table of tables) {
    for (const stems of table.get(first.stem) ?? []) {
      if (best !== null && stems.length <= best.stems) continue
      const length = matchPhrase(words, at, stems)
      if (length !== null) best = { key: stems.join(joiner), length, stems: stems.length }
    }
  }
  return best
}

/** How many words the phrase covers from here; null if it isn't here. */
function matchPhrase(words: readonly Word[], at: number, stems: readonly string[]): number | null {
  let position = at
  let skipped = 0
  for (const stem of stems) {
    while (words[position]?.stem !== stem) {
      const word = words[position]
      if (word === undefined || position === at || !lightWords.has(word.text) || skipped >= 2) return null
      skipped += 1
      position += 1
    }
    position += 1
  }
  return position - at
}

/** The words of a question with typos corrected. */
export function readWords(question: string, context: UnitContext): readonly Word[] {
  return toWords(question).map((word) => fixTypo(word, context))
}

/** Analyses a question into the units that an answer should match. */
export function toUnits(words: readonly Word[], context: UnitContext, asksMoney = false): readonly Unit[] {
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
  const all = [...units.values()]
  // “Does it work with Slack?” asks for Slack.
  const isForName = all.some(({ kind }) => kind === 'name')
  return isForName ? all.map((unit) => (linkKeys.has(unit.key) ? { ...unit, kind: 'generic' as const } : unit)) : all
}

const linkKeys = new Set(
  'work with, works with, integrate, integration, integrates, connect, connection, hook up, hook into, talk to, plug into, link, sync, sync with, compatible, support, run on'
    .split(',')
    .map(toKey),
)

/** In a question about money these words mean any price; elsewhere “free” may be a free table. */
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
  if (kindOfWord(word) !== null || (!word.startsClause && /^\p{Lu}/u.test(word.written))) return word
  const fixed = typos.fix(word.text)
  return fixed === null ? word : { ...word, text: fixed, stem: toStem(fixed) }
}

function isAcronym(word: Word): boolean {
  return /^\p{Lu}{2,5}s?$/u.test(word.written)
}

const currencies = new Set(['dollar', 'buck', 'euro', 'pound', 'quid', 'franc', 'cent', 'usd', 'eur', 'gbp'].map(toKey))

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
  const isListed = kindOfWord(word) !== null
  // A capital letter alone doesn't turn a word of the vocabulary into a name.
  const isName = readsAsName(word, before) && (isListed || !context.vocabulary.has(word.stem))
  if (stopWords.has(word.text) && !isName) return null
  const isOwn = context.ownNames.has(word.stem)
  // In “a 29 dollar plan” only the number is asked for.
  const isCurrency = currencies.has(word.stem) && typeof before?.number === 'string'
  const isKnown = isOwn || context.isNoted(word.stem) || context.vocabulary.has(word.stem)
  const isStrange = !isKnown && !isOrdinary(word.text)
  return {
    key: word.stem,
    matches: isName ? matchesOfName(word.stem) : matchesOf(word.stem, context),
    kind: isOwn || isCurrency || genericStems.has(word.stem) ? 'generic' : isName ? 'name' : 'word',
    nameKind: isName && !isOwn ? (kindOfWord(word) ?? 'unlisted') : null,
    isStrange,
  }
}

function phraseUnit(key: string, words: readonly Word[], context: UnitContext): Unit | null {
  if (words.every((word) => stopWords.has(word.text)) && !context.vocabulary.has(key)) return null
  if (nameKind(key) !== null) {
    return { key, matches: matchesOfName(key), kind: 'name', nameKind: nameKind(key), isStrange: false }
  }
  const matches = new Map(matchesOf(key, context))
  // The words of a phrase also count individually.
  for (const word of words) {
    if (stopWords.has(word.text) || genericStems.has(word.stem)) continue
    if (!matches.has(word.stem)) matches.set(word.stem, 0.5)
  }
  return { key, matches, kind: 'word', nameKind: null, isStrange: false }
}

/** The maximum strength for synonyms of synonyms: enough to offer a step, not to answer. */
const distantMax = 0.35

/** A name matches only itself and its other names. */
function matchesOfName(key: string): ReadonlyMap<string, number> {
  const matches = new Map(aliasesOf(key).map((alias): [string, number] => [alias, 0.9]))
  return matches.set(key, matchStrength.same)
}

/** Adds synonyms of synonyms, for a word that matches nothing else. */
function addDistant(
  matches: Map<string, number>,
  key: string,
  vocabulary: Vocabulary,
  isNoted: (key: string) => boolean,
): void {
  const distant = new Map<string, number>()
  for (const [near, first] of vocabulary.get(key) ?? []) {
    for (const [far, second] of vocabulary.get(near) ?? []) {
      if (isNoted(far)) distant.set(far, (distant.get(far) ?? 0) + first * second)
    }
  }
  const all = [...distant.values()].reduce((sum, strength) => sum + strength, 0)
  const best = [...distant].sort((a, b) => b[1] - a[1]).slice(0, 6)
  for (const [far, strength] of best) matches.set(far, Math.min(distantMax, 0.15 + strength / Math.max(1, all)))
}

function matchesOf(key: string, { vocabulary, isNoted }: UnitContext): ReadonlyMap<string, number> {
  const matches = new Map(vocabulary.get(key) ?? [])
  matches.set(key, matchStrength.same)
  if (![...matches.keys()].some(isNoted)) addDistant(matches, key, vocabulary, isNoted)
  const bare = /^(?:re|over|mis|un|pre|non|under)(.{4,})$/.exec(key)?.[1]
  if (bare !== undefined && !isNoted(key) && isNoted(bare)) matches.set(bare, 0.75)
  return matches
}
