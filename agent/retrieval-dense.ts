import type { KnowledgeItem } from './knowledge.ts'
import { saysTitle } from './quoted-notes.ts'
import type { SentenceEncoder } from './sentence-encoder.ts'

/** How close each item is to a question by the sentence encoder. */
export interface Dense {
  /** Relative to the average item; null for an item that wasn't encoded. */
  readonly score: (item: number) => number | null
  /** The score of “no answer”. */
  readonly nothing: number
  /** The items with the highest scores. */
  readonly closest: readonly number[]
}

export interface DenseIndex {
  /** `before`: the previous question, if this one follows up on it. */
  compare(question: string, before: string): Dense | null
}

export const noDense: DenseIndex = { compare: () => null }

/** Vectors of sentences and groups, as plain data. */
export interface DenseNotes {
  /** The encoded items, and their groups' rows in `groups`. */
  readonly items: Int32Array
  readonly groupRows: Int32Array
  readonly sentences: Rows
  readonly groups: Rows
}

interface Rows {
  readonly cells: Int8Array
  readonly scales: Float32Array
}

/** Encoding more would take seconds. */
const encodedMax = 400
const closestMax = 12

/** Encodes the sentences of steps, then others. A title alone is no sentence. */
export function readDense(
  items: readonly KnowledgeItem[],
  groupOf: readonly number[],
  encoder: SentenceEncoder,
): DenseNotes {
  const sentences = items.flatMap((item, position) => (saysTitle(item) ? [] : [{ item, position }]))
  const ofSteps = sentences.filter(({ item }) => item.stepOrder !== null)
  const others = sentences.filter(({ item }) => item.stepOrder === null)
  const encoded = [...ofSteps, ...others].slice(0, encodedMax).map(({ item, position }) => ({
    position,
    group: groupOf[position] ?? 0,
    read: encoder.readSentence(item.context, item.text),
  }))
  const groups = [...Map.groupBy(encoded, ({ group }) => group)]
  const rowOfGroup = new Map(groups.map(([group], row) => [group, row]))
  return {
    items: Int32Array.from(encoded, ({ position }) => position),
    groupRows: Int32Array.from(encoded, ({ group }) => rowOfGroup.get(group) ?? 0),
    sentences: toRows(encoded.map(({ read }) => read.vector)),
    groups: toRows(groups.map(([, members]) => encoder.readGroup(members.map(({ read }) => read)))),
  }
}

export function openDenseIndex(
  { items, groupRows, sentences, groups }: DenseNotes,
  encoder: SentenceEncoder,
): DenseIndex {
  const rowOf = new Map([...items].map((item, row) => [item, row]))
  /** One answer looks the same question up several times. */
  let last: { readonly question: string; readonly before: string; readonly dense: Dense } | null = null

  function score(question: string, before: string): Dense {
    const asked = encoder.readQuestion(question, before)
    const ofGroup = groups.scales.map((_, row) => cosine(groups, row, asked.forGroup))
    const scores = sentences.scales.map(
      (_, row) =>
        encoder.scale *
        (cosine(sentences, row, asked.forSentence) + encoder.groupShare * (ofGroup[groupRows[row] ?? 0] ?? 0)),
    )
    const mean = scores.reduce((sum, each) => sum + each, 0) / scores.length
    const best = [...scores.keys()].sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0)).slice(0, closestMax)
    return {
      score: (item) => {
        const row = rowOf.get(item)
        return row === undefined ? null : (scores[row] ?? 0) - mean
      },
      nothing: asked.nothing - mean,
      closest: best.flatMap((row) => items[row] ?? []),
    }
  }

  return {
    compare(question, before) {
      if (items.length === 0) return null
      if (last?.question !== question || last.before !== before) {
        last = { question, before, dense: score(question, before) }
      }
      return last.dense
    },
  }
}

/** One signed byte per dimension, with a scale per row. */
function toRows(vectors: readonly Float32Array[]): Rows {
  const width = Math.max(0, ...vectors.map(({ length }) => length))
  const cells = new Int8Array(vectors.length * width)
  const scales = new Float32Array(vectors.length)
  for (const [row, vector] of vectors.entries()) {
    const most = vector.reduce((max, value) => Math.max(max, Math.abs(value)), 0)
    scales[row] = most / 127
    for (const [at, value] of vector.entries()) cells[row * width + at] = Math.round((value / most) * 127)
  }
  return { cells, scales }
}

function cosine({ cells, scales }: Rows, row: number, unit: Float32Array): number {
  let sum = 0
  const from = row * unit.length
  for (let at = 0; at < unit.length; at += 1) sum += (cells[from + at] ?? 0) * (unit[at] ?? 0)
  return sum * (scales[row] ?? 0)
}
