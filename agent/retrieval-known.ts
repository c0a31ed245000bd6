import { joiner } from './lexicon.ts'
import { genericStems, stopWords } from './retrieval-common-words.ts'
import { toUnit } from './retrieval-meaning.ts'
import { readForm, type AnswerType, type QuestionForm } from './retrieval-question.ts'
import type { Unit } from './retrieval-units.ts'
import type { Word } from './retrieval-words.ts'
import type { WordVectors } from './word-vectors.ts'

/* Compares a visitor's question, word by word, with the questions whose answers an author or a template has written. */

/** A group of items and how close its closest question is. */
export interface KnownMatch {
  readonly group: number
  /** 0 to 1; 1 for the same words. */
  readonly closeness: number
  /** The share of the visitor's words that are in neither the question nor its answer. */
  readonly missing: number
}

export interface KnownQuestions {
  /** One match for each group that shares something with the question, best first. */
  compare(words: readonly Word[], units: readonly Unit[], form: QuestionForm): readonly KnownMatch[]
}

interface KnownQuestion {
  readonly group: number
  /** Positions in the list of all words. */
  readonly words: readonly number[]
  /** The kinds of answer it asks for. */
  readonly types: readonly AnswerType[]
}

const strongTypes: readonly AnswerType[] = ['money', 'duration', 'when', 'where', 'who', 'count', 'frequency']

/** Lower cosines between two words are noise. */
const wordCosineMin = 0.42
const genericWeight = 0.3
/** Phrases count less because they may match by chance: “can do” in “can you do a …”. */
const phraseWeight = 0.5
/** A word of the answer counts almost as much as one of the question. */
const answerMatch = 0.8
const closeSynonym = 0.8
const singleWord = 0.6
/** Weaker matches may mean something else. */
const presentMin = 0.6

/** The known questions as plain data. */
export interface QuestionWords {
  readonly known: readonly KnownQuestion[]
  /** Where each stem is in the list of all words. */
  readonly positions: ReadonlyMap<string, number>
  /** How many groups have each word, and how many groups there are. */
  readonly counts: readonly number[]
  readonly groups: number
  /** A unit vector of each word, one after the other; zeros for an unknown word. */
  readonly meanings: Float32Array
}

export function readQuestionWords(
  questions: readonly { readonly group: number; readonly text: string; readonly words: readonly Word[] }[],
  vectors: WordVectors | null,
): QuestionWords {
  const positions = new Map<string, number>()
  const texts: string[] = []
  const known = questions.map(({ group, text, words: all }): KnownQuestion => {
    const { types } = readForm(text)
    const words = contentOf(all).map((word) => {
      const position = positions.get(word.stem) ?? texts.length
      if (position === texts.length) texts.push(word.text)
      positions.set(word.stem, position)
      return position
    })
    return { group, words, types: strongTypes.filter((type) => types.has(type)) }
  })
  const dimensions = vectors?.dimensions ?? 0
  const meanings = new Float32Array(texts.length * dimensions)
  for (const [at, text] of texts.entries()) meanings.set(unitOf(text, vectors) ?? [], at * dimensions)
  return { known, positions, meanings, ...countGroups(known, texts.length) }
}

/** `groupsWith`: the groups whose answer has a key. */
export function openKnownQuestions(
  { known, positions, counts, groups, meanings }: QuestionWords,
  vectors: WordVectors | null,
  groupsWith: (key: string) => readonly number[],
): KnownQuestions {
  const weightOf = (stem: string): number => {
    if (genericStems.has(stem)) return genericWeight
    const count = counts[positions.get(stem) ?? -1] ?? 0
    return 1 - 0.5 * (Math.log(1 + count) / Math.log(2 + groups))
  }
  const weights = Float32Array.from(positions.keys(), weightOf)

  /** How similar a word is to each known word. */
  function compareWord(stem: string, text: string | null, synonyms: ReadonlyMap<string, number>): Float32Array {
    const vector = text === null ? null : unitOf(text, vectors)
    const alike = new Float32Array(positions.size)
    if (vector !== null) for (const at of alike.keys()) alike[at] = cosineOf(vector, meanings, at)
    for (const [key, strength] of synonyms) {
      const at = positions.get(key)
      if (at !== undefined) alike[at] = Math.max(alike[at] ?? 0, strength)
    }
    const same = positions.get(stem)
    if (same !== undefined) alike[same] = 1
    return alike
  }

  return {
    compare(words, units, form) {
      if (known.length === 0) return []
      const synonymsOf = new Map(units.map((unit) => [unit.key, unit.matches]))
      const content = contentOf(words)
      const stems = new Set(content.map(({ stem }) => stem))
      // “Up and running” means something that none of its words means.
      const phrases = units.filter(
        ({ key, kind }) =>
          kind === 'word' && key.includes(joiner) && !key.split(joiner).every((part) => stems.has(part)),
      )
      const asked = [
        ...content.map(({ stem, text }) => ({ stem, text })),
        ...phrases.map(({ key }) => ({ stem: key, text: null })),
      ].map(({ stem, text }): AskedWord => {
        const synonyms = synonymsOf.get(stem) ?? new Map<string, number>()
        const close = [...synonyms].flatMap(([key, strength]) => (strength >= closeSynonym ? [key] : []))
        const answers = new Set([stem, ...close].flatMap(groupsWith))
        return {
          answers,
          weight: text === null ? phraseWeight : weightOf(stem),
          alike: compareWord(stem, text, synonyms),
        }
      })
      const types = strongTypes.filter((type) => form.types.has(type))
      const best = new Map<number, KnownMatch>()
      for (const question of known) {
        const match = compareQuestions(asked, question, weights, types)
        if (match !== null && match.closeness > (best.get(question.group)?.closeness ?? 0)) {
          best.set(question.group, match)
        }
      }
      return [...best.values()].sort((a, b) => b.closeness - a.closeness)
    },
  }
}

interface AskedWord {
  /** Groups whose answer contains the word or a close synonym. */
  readonly answers: ReadonlySet<number>
  readonly weight: number
  /** By known word: 1 for the same, less for a synonym or a word of similar meaning. */
  readonly alike: Float32Array
}

/** The distinct content words. */
function contentOf(words: readonly Word[]): readonly Word[] {
  const content = words.filter(({ text, number }) => number !== null || !stopWords.has(text))
  return [...new Map(content.map((word) => [word.stem, word])).values()]
}

/** Words that occur in many groups count less. */
function countGroups(known: readonly KnownQuestion[], words: number): Pick<QuestionWords, 'counts' | 'groups'> {
  const groups = Array.from({ length: words }, () => new Set<number>())
  for (const question of known) for (const word of question.words) groups[word]?.add(question.group)
  return { counts: groups.map(({ size }) => size), groups: new Set(known.map(({ group }) => group)).size }
}

function unitOf(text: string, vectors: WordVectors | null): Float32Array | null {
  const sum = new Float32Array(vectors?.dimensions ?? 0)
  return vectors?.addTo(sum, text) === true ? toUnit(sum) : null
}

function compareQuestions(
  asked: readonly AskedWord[],
  { group, words, types }: KnownQuestion,
  weights: Float32Array,
  wanted: readonly AnswerType[],
): KnownMatch | null {
  const sums = { all: 0, there: 0, withAnswer: 0, missing: 0, back: 0, known: 0 }
  for (const word of words) {
    let most = 0
    for (const { alike } of asked) most = Math.max(most, alike[word] ?? 0)
    sums.back += most * (weights[word] ?? 0)
    sums.known += weights[word] ?? 0
  }
  if (sums.back === 0) return null
  for (const { answers, weight, alike } of asked) {
    let most = 0
    for (const word of words) most = Math.max(most, alike[word] ?? 0)
    const inAnswer = most < answerMatch && answers.has(group) ? answerMatch : most
    sums.all += weight
    sums.there += weight * most
    sums.withAnswer += weight * inAnswer
    if (inAnswer < presentMin) sums.missing += weight
  }
  if (sums.all === 0) return null
  const forward = (sums.there + sums.withAnswer) / 2 / sums.all
  const backward = sums.back / sums.known
  const both = (2 * forward * backward) / (forward + backward)
  // A single word names a topic, but doesn't say what is asked about it.
  const share = words.length === 1 && asked.length > 1 ? singleWord : 1
  const closeness = (0.5 * both + 0.3 * forward + 0.2 * backward) * typeFit(wanted, types) * share
  return { group, closeness: Math.min(1, closeness), missing: sums.missing / sums.all }
}

/** An answer to “how many …?” doesn't answer “how long …?”. */
function typeFit(wanted: readonly AnswerType[], held: readonly AnswerType[]): number {
  if (wanted.length === 0 && held.length === 0) return 1
  if (wanted.some((type) => held.includes(type))) return 1.05
  return wanted.length > 0 && held.length > 0 ? 0.75 : 0.9
}

/** The cosine of a unit vector and one row of a table of unit vectors. */
function cosineOf(unit: Float32Array, table: Float32Array, row: number): number {
  const from = row * unit.length
  let cosine = 0
  for (let at = 0; at < unit.length; at += 1) cosine += (unit[at] ?? 0) * (table[from + at] ?? 0)
  return cosine < wordCosineMin ? 0 : cosine
}
