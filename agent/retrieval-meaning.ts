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

/** Vectors of all sentences, titles and groups, built once per knowledge base. */
export function buildMeaningIndex(
  items: readonly KnowledgeItem[],
  groups: readonly (readonly number[])[],
  vectors: WordVectors,
  wordsOf: (text: string) => readonly Word[] = toWords,
): MeaningIndex {
  const known = new Map<string, Float32Array | null>()
  const vectorOf = (word: string): Float32Array | null => {
    const found = known.get(word)
    if (found !== undefined) return found
    const sum = new Float32Array(vectors.dimensions)
    const vector = vectors.addTo(sum, word) ? sum : null
    known.set(word, vector)
    return vector
  }
  const { dimensions } = vectors
  const sentences = new Table(items.length, dimensions)
  const titled = new Table(items.length, dimensions)
  const titles = new Table(groups.length, dimensions)
  const whole = new Table(groups.length, dimensions)
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
  known.clear()

  return {
    compare(words) {
      const asked = toUnit(sumOf([...new Set(contentOf(words))], dimensions, vectorOf))
      known.clear()
      if (asked === null) return none
      const cosines = Float32Array.from(items, (_, item) => titled.cosine(item, asked))
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

/** Unit vectors, one signed byte per dimension. */
class Table {
  readonly #cells: Int8Array
  readonly #dimensions: number

  constructor(rows: number, dimensions: number) {
    this.#cells = new Int8Array(rows * dimensions)
    this.#dimensions = dimensions
  }

  set(row: number, vector: Float32Array): void {
    const unit = toUnit(vector)
    if (unit === null) return
    for (const [at, value] of unit.entries()) this.#cells[row * this.#dimensions + at] = Math.round(value * 127)
  }

  cosine(row: number, unit: Float32Array): number {
    let sum = 0
    const from = row * this.#dimensions
    for (let at = 0; at < this.#dimensions; at += 1) sum += (this.#cells[from + at] ?? 0) * (unit[at] ?? 0)
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
