import { holdsAmount } from './currency.ts'
import { businessWords } from './lexicon-business.ts'
import { everydayWords } from './lexicon-everyday.ts'
import { productWords } from './lexicon-product.ts'
import { tradeWords } from './lexicon-trades.ts'
import { mergeVocabularies, readVocabulary, toKey, type Vocabulary } from './lexicon.ts'
import { isAskedByAuthor } from './knowledge-items.ts'
import type { Knowledge, KnowledgeItem } from './knowledge.ts'
import { answerTypesOf } from './retrieval-answer-type.ts'
import { isOrdinary, stopWords } from './retrieval-common-words.ts'
import { noDense, openDenseIndex, readDense, type DenseIndex, type DenseNotes } from './retrieval-dense.ts'
import { openKnownQuestions, readQuestionWords, type KnownQuestions, type QuestionWords } from './retrieval-known.ts'
import { noMeaning, openMeaningIndex, readMeanings, type MeaningIndex, type Meanings } from './retrieval-meaning.ts'
import { findPlanRows, type PlanRow } from './retrieval-plans.ts'
import type { AnswerType } from './retrieval-question.ts'
import { createTypoFixer } from './retrieval-typos.ts'
import {
  findPhrase,
  generalPhrases,
  priceTag,
  toPhraseTable,
  type PhraseTable,
  type UnitContext,
} from './retrieval-units.ts'
import { toWords, type Word } from './retrieval-words.ts'
import { commonEncoder, type SentenceEncoder } from './sentence-encoder.ts'
import { commonVectors } from './word-vectors.ts'

/** The prepared notes. Plain data, because they may be prepared in another thread. */
export interface SearchNotes {
  readonly items: readonly KnowledgeItem[]
  /** The group of each item: its step, passage, pair. */
  readonly groupOf: readonly number[]
  readonly groups: readonly (readonly number[])[]
  /** For each key, the items whose own words include it. */
  readonly own: ReadonlyMap<string, readonly number[]>
  /** For each key, the groups whose title includes it, or a question they answer. */
  readonly title: ReadonlyMap<string, readonly number[]>
  readonly asked: ReadonlyMap<string, readonly number[]>
  /** Complete questions that groups answer, as sets of keys. */
  readonly questions: readonly { readonly group: number; readonly keys: ReadonlySet<string> }[]
  /** The same questions, to compare with other wordings. */
  readonly questionWords: QuestionWords
  readonly types: readonly ReadonlySet<AnswerType>[]
  readonly numbers: readonly ReadonlySet<string>[]
  /** Items that say where something is; at most fifty. */
  readonly places: readonly number[]
  readonly plans: readonly PlanRow[]
  /** Items that state a plan's price. */
  readonly priced: ReadonlySet<number>
  /** Items that say that something is impossible, or limited to some people or plans. */
  readonly denials: ReadonlySet<number>
  /** Every word of the notes, in lower case. */
  readonly words: ReadonlySet<string>
  /** Null without word vectors. */
  readonly meanings: Meanings | null
  /** Null without a sentence encoder. */
  readonly dense: DenseNotes | null
  /** The author's own synonyms; null without any. */
  readonly glossary: Vocabulary | null
}

/** Everything a search needs, built once per knowledge base. */
export interface SearchIndex extends Omit<SearchNotes, 'dense'> {
  readonly known: KnownQuestions
  readonly meaning: MeaningIndex
  readonly dense: DenseIndex
  readonly units: UnitContext
}

/** The general vocabulary's words as written, for correcting typos. */
const vocabularyWords: ReadonlySet<string> = new Set(
  `${businessWords} ${productWords} ${tradeWords} ${everydayWords}`.match(/\p{L}{4,}/gu) ?? [],
)

/** Prepares the notes; takes a second for the largest agents. */
export function readSearchNotes(
  knowledge: Knowledge,
  general: Vocabulary,
  encoder: SentenceEncoder | null,
): SearchNotes {
  const { items } = knowledge
  const vectors = commonVectors()
  const read = new Map<string, readonly Word[]>()
  const wordsOf = (text: string): readonly Word[] => {
    const words = read.get(text) ?? toWords(text)
    read.set(text, words)
    return words
  }
  const glossary = readGlossary(knowledge)
  const phrases = ownPhrases(glossary, general)
  const groupIds = new Map<string, number>()
  const groups: number[][] = []
  const groupOf = items.map((item, position) => {
    const id = groupIdOf(item)
    const group = groupIds.get(id) ?? groups.length
    groupIds.set(id, group)
    const members = groups[group] ?? []
    groups[group] = members
    members.push(position)
    return group
  })
  const own = new Map<string, number[]>()
  const title = new Map<string, number[]>()
  const asked = new Map<string, number[]>()
  const questions: { readonly group: number; readonly keys: ReadonlySet<string> }[] = []
  const wordings: { readonly group: number; readonly text: string; readonly words: readonly Word[] }[] = []
  const noteWords = new Set<string>()
  const contexts = new Set<string>()
  for (const [position, item] of items.entries()) {
    const group = groupOf[position] ?? 0
    addAll(own, keysOf(item.text, wordsOf(item.text), phrases, noteWords), position)
    const heading = `${group} ${item.context}`
    if (contexts.has(heading)) continue
    contexts.add(heading)
    addAll(title, keysOf(item.context, wordsOf(item.context), phrases, noteWords), group)
    // “Tell me about Schedule an export” names its step.
    const named = contentOf(item.context)
    if (item.stepOrder !== null && named.size > 1) questions.push({ group, keys: named })
    for (const question of item.questions ?? []) {
      const keys = keysOf(question, wordsOf(question), phrases, noteWords)
      addAll(asked, keys, group)
      questions.push({ group, keys: contentOf(question) })
      if (isAskedByAuthor(item)) wordings.push({ group, text: question, words: wordsOf(question) })
    }
  }
  const plans = findPlanRows(items)
  const planNames = new Set(plans.map((plan) => plan.name))
  const types = items.map((item) => answerTypesOf(item.text, planNames))
  const places = [...types.keys()].filter((item) => types[item]?.has('where') === true).slice(0, 50)
  return {
    items,
    groupOf,
    groups,
    own,
    title,
    asked,
    questions,
    questionWords: readQuestionWords(wordings, vectors),
    types,
    places,
    numbers: items.map((item) => numbersOf([...wordsOf(item.context), ...wordsOf(item.text)])),
    plans,
    priced: new Set(plans.map(({ item }) => item)),
    denials: new Set(items.flatMap((item, position) => (denial.test(item.text) ? [position] : []))),
    words: noteWords,
    meanings: vectors === null ? null : readMeanings(items, groups, vectors, wordsOf),
    dense: encoder === null ? null : readDense(items, groupOf, encoder),
    glossary,
  }
}

/** `general` is the base vocabulary; training also uses reduced ones. */
export function openSearchIndex(notes: SearchNotes, demoName: string, general: Vocabulary): SearchIndex {
  const { own, title, asked, groupOf, glossary, meanings, dense } = notes
  const vectors = commonVectors()
  const encoder = commonEncoder()
  const vocabulary = glossary === null ? general : mergeVocabularies(general, glossary)
  return {
    ...notes,
    known: openKnownQuestions(notes.questionWords, vectors, (key) =>
      (own.get(key) ?? []).map((item) => groupOf[item] ?? 0),
    ),
    meaning: vectors === null || meanings === null ? noMeaning : openMeaningIndex(meanings, vectors),
    dense: encoder === null || dense === null ? noDense : openDenseIndex(dense, encoder),
    units: {
      vocabulary,
      phrases: ownPhrases(glossary, general),
      ownNames: ownNamesOf(demoName, vocabulary),
      typos: createTypoFixer(notes.words, vocabularyWords),
      isNoted: (key) => own.has(key) || title.has(key) || asked.has(key),
    },
  }
}

/** Phrases that a glossary adds; the general ones are always searched. */
function ownPhrases(glossary: Vocabulary | null, general: Vocabulary): PhraseTable {
  return toPhraseTable(glossary === null ? [] : [...general.keys(), ...glossary.keys()])
}

/** Words of a demo's name that aren't English: “Ledgerline”, but not “reports”. */
function ownNamesOf(demoName: string, vocabulary: Vocabulary): ReadonlySet<string> {
  const words = toWords(demoName).filter((word) => word.number === null && !isOrdinary(word.text))
  return new Set(words.flatMap(({ stem }) => (vocabulary.has(stem) ? [] : [stem])))
}

/** The stems that two wordings of a question have in common. */
export function contentOf(question: string): ReadonlySet<string> {
  const words = toWords(question)
  const content = words.filter((word) => !stopWords.has(word.text))
  return new Set((content.length > 0 ? content : words).map((word) => word.stem))
}

/** “step-3-0” and “step-3-1” are in one group. */
export function groupIdOf(item: KnowledgeItem): string {
  return item.stepOrder !== null && item.source === undefined ? `step-${item.stepOrder}` : item.id.replace(/-\d+$/, '')
}

function readGlossary(knowledge: Knowledge): Vocabulary | null {
  const glossary = knowledge.agent.knowledge?.glossary ?? []
  const lines = glossary
    .filter((entry) => entry.synonyms.length > 0)
    .map((entry) => [entry.term, ...entry.synonyms].map((term) => term.replace(/[,>~\n]/g, ' ')).join(', '))
  return lines.length === 0 ? null : readVocabulary(lines.join('\n'))
}

function keysOf(
  text: string,
  words: readonly Word[],
  phrases: PhraseTable,
  noteWords: Set<string>,
): ReadonlySet<string> {
  const keys = new Set<string>()
  for (const [index, word] of words.entries()) {
    if (word.number !== null) keys.add(word.number)
    if (word.number === null && !stopWords.has(word.text)) {
      keys.add(word.stem)
      noteWords.add(word.text)
    }
    const phrase = findPhrase(words, index, [phrases, generalPhrases])
    if (phrase !== null) keys.add(phrase.key)
  }
  if (holdsAmount(text)) keys.add(priceTag)
  for (const [pattern, tag] of tags) if (pattern.test(text)) keys.add(tag)
  return keys
}

/** Topics that a sentence is about without naming them. */
const tags: readonly (readonly [RegExp, string])[] = [
  [
    /\d ?% (?:off|surcharge|discount)|\bfree\b(?! text)|\bno (?:extra )?(?:charge|fee|cost)\b|\bwithout charge\b/i,
    priceTag,
  ],
  [/\b\d+[ -]days? (?:free|trial)\b|\b(?:free|everything) for (?:\d+|\w+) days\b|\btrial\b/i, toKey('trial')],
  [/\b(?:up to|at most|no more than|maximum|as many as|unlimited)\b/i, toKey('limit')],
  [
    /\b(?:only|not) (?:by|to|for|visible|see|managers|admins|the)\b|\b(?:managers|admins|owners?) only\b/i,
    toKey('permission'),
  ],
  [/\b(?:end|cancel|stop|leave|cancelled)\b.{0,40}\b(?:month|time|notice)\b/i, toKey('cancel')],
  [
    /\bno contract\b|\bcontract runs\b|\bcancell?ed (?:any ?time|at any|monthly)|month'?s notice\b|\bend of (?:any|the) month\b|from one month to the next/i,
    toKey('locked in'),
  ],
]

const denial = /\b(?:no|not|never|none|nobody|only|without|cannot|except|unless)\b|n['’]t\b/i

function numbersOf(words: readonly Word[]): ReadonlySet<string> {
  return new Set(words.flatMap((word) => (word.number === null ? [] : [word.number])))
}

function addAll(postings: Map<string, number[]>, keys: ReadonlySet<string>, position: number): void {
  for (const key of keys) {
    const list = postings.get(key)
    if (list === undefined) postings.set(key, [position])
    else if (list.at(-1) !== position) list.push(position)
  }
}
