import { expect, test } from 'vitest'

import { fitWordVectors, frequencyWeight, reduceVectors } from './fit-word-vectors.ts'

const dimensions = 4
const words = ['invoice', 'bill', 'holiday', 'leave']
/** A teacher for which no two words are similar, but which uses two pairs in similar sentences. */
const wordVectors = Float32Array.from([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1])
const money = [1, 1, 0, 0]
const absence = [0, 0, 1, 1]
const taught = Array.from({ length: 40 }, (_, at) => [
  { sentence: [words[at % 2] ?? ''], vector: money },
  { sentence: [words[2 + (at % 2)] ?? ''], vector: absence },
]).flat()

test('gives words that the teacher uses alike similar vectors, and keeps others apart', () => {
  const fitted = fitWordVectors({
    words,
    weights: words.map(() => 1),
    wordVectors,
    sentences: taught.map(({ sentence }) => sentence),
    sentenceVectors: Float32Array.from(taught.flatMap(({ vector }) => vector)),
    dimensions,
  })
  expect(cosine(fitted, 0, 1)).toBeGreaterThan(0.9)
  expect(cosine(fitted, 2, 3)).toBeGreaterThan(0.9)
  expect(cosine(fitted, 0, 2)).toBeLessThan(-0.5)
})

test('reduces to unit vectors', () => {
  const reduced = reduceVectors(wordVectors, words.length, 2)
  expect(reduced).toHaveLength(8)
  for (const at of words.keys()) expect(Math.hypot(reduced[at * 2] ?? 0, reduced[at * 2 + 1] ?? 0)).toBeCloseTo(1, 5)
})

test('counts rare words more than common ones', () => {
  expect(frequencyWeight(20_000)).toBeGreaterThan(0.99)
  expect(frequencyWeight(0)).toBeLessThan(0.1)
})

function cosine(vectors: Float32Array, a: number, b: number): number {
  const [left, right] = [a, b].map((at) => Array.from(vectors.subarray(at * dimensions, (at + 1) * dimensions)))
  const dot = (x: readonly number[], y: readonly number[]) =>
    x.reduce((sum, value, at) => sum + value * (y[at] ?? 0), 0)
  return dot(left ?? [], right ?? []) / Math.sqrt(dot(left ?? [], left ?? []) * dot(right ?? [], right ?? []))
}
