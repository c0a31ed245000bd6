import type { KnowledgeItem } from './knowledge.ts'
import { stopWords } from './retrieval-common-words.ts'
import { toWords, type Word } from './retrieval-words.ts'
import type { WordVectors } from './word-vectors.ts'

/** How close each item is to a question in meaning, as cosines by position; all zero without vectors. */
export interface Meaning {
  /** Cosines for the sentence alone, the sentence with its title, the title alone, and the whole group. */
  readonly sentence: (item: number) => number
  readonly titled: (item: number) => number
  readonly title: (item: number) => number
  readonly group: (group: number) => number
  /** The items closest in meaning. */
  readonly closest: readonly number[]
}

export interface MeaningIndex {
  compare(words: readonly Word[]): Meaning
}

const none: Meaning = { sentence: () => 0, titled: () => 0, title: () => 0, group: () => 0, closest: [] }
export const noMeaning: MeaningIndex = { compare: () => none }

/** How many items without a shared word are ranked. */
const closestMax = 40

/** Vectors of all sentences, titles and groups, as plain data. */
export interface Meanings {
  readonly sentences: Int8Array
  readonly titled: Int8Array
  readonly titles: Int8Array
  readonly whole: Int8Array
  /** The group of each item. */
  readonly groupOf: Int32Array
}

export function readMeanings(
  items: readonly KnowledgeItem[],
  groups: readonly (readonly number[])[],
  vectors: WordVectors,
  wordsOf: (text: string) => readonly Word[] = toWords,
): Meanings {
  const { dimensions } = vectors
  const vectorOf = rememberVectors(vectors)
  const sentences = new Table(new Int8Array(items.length * dimensions), dimensions)
  const titled = new Table(new Int8Array(items.length * dimensions), dimensions)
  const titles = new Table(new Int8Array(groups.length * dimensions), dimensions)
  const whole = new Table(new Int8Array(groups.length * dimensions), dimensions)
  for (const [group, members] of groups.entries()) {
    const title = sumOf(contentOf(wordsOf(items[members[0] ?? 0]?.context ?? '')), dimensions, vectorOf)
    const all = title.slice()
    for (const item of members) {
      const sentence = sumOf(contentOf(wordsOf(items[item]?.text ?? '')), dimensions, vectorOf)
      sentences.set(item, sentence)
      add(all, sentence)
      add(sentence, title)
      titled.set(item, sentence)
    }
    titles.set(group, title)
    whole.set(group, all)
  }
  const groupOf = new Int32Array(items.length)
  for (const [group, members] of groups.entries()) for (const item of members) groupOf[item] = group
  return { sentences: sentences.cells, titled: titled.cells, titles: titles.cells, whole: whole.cells, groupOf }
}

export function openMeaningIndex(meanings: Meanings, vectors: WordVectors): MeaningIndex {
  const { dimensions } = vectors
  const { groupOf } = meanings
  const sentences = new Table(meanings.sentences, dimensions)
  const titled = new Table(meanings.titled, dimensions)
  const titles = new Table(meanings.titles, dimensions)
  const whole = new Table(meanings.whole, dimensions)
  return {
    compare(words) {
      const asked = toUnit(sumOf([...new Set(contentOf(words))], dimensions, rememberVectors(vectors)))
      if (asked === null) return none
      const cosines = Float32Array.from(groupOf, (_, item) => titled.cosine(item, asked))
      return {
        sentence: (item) => sentences.cosine(item, asked),
        titled: (item) => cosines[item] ?? 0,
        title: (item) => titles.cosine(groupOf[item] ?? 0, asked),
        group: (group) => whole.cosine(group, asked),
        closest: findLargest(cosines, closestMax),
      }
    },
  }
}

function rememberVectors(vectors: WordVectors): (word: string) => Float32Array | null {
  const known = new Map<string, Float32Array | null>()
  return (word) => {
    const found = known.get(word)
    if (found !== undefined) return found
    const sum = new Float32Array(vectors.dimensions)
    const vector = vectors.addTo(sum, word) ? sum : null
    known.set(word, vector)
    return vector
  }
}

/** Unit vectors, one signed byte per dimension. */
class Table {
  readonly cells: Int8Array
  readonly #dimensions: number

  constructor(cells: Int8Array, dimensions: number) {
    this.cells = cells
    this.#dimensions = dimensions
  }

  set(row: number, vector: Float32Array): void {
    const unit = toUnit(vector)
    if (unit === null) return
    for (const [at, value] of unit.entries()) this.cells[row * this.#dimensions + at] = Math.round(value * 127)
  }

  cosine(row: number, unit: Float32Array): number {
    let sum = 0
    const from = row * this.#dimensions
    for (let at = 0; at < this.#dimensions; at += 1) sum += (this.cells[from + at] ?? 0) * (unit[at] ?? 0)
    return sum / 127
  }
}

function contentOf(words: readonly Word[]): readonly string[] {
  return words.flatMap(({ text, number }) => (number !== null || stopWords.has(text) ? [] : [text]))
}

function sumOf(
  words: readonly string[],
  dimensions: number,
  vectorOf: (word: string) => Float32Array | null,
): Float32Array {
  const sum = new Float32Array(dimensions)
  for (const word of words) {
    const vector = vectorOf(word)
    if (vector !== null) add(sum, vector)
  }
  return sum
}

function add(sum: Float32Array, vector: Float32Array): void {
  for (let at = 0; at < sum.length; at += 1) sum[at] = (sum[at] ?? 0) + (vector[at] ?? 0)
}

/** Normalises to length one; null for no known word. */
export function toUnit(vector: Float32Array): Float32Array | null {
  let squares = 0
  for (const value of vector) squares += value * value
  if (squares === 0) return null
  const length = Math.sqrt(squares)
  return vector.map((value) => value / length)
}

/** The positions of the largest values, unordered; for ties, the first. */
function findLargest(values: Float32Array, count: number): readonly number[] {
  if (values.length <= count) return [...values.keys()]
  const bar = values.slice().sort()[values.length - count] ?? 0
  const found: number[] = []
  for (const [position, value] of values.entries()) {
    if (value >= bar && found.length < count) found.push(position)
  }
  return found
}
